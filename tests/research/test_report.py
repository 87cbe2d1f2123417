"""Reports: a tiny one of every game at every number of seats, for structure; what they say is checked with small samples."""

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.cli import main
from calumma.core import registry
from calumma.lab.report import jobs, measures
from calumma.lab.report import plan as plans
from calumma.lab.report.findings import are_alike
from calumma.lab.report.make import make
from calumma.lab.report.plan import ReportPlan
from calumma.testing.topcard import GAME

TABLES = [(name, seats) for name in calumma.games() for seats in calumma.load(name).info.seats]
HEADINGS = [
    "At a glance",
    "Who is favoured",
    "How matches end",
    "How long it takes",
    "How many choices there are",
    "How large it is",
    "Lead and drama",
    "Luck and skill",
    "What each option does",
    "How this page was made",
]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "TRIES", 3)
    for module in (plans, jobs):
        monkeypatch.setattr(module, "BATCH", 4)


def report(tmp_path: Path, name: str, seats: int | None = None, **chosen: Any) -> tuple[str, Any]:
    plan = ReportPlan(calumma.load(name, seats), **{"bot": "greedy", "matches": 2, "levels": (1, 2), **chosen})
    make(plan, tmp_path, "calumma report ..")
    return (tmp_path / "README.md").read_text(encoding="utf-8"), json.loads((tmp_path / "report.json").read_text("utf-8"))


