"""Every law catches a game that breaks it: Top Card with one thing made wrong at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core import CHANCE, OVER, Game, State, numbers, only
from calumma.drawing import Effect
from calumma.drawing.scene import Scene
from calumma.games import yamamoto
from calumma.testing import LAWS, LawBroken, check_game, known, worlds
from calumma.testing.topcard import GAME, drawing, notation, top_card
from calumma.testing.topcard.rules import CHANGE, KEEP, NONE, TopCard

pytestmark = pytest.mark.contract
NUMBERS = count()


def as_tuple(key: Any) -> tuple[Any, ...]:
    return key


def broken_law(
    state: Any = TopCard,
    seats: int = 3,
    rounds: int = 2,
    leave_out: list[str] | tuple[str, ...] = ("pickles",),
    texts: dict[str, Callable[..., Any]] | None = None,
    pictures: dict[str, Callable[..., Any]] | None = None,
    **changes: Any,
) -> tuple[str, str]:
    """Check Top Card with some of its parts replaced; return the law it breaks and what was found."""
    parts = {
        "state": state,
        "notation": SimpleNamespace(**{**vars(notation), **(texts or {})}),
        "drawing": SimpleNamespace(**{**vars(drawing), **(pictures or {})}),
    }
    with known(replace(GAME, **parts, **changes)) as about, pytest.raises(LawBroken) as caught:
        check_game(Game(about, seats, {"rounds": rounds}), matches=20, every=1, leave_out=leave_out)
    return caught.value.law.name, caught.value.found


@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (2, 3), (3, 2)])
def test_the_sound_game_keeps_all_laws(seats: int, rounds: int) -> None:
    with known(GAME):
        report = check_game(top_card(seats, rounds), matches=30, every=1)
    assert set(report.tried) == {law.name for law in LAWS}


def test_yamamoto_keeps_all_laws_that_need_no_secrets() -> None:
    report = check_game(calumma.load("yamamoto"), matches=5, drawing=False)
    assert {law.name for law in LAWS if not law.needs} == set(report.tried)


# Playing


class Stuck(TopCard):
    def legal(self) -> list[int]:
        return [] if self.to_act == 1 else super().legal()


def test_a_position_without_moves_that_is_not_over() -> None:
    assert broken_law(Stuck) == ("moves-until-over", "legal() is empty, but to_act is 1")


class Restless(TopCard):
    def legal(self) -> list[int]:
        return [KEEP] if self.to_act == OVER else super().legal()


def test_moves_after_the_end() -> None:
    assert broken_law(Restless) == ("moves-until-over", "the match is over, but legal() offers 1 actions")


class Unsorted(TopCard):
    def legal(self) -> list[int]:
        return super().legal()[::-1]


def test_actions_out_of_order() -> None:
    assert broken_law(Unsorted) == ("legal-ascends", "legal() has 4 after 5")


def test_actions_beyond_num_actions() -> None:
    law, found = broken_law(num_actions=lambda seats, options: 5)
    assert (law, found) == ("legal-ascends", "legal() goes from 2 to 5, but num_actions is 5")


def test_chance_in_a_game_that_declares_none() -> None:
    assert broken_law(has_chance=False) == ("to-act-is-known", "to_act is CHANCE although has_chance is False")


class Weightless(TopCard):
    def chance(self) -> list[tuple[int, int]]:
        return [(action, weight - 1) for action, weight in super().chance()]


def test_a_chance_outcome_without_weight() -> None:
    law, found = broken_law(Weightless)
    assert law == "chance-matches-legal"
    assert ", 0)" in found


class Partial(TopCard):
    def chance(self) -> list[tuple[int, int]]:
        return super().chance()[1:]


def test_a_chance_outcome_that_is_left_out() -> None:
    assert broken_law(Partial)[0] == "chance-matches-legal"


class LastFirst(TopCard):
    def pick(self, rng: Any) -> int:
        return sorted(self.legal())[-1 - rng.below(len(self.legal()))] if self.legal() else -1


def test_a_pick_that_counts_from_the_other_end() -> None:
    law, found = broken_law(LastFirst)
    assert law == "pick-draws-as-documented"
    assert "but the documented draw gives" in found


class DrawsTwice(TopCard):
    def pick(self, rng: Any) -> int:
        action = super().pick(rng)
        rng.below(2)
        return action


def test_a_pick_that_draws_twice() -> None:
    law, found = broken_law(DrawsTwice)
    assert law == "pick-draws-as-documented"
    assert found.endswith("draws another count of numbers than documented")


class HalfPoints(TopCard):
    def scores(self) -> Any:
        return [score / 2 for score in super().scores()]


def test_scores_that_are_not_whole() -> None:
    assert broken_law(HalfPoints) == ("scores-are-whole", "scores() is [0.0, 0.0, 0.0]")


class Optimist(TopCard):
    def evaluate(self) -> list[float]:
        return [0.5] * self.seats


def test_guesses_that_sum_to_more() -> None:
    assert broken_law(Optimist) == ("guesses-are-payoffs", "evaluate() is [0.5, 0.5, 0.5], which sums to 1.5 and not to 1.0")


class Generous(TopCard):
    def payoffs(self) -> list[float]:
        return [1.0] * self.seats


def test_payoffs_that_sum_to_more() -> None:
    assert broken_law(Generous, leave_out=["guesses-are-payoffs"]) == (
        "payoffs-are-as-declared",
        "payoffs() is [1.0, 1.0, 1.0], which sums to 3.0 and not to 1.0",
    )


class Unequal(TopCard):
    def payoffs(self) -> list[float]:
        return [0.5, 0.25, 0.25]


def test_winners_with_unequal_shares() -> None:
    found = "payoffs() is [0.5, 0.25, 0.25]: the winners have unequal shares"
    assert broken_law(Unequal, leave_out=["position-texts-parse-back"]) == ("payoffs-are-as-declared", found)


class Silent(TopCard):
    def reason(self) -> str:
        return ""


def test_an_end_without_a_reason() -> None:
    assert broken_law(Silent) == ("reason-is-given", "the match is over, but reason() is ''")


class Endless(TopCard):
    def apply(self, action: int) -> None:
        super().apply(action)
        self.round = min(self.round, 1)


def test_a_match_that_never_ends() -> None:
    law, found = broken_law(Endless, leave_out=["dealt-worlds-are-sound"])
    assert (law, found) == ("match-ends", "after 16 plies the match is not over, max_plies is 15")


# Depending on nothing else


class Dicey(TopCard):
    def apply(self, action: int) -> None:
        super().apply(action)
        if action == KEEP:
            random.shuffle(self.hands)


def test_a_generator_behind_apply() -> None:
    law, found = broken_law(Dicey)
    assert (law, found) == ("apply-is-certain", "keep applied to equal positions gives different ones")


class Shallow(TopCard):
    def become(self, other: Shallow) -> None:
        super().become(other)
        self.hands = other.hands


def test_a_copy_that_shares_a_list() -> None:
    law, found = broken_law(Shallow, leave_out=["apply-is-certain", "position-texts-parse-back"])
    assert law == "copies-are-independent"
    assert found.endswith("on a copy changes the original")


class Numbered(TopCard):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.number = next(NUMBERS)

    def become(self, other: Numbered) -> None:
        super().become(other)
        self.number = other.number

    def key(self) -> tuple[int | tuple[int, ...], ...]:
        return (*as_tuple(super().key()), self.number)


def test_a_record_that_does_not_replay() -> None:
    law, found = broken_law(Numbered, leave_out=["position-texts-parse-back"])
    assert (law, found) == ("record-replays", "replaying the record, the key at ply 0 differs from the first time")


class Forgetful(TopCard):
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.game.new, ()


def test_a_pickle_that_forgets() -> None:
    assert broken_law(Forgetful, leave_out=()) == ("pickles", "the key of a pickled position differs")


class Keyless(TopCard):
    def key(self) -> tuple[int | tuple[int, ...], ...]:
        return as_tuple(super().key())[:-1]


def test_a_key_that_leaves_out_what_matters() -> None:
    law, found = broken_law(Keyless)
    assert law == "equal-keys-mean-equal-futures"
    assert "but differ in" in found


# Texts


def test_two_actions_with_one_text() -> None:
    def move_text(state: State, action: int) -> str:
        return "keep" if action == CHANGE else notation.move_text(state, action)

    law, found = broken_law(texts={"move_text": move_text})
    assert (law, found) == ("move-texts-parse-back", 'actions 0 and 1 are both written "keep"')


def test_a_text_with_a_space() -> None:
    def move_text(state: State, action: int) -> str:
        return "keep it" if action == KEEP else notation.move_text(state, action)

    assert broken_law(texts={"move_text": move_text}) == ("move-texts-parse-back", 'action 0 is written "keep it"')


def test_an_outcome_without_tilde() -> None:
    def move_text(state: State, action: int) -> str:
        return notation.move_text(state, action).strip("~")

    assert broken_law(texts={"move_text": move_text}) == ("move-texts-parse-back", '"1" lacks a ~')


def test_a_text_that_is_read_as_another_move() -> None:
    def read_move(state: State, text: str) -> int:
        return {"keep": CHANGE, "change": KEEP}.get(text) or notation.read_move(state, text)

    law, found = broken_law(texts={"read_move": read_move})
    assert (law, found) == ("move-texts-parse-back", '"keep" is the text of action 0 but is read as 1')


def test_a_bad_text_that_crashes() -> None:
    class Crashing(TopCard):
        def refusal(self, action: int) -> Any:
            raise KeyError(action)

    law, found = broken_law(Crashing)
    assert law == "bad-texts-are-refused"
    assert "raises KeyError" in found


def test_a_bad_text_that_is_read() -> None:
    def read_move(state: State, text: str) -> int:
        return notation.MOVES.get(text, state.legal()[0])

    law, found = broken_law(texts={"read_move": read_move})
    assert (law, found) == ("bad-texts-are-refused", '"" is no legal move, but is read as action 2')


def test_a_position_text_that_does_not_round_trip() -> None:
    def position_text(state: Any, seat: None) -> str:
        return notation.position_text(state, seat)[:-1] + "1" if state.round else notation.position_text(state, seat)

    law, found = broken_law(texts={"position_text": position_text})
    assert law == "position-texts-parse-back"
    assert "is read with another view(None): view['round']: 2 and 1" in found


def test_an_end_that_its_text_does_not_bring_back() -> None:
    def parse_position(game: Game, text: str) -> Any:
        state: Any = notation.parse_position(game, text)
        state.round = min(state.round, int(game.options["rounds"]))  # as if nobody had noted that the match is over
        return state

    law, found = broken_law(texts={"parse_position": parse_position, "position_text": without_round})
    assert law == "position-texts-parse-back"
    assert found.endswith("is read as going on, but it has ended: shown")


def without_round(state: State, seat: int) -> Any:
    text = notation.position_text(state, seat)
    return f"{text[:-1]}2" if text.endswith("3") else text


def test_a_pass_beside_other_moves_is_declared_or_breaks_a_law() -> None:
    """In Go a seat that could move may pass; elsewhere `pass` is what is played when there is nothing else."""
    words = {"keep": "pass"}

    def move_text(state: State, action: int) -> Any:
        text = notation.move_text(state, action)
        return words.get(text, text)

    def read_move(state: State, text: str) -> Any:
        return notation.read_move(state, "keep" if text == "pass" else text if text != "keep" else "")

    texts: dict[str, Any] = {"move_text": move_text, "read_move": read_move}
    found = broken_law(texts=texts)[1]
    assert found == 'the move "pass" is offered beside other moves, but may_pass is False'
    with known(replace(GAME, notation=SimpleNamespace(**{**vars(notation), **texts}), may_pass=True)) as about:
        assert check_game(Game(about, 2, {}), matches=5, leave_out=["pickles"]).matches == 5


def test_a_position_text_of_two_lines() -> None:
    law, found = broken_law(texts={"position_text": lambda state, seat: "a\nb"})
    assert (law, found) == ("position-texts-parse-back", "the position text is 'a\\nb': not one line")


def test_a_bad_position_that_crashes() -> None:
    def parse_position(game: Game, text: str) -> State:
        return notation.parse_position(game, text if text[0] else "")

    law, found = broken_law(texts={"parse_position": parse_position})
    assert (law, found) == ("bad-positions-are-refused", 'parse_position("") raises IndexError: string index out of range')


# Knowing


class Tuples(TopCard):
    def view_of(self, seat: int | None) -> Any:
        return {**super().view_of(seat), "laid": tuple(self.laid)}


def test_a_view_with_a_tuple() -> None:
    assert broken_law(Tuples) == ("views-are-json", "view(None) changes in JSON at view['laid']: () and []")


class Leaky(TopCard):
    def view_of(self, seat: int | None) -> Any:
        return {**super().view_of(seat), "hands": list(self.hands)}


def test_a_view_that_leaks() -> None:
    law, found = broken_law(Leaky)
    assert law == "dealt-worlds-look-alike"
    assert "its own view differs at view['hands'][" in found


class TellsSpectators(TopCard):
    def view_of(self, seat: int | None) -> Any:
        return {**super().view_of(seat), **({"hands": list(self.hands)} if seat is None else {})}


def test_a_spectator_who_sees_the_hands() -> None:
    law, found = broken_law(TellsSpectators)
    assert law == "spectators-know-least"
    assert found.startswith("a spectator sees view['hands'][0] = ")


class TellsSpectatorsTheSum(TopCard):
    def view_of(self, seat: int | None) -> Any:
        return {**super().view_of(seat), **({"sum": sum(self.hands) or None} if seat is None else {"sum": []})}


def test_a_spectator_who_sees_a_sum_of_hands() -> None:
    assert broken_law(TellsSpectatorsTheSum)[0] == "spectators-know-least"


class Peeking(TopCard):
    def determinize(self, seat: int, rng: Rng) -> Peeking:
        world: Any = self.copy()
        others = [i for i in range(self.seats) if i != seat and self.hands[i] != NONE]
        pool = [self.hands[i] for i in others] + self.unseen()
        for i in others if self.to_act != OVER else []:
            world.hands[i] = pool.pop(rng.below(len(pool)))
        return world


def test_a_dealing_that_peeks() -> None:
    law, found = broken_law(Peeking)
    assert law == "dealing-does-not-peek"
    assert "depends on what seat" in found


class Knowing(TopCard):
    def legal(self) -> list[int]:
        legal = super().legal()
        return legal[:1] if self.to_act >= 0 and 4 not in self.unseen() else legal


def test_actions_that_depend_on_hidden_cards() -> None:
    law, found = broken_law(Knowing)
    assert law == "movers-know-their-actions"
    assert found.endswith("which is to act, legal() differs")


class Spying(TopCard):
    def features(self, seat: Any) -> list[int]:
        return list(self.hands)


def test_features_of_hidden_cards() -> None:
    law, found = broken_law(Spying)
    assert law == "features-keep-secrets"
    assert found.startswith("in a world dealt for seat")


class Telling(TopCard):
    def numbers(self, seat: int) -> list[int]:
        return list(self.hands)


def test_an_observation_of_hidden_cards() -> None:
    law, found = broken_law(Telling, observation=lambda seats, options: (numbers("hands", seats, 9, "all hands"),))
    assert law == "features-keep-secrets"
    assert "observe(" in found


class InPlace(TopCard):
    def determinize(self, seat: int, rng: Rng) -> Any:
        self.become(super().determinize(seat, rng))
        return self.copy()


def test_a_dealing_in_place() -> None:
    law, found = broken_law(InPlace, leave_out=["dealt-worlds-look-alike", "pickles", "equal-keys-mean-equal-futures"])
    assert law in ("dealing-changes-copies-only", "record-replays", "dealing-does-not-peek")
    assert found


class Lowest(TopCard):
    def determinize(self, seat: int, rng: Rng) -> Lowest:
        world: Any = self.copy()
        others = [i for i in range(self.seats) if i != seat and self.hands[i] != NONE]
        pool = sorted(self.unseen() + [self.hands[i] for i in others])
        for i in others if self.to_act != OVER else []:
            world.hands[i] = pool.pop(0)
        return world


def test_a_dealing_that_never_meets_the_truth() -> None:
    law, found = broken_law(Lowest)
    assert law == "dealing-reaches-the-truth"
    assert found.endswith("but never the true one")


class Forger(TopCard):
    def determinize(self, seat: int, rng: Rng) -> Forger:
        world: Any = self.copy()
        if self.to_act != OVER:
            for i in range(self.seats):
                if i != seat and self.hands[i] != NONE:
                    world.hands[i] = 1 + rng.below(4)
        return world

    def unseen(self) -> list[int]:
        try:
            return super().unseen()
        except ValueError:
            return [4]


def test_a_dealing_of_cards_that_are_not_in_the_box() -> None:
    left_out = ["movers-know-their-actions", "dealing-reaches-the-truth", "dealt-worlds-look-alike"]
    law, found = broken_law(Forger, leave_out=left_out)
    assert law == "dealt-worlds-are-sound"
    assert "expected every card at most 2 times" in found


class OpenBook(TopCard):
    def determinize(self, seat: int, rng: Rng) -> Any:
        return self.copy()


def test_secrets_that_are_never_dealt() -> None:
    law, found = broken_law(OpenBook, leave_out=["seats-texts-deal-worlds"])
    assert law == "declarations-are-true"
    assert found.startswith("has_secrets is True, but all worlds dealt at")


def test_secrets_that_are_not_declared() -> None:
    law, found = broken_law(has_secrets=False)
    assert law in ("dealing-changes-copies-only", "seen-is-consistent")
    assert "without secrets" in found


def test_a_position_text_that_leaks() -> None:
    law, found = broken_law(texts={"position_text": lambda state, seat: notation.position_text(state, None)})
    assert law == "position-texts-keep-secrets"
    assert "but in a world dealt for it" in found


class OpenDraws(TopCard):
    def seen(self, action: int, seat: int | None) -> int | None:
        return action if seat is None else super().seen(action, seat)


def test_a_spectator_who_sees_a_hidden_draw() -> None:
    law, found = broken_law(OpenDraws)
    assert law == "seen-is-consistent"
    assert found.startswith("a spectator sees ~")


class Blind(TopCard):
    def seen(self, action: int, seat: int | None) -> int | None:
        return None if action == CHANGE else super().seen(action, seat)


def test_a_mover_who_does_not_see_its_own_move() -> None:
    assert broken_law(Blind) == ("seen-is-consistent", "seat 0 plays change and sees None instead")


class Whisper(TopCard):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.last = 0

    def apply(self, action: int) -> None:
        super().apply(action)
        self.last = action

    def become(self, other: Whisper) -> None:
        super().become(other)
        self.last = other.last

    def key(self) -> tuple[int | tuple[int, ...], ...]:
        return (*as_tuple(super().key()), self.last)

    def view_of(self, seat: int | None) -> Any:
        return {**super().view_of(seat), "last": self.last}


def test_a_view_that_tells_of_a_hidden_draw() -> None:
    law, found = broken_law(Whisper, leave_out=["position-texts-parse-back"])
    assert law == "hidden-plies-stay-hidden"
    assert "in seen, but not in the views after them: view['last']" in found


# Showing


def test_a_path_that_begins_another() -> None:
    paths = {KEEP: ["deck", "keep"], CHANGE: ["deck"]}
    law, found = broken_law(pictures={"path": lambda view, action: paths[action]})
    assert (law, found) == ("paths-are-prefix-free", "the path deck of change begins that of keep, deck-keep")


def test_a_path_over_a_cell_that_is_not_there() -> None:
    law, found = broken_law(pictures={"path": lambda view, action: [f"cell{action}"]})
    assert (law, found) == ("paths-are-prefix-free", "the path of keep has the cells ['cell0'], the scene does not")


def test_a_scene_with_two_cells_of_one_name() -> None:
    def scene(view: Any) -> Scene:
        sound = drawing.scene(view)
        return replace(sound, cells=(*sound.cells, sound.cells[0]))

    assert broken_law(pictures={"scene": scene}) == ("scenes-are-sound", "the scene has two cells ['hand0']")


def telling(*effects: Effect) -> type[Any]:
    """Top Card with these effects, whatever is played."""

    class Teller(TopCard):
        def effects_of(self, action: int, after: Any) -> list[Effect]:
            return list(effects)

    return Teller


def test_an_effect_over_a_cell_that_is_not_there() -> None:
    law, found = broken_law(telling(Effect("kept", {"seat": 0}, ("moon",))))
    assert law == "effects-are-sound"
    assert found.endswith("has the cells ['moon'], the scenes do not")


def test_an_effect_with_values_that_are_not_json() -> None:
    law, found = broken_law(telling(Effect("kept", {"seat": {1}})))
    assert law == "effects-are-sound"
    assert found.startswith("the values of the effect kept are not JSON-able")


def test_a_ply_of_which_somebody_sees_nothing() -> None:
    law, found = broken_law(telling(Effect("kept", {"seat": 0}, (), only(0))))
    assert law == "everybody-sees-something"
    assert found.startswith("a spectator sees no effect of ~")


class Loud(TopCard):
    def effects_of(self, action: int, after: Any) -> list[Effect]:
        return [Effect("drew-card", {"seat": self.turn, "card": max(1, action - 1)})]


def test_effects_that_tell_a_hidden_card() -> None:
    law, found = broken_law(Loud)
    assert law == "effects-keep-secrets"
    assert found.endswith("tells what is hidden from it")


def test_an_effect_without_a_message() -> None:
    law, found = broken_law(telling(Effect("danced", {})))
    assert law == "effects-have-messages"
    assert found.startswith("the effect danced with the values {} cannot be told")


class Reasonable(TopCard):
    def reason(self) -> str:
        return "bored" if self.to_act == OVER else ""


def test_a_reason_without_a_message() -> None:
    law, found = broken_law(Reasonable)
    assert law == "reasons-have-messages"
    assert found.startswith("the reason bored cannot be told")


# How it is told


def test_the_sentence_says_game_law_finding_advice_and_plies() -> None:
    with known(replace(GAME, state=Unequal)) as about, pytest.raises(LawBroken) as caught:
        check_game(Game(about, 3, {}), matches=1, leave_out=["pickles"])
    sentence = str(caught.value)
    assert sentence.startswith(
        "topcard (3 seats, rounds=1) breaks law 8, payoffs-are-as-declared: payoffs() is [0.5, 0.25, 0.25]"
    )
    assert "Give each of n winners 1/n in payoffs (c_payoffs)" in sentence
    assert sentence.endswith(" ".join(caught.value.plies))


def test_the_plies_of_the_sentence_lead_there_again() -> None:
    with known(replace(GAME, state=Keyless)) as about, pytest.raises(LawBroken) as caught:
        check_game(Game(about, 2, {"rounds": 2}), matches=20, every=1, leave_out=["pickles"])
    state: Any = top_card(2, 2).new()
    for text in caught.value.plies:
        state.apply(state.game.parse_move(state, text))
    assert state.round > 0


class Crashing(TopCard):
    def scores(self) -> list[int]:
        return [1 // (2 - self.turn)] * self.seats if self.round == 0 else super().scores()


def test_a_crash_names_the_plies_before_it() -> None:
    with known(replace(GAME, state=Crashing)) as about, pytest.raises(ZeroDivisionError) as caught:
        check_game(Game(about, 3, {}), matches=1)
    note = caught.value.__notes__[0]
    assert note.startswith("topcard (3 seats, rounds=1), law scores-are-whole, ply 2; plies so far: ~")


def test_a_walk_chooses_the_actions() -> None:
    with known(GAME):
        report = check_game(top_card(3, 2), matches=5, walk=lambda state, rng: None if state.to_act == CHANCE else KEEP)
    assert report.longest == 3 + 3 * 2


def test_worlds_are_counted_by_key() -> None:
    state = top_card(2).parse_position("1,1 - 0 1")
    dealt = worlds(state, 0, 700)
    assert len(dealt) == 4
    assert 60 < dealt[state.key()] < 140  # one of the seven cards that seat 0 does not see


def test_costly_laws_are_sampled() -> None:
    report = check_game(calumma.load("yamamoto"), matches=4, every=1000, drawing=False)
    assert report.tried["pickles"] <= 12 < report.plies < report.tried["legal-ascends"]
    assert "left out" in str(report)


def test_a_report_is_json_able() -> None:
    report = check_game(calumma.load("yamamoto"), matches=1, drawing=False).as_json()
    assert report["laws"]["match-ends"]["tried"] == 1
    assert report["left_out"][0] == "movers-know-their-actions"


def test_every_law_has_a_text_and_advice() -> None:
    assert [law.number for law in LAWS] == list(range(1, len(LAWS) + 1))
    assert all(law.text.endswith(".") and law.advice.endswith(".") for law in LAWS)


# Explaining, and types


def test_a_refusal_without_words() -> None:
    class Mute(TopCard):
        def refusal(self, action: int) -> Effect:
            return Effect("hm", {})

    law, found = broken_law(Mute, leave_out=("pickles", "bad-texts-are-refused"))
    assert law == "refusals-are-told"
    assert 'there is no message "hm" among the refusals' in found


def test_a_refusal_that_tells_a_hidden_card() -> None:
    class Telling(TopCard):
        def refusal(self, action: int) -> Effect:
            return Effect("no-draw", {"card": self.hands[(self.turn + 1) % self.seats]})

    law, found = broken_law(Telling, leave_out=("pickles", "bad-texts-are-refused"))
    assert law == "refusals-are-told"
    assert found.endswith("tells what is hidden")


def test_a_click_that_is_refused_without_words() -> None:
    class Mute(TopCard):
        def refusal_of(self, cells: Sequence[str]) -> Effect:
            return Effect("hm", {})

    law, found = broken_law(Mute)
    assert law == "refused-clicks-are-told"
    assert 'there is no message "hm"' in found


def test_a_threat_with_a_cell_that_nobody_sees() -> None:
    class Threatening(TopCard):
        def threats(self, cell: str) -> list[Effect]:
            return [Effect("kept", {"seat": 0}, ("nowhere",))]

    law, found = broken_law(Threatening)
    assert (law, found) == ("threats-are-told", "the threat kept has the cells ['nowhere'], the scene does not")


def test_a_view_that_does_not_keep_to_its_type() -> None:
    class Changed(TopCard):
        def view_of(self, seat: int | None) -> Any:
            return {**super().view_of(seat), "deck": "many"}

    law, found = broken_law(Changed)
    assert (law, found) == ("views-keep-to-their-type", "view(None).deck is 'many': expected integer")


def test_a_symmetry_that_changes_the_rules() -> None:
    same = calumma.load("yamamoto").symmetries
    wrong = (same[0], replace(same[1], text=same[0].text))
    lopsided = replace(yamamoto.GAME, name="lopsided", symmetries=lambda game: wrong)
    with known(lopsided) as about, pytest.raises(LawBroken) as caught:
        check_game(Game(about, 2, {}), matches=20, every=1, drawing=False)
    assert caught.value.law.name == "symmetries-keep-the-rules"
    assert caught.value.found.startswith("by sides, ")


def without(part: str) -> LawBroken:
    texts = {name: value for name, value in vars(notation).items() if name != part}
    with known(replace(GAME, notation=SimpleNamespace(**texts))) as about, pytest.raises(LawBroken) as caught:
        check_game(Game(about, 3, {"rounds": 2}), matches=2, every=1, leave_out=("pickles",))
    return caught.value


def test_seats_texts_that_nobody_can_read() -> None:
    broken = without("fill")
    assert broken.law.name == "seats-texts-deal-worlds"
    assert "positions of topcard as a seat sees them: its notation has no fill" in broken.found


def test_a_seats_text_that_is_read_as_another_position() -> None:
    wrong = lambda game, text, seat: notation.fill(game, text, seat)[:-1] + "1"  # noqa: E731
    assert broken_law(texts={"fill": wrong})[0] == "seats-texts-deal-worlds"
