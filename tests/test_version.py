"""The version is written in one place, `calumma.__version__`; everything that shows it agrees."""

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import calumma
from calumma.cli import main
from calumma.server.app import create_app

ROOT = Path(__file__).parents[1]
SHOWN = rf"Calumma {re.escape(calumma.__version__)}(?![\w.])"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with TestClient(create_app(), base_url="http://calumma.test") as client:
        yield client


def test_the_package_takes_its_version_from_the_code() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in settings["project"]
    assert settings["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "calumma.__version__"}


def test_the_installed_package_has_this_version() -> None:
    assert metadata.version("calumma") == calumma.__version__


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [calumma.__version__]


def test_the_changelog_begins_with_what_is_unreleased_and_then_has_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", calumma.__version__]


def test_the_command_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--version"])
    assert capsys.readouterr().out.startswith(f"calumma {calumma.__version__}, ")


def test_the_description_for_programs_names_it(client: Any) -> None:
    assert client.get("/api/openapi.json").json()["info"]["version"] == calumma.__version__


@pytest.mark.parametrize("address", ["/", "/rules/yamamoto", "/puzzles", "/analysis", "/me", "/no-such-page"])
def test_every_page_shows_it_at_its_foot(client: Any, address: str) -> None:
    foot = re.search(r"<footer.*?</footer>", client.get(address).text, re.DOTALL)
    assert foot
    assert re.search(SHOWN, foot[0])
