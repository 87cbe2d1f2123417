"""Twins: two matches with equal public plies and different hidden draws look the same, byte for byte, to who may not know."""

from __future__ import annotations

import random
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

import calumma
from calumma.core import CHANCE, Game, GameError, State
from calumma.play import Luck, Match, SeededLuck
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.redis_bus import packed
from calumma.site import explanations, positions, updates
from calumma.site.bus import Exchange
from calumma.site.viewers import Perspective

if TYPE_CHECKING:
    from tests.server.conftest import HandMovedTime

GAMES = [name for name in calumma.games() if calumma.load(name).info.has_secrets]
VIEWER = 0
PLIES = 150  # of a match
LOOKS = 30  # at each twin, from the first difference on


class ScriptedLuck(Luck):
    """Luck that draws what a script says."""

    def __init__(self, texts: list[str]) -> None:
        super().__init__(bytes(32))
        self.texts = texts

    def choose(self, state: State, game: Game, ply: Any) -> Any:
        if ply < len(self.texts):
            return game.parse_move(state, self.texts[ply])
        return state.legal()[0]


def random_plies(game: Game, seed: int) -> tuple[list[str], list[str], list[dict[str, Any]]]:
    """The texts of the first plies of a random match, how the viewer saw them, and the viewer's views after them."""
    match, rng = Match(game, SeededLuck(seed)), calumma.Rng(seed)
    match.advance()
    while not match.over and match.ply < PLIES:
        match.play(match.state.pick(rng))
    length = min(PLIES, match.ply - match.over)  # after the end nothing is hidden
    texts = [played.text for played in match.plies[:length]]
    return texts, match.seen_plies(VIEWER)[:length], [match.view(VIEWER, ply) for ply in range(1, length + 1)]  # type: ignore[misc]


def fits(game: Game, texts: list[str], seen: list[str], views: list[dict[str, Any]]) -> bool:
    """Whether the plies are legal and look to the viewer like those: a hidden tile may show in what follows from it."""
    state = game.new()
    for text, shown, view in zip(texts, seen, views, strict=True):
        try:
            action = game.parse_move(state, text)
        except GameError:
            return False
        if game.seen_text(state, action, VIEWER) != shown:
            return False
        state.apply(action)
        if state.view(VIEWER) != view:
            return False
    return True


@cache
def twins(game: Game, seed: int) -> tuple[list[str], list[str]]:
    """Two lists of plies that differ in hidden draws alone, from the first match on that has such draws."""
    found = (exchanged(game, number) for number in range(seed, seed + 50))
    return next((first, second) for first, second in found if first != second)


def exchanged(game: Game, seed: int) -> tuple[list[str], list[str]]:
    """A list of plies, and one with hidden draws exchanged wherever the viewer could not notice."""
    first, seen, views = random_plies(game, seed)
    second, hidden = list(first), [number for number, text in enumerate(seen) if text == "~?"]
    pairs = list(combinations(hidden, 2))
    random.Random(seed).shuffle(pairs)
    for i, j in pairs[:150]:
        tried = list(second)
        tried[i], tried[j] = tried[j], tried[i]
        if tried != second and fits(game, tried, seen, views):
            second = tried
    return first, second


@pytest.fixture
def settings(settings: Settings, time: HandMovedTime) -> Any:
    """The time moves by hand, so that clocks are compared to the tenth of a second."""
    return replace(settings, time=time)


class Services:
    """A server with one table, whose luck is scripted, and somebody at every seat."""

    def __init__(self, stack: Any, settings: Settings, game: Game, plies: list[str]) -> None:
        self.client = stack.enter_context(TestClient(self.app(settings), base_url="http://calumma.test"))
        self.people = [self.client.post("/api/guests", json={"name": f"P{seat}"}).json() for seat in range(game.seats)]
        chairs = ["me", *["open"] * (game.seats - 1)]
        wish = {"game": game.name, "seats": game.seats, "options": game.options, "chairs": chairs, "time": "60+5", "wait": True}
        opened = self.ask("post", 0, "", wish).json()
        self.table, self.invite = opened["table"], opened["invite"]
        self.script(plies)
        for seat in range(1, game.seats):
            self.ask("post", seat, f"/{self.table}/sit", {"invite": self.invite, "seat": seat})
        for seat in range(game.seats):
            self.ask("post", seat, f"/{self.table}/begin", {})
        self.since = 0

    def app(self, settings: Settings) -> Any:
        return create_app(MemoryStore(), settings)

    def script(self, plies: list[str]) -> None:
        self.client.app.state.services.tables._tables[self.table].match._course.seeds.luck = ScriptedLuck(plies)

    def number(self) -> int:
        return int(self.client.app.state.services.tables._tables[self.table].number)

    def headers(self, who: int | None) -> dict[str, str]:
        return {} if who is None else {"Authorization": f"Bearer {self.people[who]['token']}"}

    def ask(self, method: str, who: int | None, address: str, body: dict[str, Any] | None = None) -> Any:
        return self.client.request(method, f"/api/tables{address}", json=body, headers=self.headers(who))

    def received(self, who: int | None, ply: int) -> list[str]:
        """All that somebody can get to see now, with what differs by chance of naming masked."""
        parts = [self.ask("get", who, f"/{self.table}{rest}").text for rest in ("", "/record", f"/positions/{ply}")]
        parts += [self.ask("get", who, f"/{self.table}/picture").text] if ply % 3 == 0 else []
        parts += self.foretold(who, ply)
        parts.append(
            self.ask("post", who, f"/{self.table}/play", {"ply": ply, "moves": ["nonsense"]}).text if who is not None else ""
        )
        for page in ("true&tall=true" if ply % 3 == 1 else "true", "false"):
            address = f"/api/tables/{self.table}/live?page={page}&since={self.since}"
            with self.client.websocket_connect(address, headers=self.headers(who)) as socket:
                parts.append(socket.receive_text())
        return [self.masked(part) for part in parts]

    def foretold(self, who: int | None, ply: int) -> list[str]:
        """What the server says that some of the legal moves would do."""
        if who is None:
            return []
        moves = [move["action"] for move in self.ask("get", who, f"/{self.table}").json()["moves"]]
        tried = random.Random(ply).sample(moves, min(2, len(moves)))
        told = [self.ask("post", who, f"/{self.table}/preview", {"ply": ply, "moves": [action]}).text for action in tried]
        return told + self.explained(who, ply)

    def explained(self, who: int, ply: int) -> list[str]:
        """What the server says of cells that may be clicked in vain, and of what threatens there."""
        cells = random.Random(ply).sample(["0,0", "0,1", "1", "2", "5", "hand:0", "hand:1", "chameleon:1", "stash:R", "deck"], 2)
        asked = [("why", {"cells": [cell]}) for cell in cells] + [("threats", {"cell": cell}) for cell in cells]
        return [self.ask("post", who, f"/{self.table}/{what}", {"ply": ply, **about}).text for what, about in asked]

    def masked(self, text: str) -> str:
        return text.replace(self.table, "TABLE").replace(self.invite, "INVITE")

    def play(self, state: State, ply: int, text: str) -> None:
        self.since = self.number()
        answer = self.ask("post", state.to_act, f"/{self.table}/play", {"ply": ply, "moves": [text]})
        assert answer.status_code == 200, answer.text


