"""Rules with diagrams: after every numbered rule, what it looks like before and after a move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from calumma.core.registry import load
from calumma.core.words import Words
from calumma.drawing import Scene, draw_svg
from calumma.lessons.diagrams import Diagram, diagrams_of
from calumma.site.refusals import Refused

say = Words(__package__)

RULE = re.compile(r"(?:(?P<item>(?P<number>\d+)\. )|\*\*(?P<plain>R\d+)\.|(?P<point>- )\*\*(?P<part>R\d+[a-z])\.)")
ITEM = re.compile(r"\d+\. |- ")
WIDTH = 340


def illustrated_rules(name: str) -> str:
    """Return the rules of a game as Markdown, with pictures after every rule that has diagrams."""
    found = diagrams_of(name)
    by_rule: dict[str, list[int]] = {}
    for number, diagram in enumerate(found):
        by_rule.setdefault(diagram.rule, []).append(number)
    return "\n".join(_illustrated(name, load(name).rules_text.splitlines(), found, by_rule))


def _illustrated(name: str, lines: Sequence[str], found: Sequence[Diagram], by_rule: dict[str, list[int]]) -> Iterator[str]:
    waiting: list[str] = []  # pictures of the rule whose end has not come yet
    for line in [*lines, ""]:
        if waiting and (not line.strip() or ITEM.match(line)):
            yield from waiting
            waiting = []
        yield line
        begun = RULE.match(line)
        if begun is not None:
            rule = str(begun["number"] or begun["plain"] or begun["part"])
            indent = " " * len(begun["item"] or begun["point"] or "")
            waiting = [text for number in by_rule.pop(rule, []) for text in _pictures(name, number, found[number], indent)]


def _pictures(name: str, number: int, diagram: Diagram, indent: str) -> list[str]:
    place = f"/rules/{name}/diagrams/{number}"
    before = f"![{say('diagram.before', rule=diagram.rule)}]({place})"
    if not diagram.moves:
        return ["", f"{indent}{before}", ""]
    after = f"![{say('diagram.after', rule=diagram.rule)}]({place}?after=true)"
    return ["", f"{indent}{before} {after}", "", f"{indent}*{diagram.words()}*", ""]


def diagram_picture(name: str, number: int, after: bool = False) -> str:
    """Return the picture of a diagram: the position before its moves, or after them; Refused if there is none."""
    known = diagrams_of(name)
    if not 0 <= number < len(known):
        raise Refused(404, say("no-diagram", name=name, number=number))
    diagram = known[number]
    at = -1 if after else 0
    scene = diagram.game.definition.drawing.picture(diagram.states()[at].view(diagram.seat), False)
    assert isinstance(scene, Scene)
    title = say("diagram.after" if after else "diagram.before", rule=diagram.rule)
    return draw_svg(scene, "auto", size=WIDTH, highlights=diagram.cells()[at], title=title)
