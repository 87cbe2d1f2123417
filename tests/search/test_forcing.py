"""The search that forces results: small positions whose answers can be seen."""

import pytest

import calumma
from calumma.core import State
from calumma.search.forcing import Forcing

pytestmark = pytest.mark.contract


def state_of(name: str, text: str, **options: str) -> State:
    return calumma.load(name, 2, **options).parse_position(text)


def test_a_win_is_forced_only_if_there_are_enough_turns() -> None:
    """Orange enters where nobody can take the piece."""
    state = state_of("yamamoto", "b4/5/2W2/5/2B2 o")
    search = Forcing(state.game, 1.0)
    assert search.reaches(state, 0, 1) is True
    assert search.reaches(state, 1, 1) is False


def test_a_lead_counts_the_answer_within_the_horizon() -> None:
    """White captures on f5 and is ahead by one more; nobody can take back."""
    state = state_of("chamelequin", "8/8/2bB5/3wGwYRbG2/8/8/8/8 w - 8,8 0")
    search = Forcing(state.game, 1.0)
    assert search.lead_of(state, 0) == 0
    assert [search.reaches(state, 0, 2, lead) for lead in (1, 2)] == [True, False]


def test_the_last_hole_decides() -> None:
    full = "PPGGG/PPPPGPG/PPPGPPGGG/PGGGPGGGG/PGGGG1GPG/PGGGGGGPG/GPGGGPGPP/PPGGGGP/PGGGG P"
    state = state_of("bradley", full, relocate="none")
    assert Forcing(state.game, 1.0).reaches(state, 0, 1) is True


def test_luck_does_its_worst_unless_it_makes_no_difference() -> None:
    """Lying in wait rolls for a space: no point is certain by it, and none is in reach without."""
    position = calumma.load("life", 2)
    text = (
        "phase=act to=0 actions=1 rolls=0 turns=0 starved=0 marker=0 did=- snakes=R8,O10,Y12,G14,B16,V18 bugs=5:O,6:V"
        " row=G,OB,YV discard=- objectives=RVBY,VRBG,YBRO,BRYG used=- s0=4/RB/-/GVR:L2/-/-/- s1=1/OV/-/-/-/-/-"
    )
    state = position.parse_position(text)
    search = Forcing(state.game, 1.0)
    assert search.reaches(state, 0, 1, search.lead_of(state, 0) + 1, nodes=20_000) in (False, None)


def test_a_search_that_takes_too_long_knows_nothing() -> None:
    state = calumma.load("bradley").new()
    search = Forcing(state.game, 1.0)
    assert search.reaches(state, 0, 40, nodes=100) is None
    assert search.visited == 101


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a position of"):
        Forcing(calumma.load("bradley")).reaches(calumma.load("yamamoto").new(), 0, 1)