class Outside(HTMLParser):
    """Collects what a page would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        links = {"src", "href", "data", "xlink:href"}
        self.found += [
            value for name, value in attributes if value and name in links and tag != "a" and not value.startswith("#")
        ]
        self.found += [tag] if tag in {"script", "link", "iframe"} else []


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_at_every_table_gets_a_whole_report(tmp_path: Path, name: str, seats: int) -> None:
    text, facts = report(tmp_path, name, seats)
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == HEADINGS
    sides = len(calumma.load(name, seats).teams)
    assert len(facts["findings"]["main"]["shares"]) == sides
    assert sum(one["value"] for one in facts["findings"]["main"]["shares"]) == pytest.approx(1)
    assert {one["option"] for one in facts["findings"]["options"]} | set(facts["findings"]["idle"]) == {
        option.name for option in calumma.load(name).info.options.values() if option.kind != "text"
    }
    assert facts["findings"]["skill"]["deal_count"] == (2 if calumma.load(name).info.has_chance else 0)
    assert ("`partners` changes nothing here" in text) == (name == "bradley" and seats in (2, 3, 5))
    assert "{" not in text
    page = Outside()
    page.feed((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert page.found == []


@pytest.fixture
def top_card() -> Iterator[None]:
    registry.register_definition(GAME)
    yield
    registry.forget("topcard")


@pytest.mark.usefixtures("top_card")
def test_every_plot_is_a_drawing_with_its_numbers_in_words(tmp_path: Path) -> None:
    text, _ = report(tmp_path, "topcard", bot="mcts:20", matches=100, others=(3,))
    shown = re.findall(r"!\[([^\]]+)\]\(plots/(\w+)\.svg\)", text)
    assert len(shown) == len(list((tmp_path / "plots").iterdir())) == 10
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    for alt, name in shown:
        drawing = (tmp_path / "plots" / f"{name}.svg").read_text(encoding="utf-8")
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
        assert "prefers-color-scheme:dark" in drawing
        assert re.search(r"\d", alt)
    assert page.count('role="img" aria-label=') == 10
    assert "#010101" not in page


def test_what_too_few_matches_cannot_tell_is_left_out(tmp_path: Path) -> None:
    text, _ = report(tmp_path, "yamamoto", bot="level:2", matches=4)
    assert "n = 4: too few to tell." in text
    assert "With 2 matches of every pairing it cannot be told" in text
    assert not {"sources.svg", "ratings.svg"} & {path.name for path in (tmp_path / "plots").iterdir()}
    assert "The lead changes" in text


def test_a_stopped_report_goes_on_and_says_the_same(tmp_path: Path) -> None:
    first, _ = report(tmp_path / "a", "yamamoto")
    log = (tmp_path / "a" / "matches.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "matches.jsonl").write_bytes(b"".join(log[:4]) + log[4][:20])
    again, _ = report(tmp_path / "b", "yamamoto")
    assert again == first
    assert len((tmp_path / "b" / "matches.jsonl").read_bytes().splitlines()) == len(log)


def test_the_same_luck_is_played_several_times_where_there_is_luck() -> None:
    plan = ReportPlan(calumma.load("piecepack"), "greedy", 10)
    assert [len(plan.groups["deal", deal]) for deal in range(plan.deals)] == [3, 3]
    assert ReportPlan(calumma.load("yamamoto"), "greedy", 10).deals == 0


def test_an_option_that_changes_nothing_here_is_compared_where_it_does() -> None:
    assert ReportPlan(calumma.load("bradley"), "greedy", 2).contrasts[1].matters is False
    plan = ReportPlan(calumma.load("bradley"), "greedy", 2, others=(3, 4))
    partners = next(one for one in plan.contrasts if one.option.name == "partners")
    assert {game.seats for game in partners.games.values()} == {4}


def test_the_value_that_a_report_is_about_is_marked(tmp_path: Path) -> None:
    plan = ReportPlan(calumma.load("yamamoto", goal="row"), "greedy", 2, levels=(1, 2))
    make(plan, tmp_path, "calumma report ..")
    assert "| `goal=row`\\* |" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_matches_of_an_option_are_those_of_the_main_part_where_nothing_differs() -> None:
    plan = ReportPlan(calumma.load("yamamoto"), "greedy", 10)
    assert {job.id for job in plan.groups["option", "goal", "dots"]} == {job.id for job in plan.groups["main",]}
    assert len(plan.jobs) == len({job.id for job in plan.jobs})


@pytest.mark.parametrize(("new", "told"), [(140.2, "takes 140 instead of 133"), (133.4, "")])
def test_a_difference_that_cannot_be_seen_in_the_numbers_is_not_told(new: float, told: str) -> None:
    from calumma.lab.report.comparisons import _change
    from calumma.lab.report.estimates import Estimate
    from calumma.lab.report.words import count

    by, before = Estimate(new - 132.8, 0.1, 9.0, 500), Estimate(132.8, 132.0, 133.6, 500)
    assert _change(by, "takes {} instead of {}", count, Estimate(new, new - 1, new + 1, 500), before) == told


def test_bots_without_whims_do_not_play_one_match_again_and_again_at_other_tables() -> None:
    plan = ReportPlan(calumma.load("chamelequin"), "mcts:20", 10, others=(3,))
    assert len({job.read(job.play()).digest for job in plan.groups["table", 3]}) == plan.per_table == 3


def test_matches_that_repeat_each_other_are_not_taken_for_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "sha256", lambda plies: sha256(b"one and the same match"))
    text, _ = report(tmp_path, "yamamoto", matches=40)
    assert "**Hardly any variety.** Only 1 of 40 matches went different ways" in text
    assert "n = 40: too many went ply by ply the same way to tell." in text
    assert "| 16 (1 different) |" in text
    assert "| 40 (1 different) |" in text
    assert all(not one["more"] for one in json.loads((tmp_path / "measured.json").read_text("utf-8"))["variants"])


def test_half_of_the_matches_must_differ() -> None:
    assert [are_alike(40, different) for different in (1, 19, 20, 40)] == [True, True, False, False]


def test_random_plies_begin_every_match_of_bots(tmp_path: Path) -> None:
    plan = ReportPlan(calumma.load("chamelequin"), "greedy", 4, levels=(1, 2), others=(3,), opening=4)
    assert {job.match.opening for job in plan.jobs if isinstance(job, jobs.MeasuredJob)} == {4}
    text, facts = report(tmp_path, "yamamoto", matches=4, opening=4)
    assert "4 matches after 4 random plies, with greedy in all seats" in text
    assert facts["findings"]["main"]["different"] == 4


def test_the_stronger_bot_sits_everywhere_equally_often() -> None:
    plan = ReportPlan(calumma.load("chamelequin", 3), "greedy", 100)
    seats = [place for _, place in plan.pairing(3, 1)]
    assert {seats.count(side) for side in range(3)} == {plan.per_pairing // 3}
    assert all(job.match.players[place] == "level:3" for job, place in plan.pairing(3, 1))


def test_the_command_writes_a_page_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["report", "yamamoto", "--matches", "2", "--levels", "1-2", "--bot", "greedy", "--out", str(tmp_path)]
    assert main(arguments) == 0
    assert "index.html" in capsys.readouterr().out
    assert "**Few matches.** Only 2 were played" in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f"calumma report yamamoto --matches 2 --bot greedy --levels 1-2 --seed 0 --out {tmp_path}" in (
        tmp_path / "README.md"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], 'unknown game "chess"'),
        (["yamamoto", "--levels", "5"], 'cannot read the levels "5": expected two of 1 to 6, the lower first, like 1-5'),
        (["yamamoto", "--levels", "5-9"], 'cannot read the levels "5-9": expected two of 1 to 6, the lower first, like 1-5'),
        (["yamamoto", "--bot", "nobody"], 'unknown player "nobody"'),
        (["yamamoto", "--seats", "3"], 'cannot seat "3" at yamamoto'),
    ],
)
def test_wrong_input_is_answered_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["report", *arguments, "--out", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err


def test_without_the_library_that_draws_a_sentence_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from calumma import extras

    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    assert main(["report", "yamamoto", "--out", str(tmp_path)]) == 2
    assert 'pip install "calumma[research]"' in capsys.readouterr().err
