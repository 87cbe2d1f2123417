"""Playthrough files: one match of a game as text that a person can read and a test can compare, at most 10 KB.

Of some plies a file shows all there is: position, actions, who sees what, the move and its story. Of all plies it has the moves,
and for every ten of them a short digest of everything, so that a change that shows nowhere else shows there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any

from calumma.core import CHANCE, OVER, Game, GameError, Rng, State
from calumma.core.messages import reason_text, tell_all
from calumma.core.registry import load
from calumma.core.words import Words
from calumma.testing.laws import pick

say = Words(__package__)

LIMIT = 10_000  # bytes of a file
WIDTH = 160  # characters of a line that is cut short
GROUP = 10  # plies on a line
MOST = 200  # plies; a longer match is left before its end


class PlaythroughDiffers(AssertionError):
    """A match does not go as in its file; the sentence shows where."""


@dataclass(frozen=True)
class WrittenPly:
    """One ply: its text, what a reader is shown of it, and all of it for the digest."""

    text: str
    shown: str
    whole: str


def text_of(game: Game, seed: int) -> str:
    """Return the playthrough of the match that a seed gives."""
    plies, end = _play(game, seed)
    top = "\n".join(_heading(game, seed)) + "\n"
    bottom = "\n".join([*_moves(plies), *_ending(game, end)]) + "\n"
    return top + "".join(_chosen(plies, LIMIT - len((top + bottom).encode()))) + bottom


def write(path: Path, game: Game, seed: int = 0) -> None:
    """Write the playthrough of the match that a seed gives."""
    text = text_of(game, seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def check(path: Path) -> None:
    """Play the match of a file again; PlaythroughDiffers shows what is different now."""
    old = path.read_text(encoding="utf-8")
    game, seed = read_heading(old)
    new = text_of(game, seed)
    if new != old:
        changes = list(unified_diff(old.splitlines(), new.splitlines(), "the file", "the game now", lineterm="", n=1))
        told = "\n".join(line[:WIDTH] for line in changes[:24])
        chosen = "".join(f" --option {name}={value}" for name, value in game.options.items())
        command = f"calumma write playthrough {game.name} --seats {game.seats}{chosen} --seed {seed} --out {path.name}"
        raise PlaythroughDiffers(f"{game} does not play as in {path.name}. If the change is meant, run: {command}\n{told}")


def read_heading(text: str) -> tuple[Game, int]:
    """Return the game and the seed that the first lines of a playthrough name."""
    fields: dict[str, str] = {}
    options: dict[str, object] = {}
    for line in text.partition("\n\n")[0].splitlines():
        name, _, value = line.partition(": ")
        if name.startswith("option "):
            options[name.removeprefix("option ")] = value
        else:
            fields[name] = value
    try:
        return load(fields["game"], int(fields["seats"]), **options), int(fields["seed"])
    except (KeyError, ValueError) as error:
        raise GameError(say("cannot-read-playthrough", error=error)) from None


def _heading(game: Game, seed: int) -> Iterator[str]:
    yield f"game: {game.name}"
    yield f"seats: {game.seats}"
    yield from (f"option {name}: {value}" for name, value in game.options.items())
    yield f"seed: {seed}"
    yield ""


def _play(game: Game, seed: int) -> tuple[list[WrittenPly], State]:
    state, rng = game.new(), Rng(seed)
    plies: list[WrittenPly] = []
    while state.to_act != OVER and len(plies) < MOST:
        action = pick(state, rng)
        after = state.copy()
        after.apply(action)
        plies.append(_ply(game, len(plies), state, action, after))
        state = after
    return plies, state


def _ply(game: Game, number: int, before: State, action: int, after: State) -> WrittenPly:
    viewers = (None, *range(game.seats))
    texts = [game.move_text(before, each) for each in before.legal()]
    views = {_viewer(seat): before.view(seat) for seat in viewers}
    sights = {_viewer(seat): game.seen_text(before, action, seat) for seat in viewers}
    stories = {_viewer(seat): [effect.as_json() for effect in game.story(before, action, after, seat)] for seat in viewers}
    text = game.move_text(before, action)
    shown = [
        f"ply {number}: {_actor(game, before)}",
        f"  position: {_cut(game.position_text(before))}",
        f"  scores: {_joined(before.scores())}",
        f"  actions ({len(texts)}): {_cut(' '.join(texts))}",
        *(f"  {name} sees: {_cut(own)}" for name, view in views.items() if (own := _own(view, views["spectator"]))),
        f"  played: {text}",
        *([f"  seen: {_joined(f'{name} {sight}' for name, sight in sights.items())}"] if len(set(sights.values())) > 1 else []),
        f"  story: {_cut(tell_all(game, game.story(before, action, after)))}",
    ]
    whole = json.dumps([game.position_text(before), before.chance(), texts, views, sights, stories], sort_keys=True)
    return WrittenPly(text, "\n".join(shown) + "\n\n", whole)


def _viewer(seat: int | None) -> str:
    return "spectator" if seat is None else f"seat {seat}"


def _actor(game: Game, state: State) -> str:
    return "chance" if state.to_act == CHANCE else f"seat {state.to_act}, {game.seat_names[state.to_act]}"


def _own(view: dict[str, Any], common: dict[str, Any]) -> str:
    """Return a view in short: without what every view has, and for a seat only what a spectator does not see so."""
    usual = {"game", "seats", "options", "to_act", "scores", "payoffs", "reason", "seat"}
    parts = {name: value for name, value in view.items() if name not in usual and (view is common or value != common.get(name))}
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":")) if parts else ""


def _chosen(plies: list[WrittenPly], room: int) -> list[str]:
    """Return what is shown of every n-th ply, with the smallest n that fits; an odd one, so that all seats have their turn."""
    for step in range(1, len(plies) + 2, 2):
        shown = [ply.shown for ply in plies[::step]]
        if sum(len(text.encode()) for text in shown) <= room:
            return shown
    return []


def _moves(plies: list[WrittenPly]) -> Iterator[str]:
    yield f"all {len(plies)} plies, each line with a digest of everything there was to see:"
    for first in range(0, len(plies), GROUP):
        group = plies[first : first + GROUP]
        digest = sha256("".join(ply.whole for ply in group).encode()).hexdigest()[:8]
        yield f"  {first:3} {' '.join(ply.text for ply in group)} #{digest}"
    yield ""


def _ending(game: Game, end: State) -> Iterator[str]:
    yield f"position: {_cut(game.position_text(end))}"
    yield f"scores: {_joined(end.scores())}"
    if end.to_act == OVER:
        yield f"payoffs: {_joined(f'{payoff:.4g}' for payoff in end.payoffs())}"
        yield f"reason: {end.reason()}: {reason_text(game, end.reason())}"
    else:
        yield "not over: the file ends here"


def _joined(values: Any) -> str:
    return ", ".join(str(value) for value in values)


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 4]} ..."
