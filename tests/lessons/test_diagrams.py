"""Diagrams of the numbered rules: every rule has one, and its moves can be played."""

import re

import pytest

import calumma
from calumma.core import GameError
from calumma.lessons.diagrams import diagrams_of, read_diagrams

NUMBERED = re.compile(r"(?m)^(?:(\d+)\. |\*\*(R\d+)\.|- \*\*(R\d+[a-z])\.)")


@pytest.mark.parametrize("name", calumma.games())
def test_every_numbered_rule_has_a_diagram_in_the_order_of_the_rules(name: str) -> None:
    rules = ["".join(found) for found in NUMBERED.findall(calumma.load(name).rules_text)]
    assert list(dict.fromkeys(diagram.rule for diagram in diagrams_of(name))) == rules


@pytest.mark.parametrize("name", calumma.games())
def test_the_moves_of_every_diagram_can_be_played_and_are_told(name: str) -> None:
    for diagram in diagrams_of(name):
        assert len(diagram.states()) == (2 if diagram.moves else 1)
        assert bool(diagram.words()) == bool(diagram.moves)


def test_an_entry_that_leads_into_a_goal_is_told_with_its_capture() -> None:
    """Rule 7 of yamamoto: the piece that entered on b5 is captured at once."""
    diagram = next(one for one in diagrams_of("yamamoto") if one.rule == "7")
    assert diagram.words().endswith("Blue captured Orange's white piece on b5.")
    assert "b5" in diagram.cells()[-1]


@pytest.mark.parametrize("text", ["diagrams = [", "diagrams = [{ rule = 1 }]", 'diagrams = [{ rule = "1" }]'])
def test_a_mistake_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(GameError, match="cannot read the diagram"):
        read_diagrams("bradley", text)