class Proxy:
    """Two servers of one house behind one address: requests and sockets go to one and the other in turn."""

    def __init__(self, settings: Settings) -> None:
        self.store, self.exchange = MemoryStore(is_shared=True), Exchange()
        self.apps = [create_app(self.store, settings, self.exchange.bus(f"server {number}")) for number in range(2)]
        self.turn = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
            return
        self.turn += 1
        await self.apps[self.turn % 2](scope, receive, send)

    async def live(self, receive: Any, send: Any) -> None:
        await receive()
        for app in self.apps:
            await app.state.services.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for app in self.apps:
            await app.state.services.stop()
        await send({"type": "lifespan.shutdown.complete"})


class HouseServices(Services):
    """The same at two servers that share a store, with all that goes over their bus."""

    def app(self, settings: Settings) -> Any:
        self.proxy = Proxy(settings)
        return self.proxy

    def script(self, plies: list[str]) -> None:
        for app in self.proxy.apps:
            found = self.client.portal.call(app.state.services.tables.fresh, self.table)
            found.match._course.seeds.luck = ScriptedLuck(plies)

    def number(self) -> int:
        return len(self.proxy.store._tables[self.table].events)

    def received(self, who: int | None, ply: int) -> list[str]:
        told = {packed(news, news.server) for news in self.proxy.exchange.told if news.kind == "table"}
        return [*super().received(who, ply), *sorted(map(self.masked, told))]


def bytes_of_both(
    settings: Settings, game: Game, seed: int, who: int | None, looks: int = LOOKS, kind: type[Services] = Services
) -> tuple[list[list[str]], list[list[str]]]:
    """Play both twins on servers of their own and return all that somebody received from each."""
    scripts = twins(game, seed)
    start = next(ply for ply, texts in enumerate(zip(*scripts, strict=True)) if len(set(texts)) == 2)
    found: tuple[list[Any], list[Any]] = ([], [])
    with ExitStack() as stack:
        houses = [kind(stack, settings, game, script) for script in scripts]
        for services, script, received in zip(houses, scripts, found, strict=True):
            state = game.new()
            for ply, text in enumerate(script):
                if len(received) == looks:
                    break
                if state.to_act != CHANCE:
                    services.play(state, ply, text)
                    if ply >= start - 3:
                        received.append(services.received(who, ply))
                state.apply(game.parse_move(state, text))
    return found


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_a_seat_receives_the_same_bytes_whatever_is_hidden_from_it(name: str, seats: int, settings: Settings) -> None:
    first, second = bytes_of_both(settings, calumma.load(name, seats), 1, VIEWER)
    assert first == second


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_receives_the_same_bytes_whatever_is_hidden(name: str, settings: Settings) -> None:
    first, second = bytes_of_both(settings, calumma.load(name), 4, None)
    assert first == second


@pytest.mark.parametrize("name", GAMES)
def test_two_servers_and_their_bus_tell_a_seat_no_more_than_one(
    name: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calumma.site.runs.APART", 0.0)  # servers begin a little apart, by chance
    first, second = bytes_of_both(settings, calumma.load(name), 1, VIEWER, 8, HouseServices)
    assert first == second
    assert any('["table","TABLE",' in part for part in first[-1])


@pytest.mark.parametrize("name", GAMES)
def test_the_other_seat_does_see_a_difference(name: str, settings: Settings) -> None:
    first, second = bytes_of_both(settings, calumma.load(name), 1, 1, looks=6)
    assert first != second


@pytest.mark.parametrize("name", GAMES)
def test_a_server_that_leaks_is_found_out(name: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (explanations, positions, updates):
        monkeypatch.setattr(module, "perspective_of", lambda table, viewer: Perspective(1))
    first, second = bytes_of_both(settings, calumma.load(name), 1, VIEWER, looks=6)
    assert first != second
