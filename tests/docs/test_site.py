"""The built site: complete, self-contained, and searchable without a network."""

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

import calumma
from chromium import CHROMIUM

ROOT = Path(__file__).parents[2]
FETCHED = {("script", "src"), ("link", "href"), ("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset")}
FETCHED |= {("iframe", "src"), ("video", "src"), ("audio", "src"), ("object", "data"), ("use", "href"), ("image", "href")}
ELSEWHERE = re.compile(r"^\s*(https?:)?//", re.IGNORECASE)
STYLED = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)


class Fetches(HTMLParser):
    """Gathers the addresses that a browser fetches by itself; links for people to follow are not among them."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value for name, value in attrs if (tag, name) in FETCHED and value]
        self.addresses += [url for name, value in attrs if name == "style" for url in STYLED.findall(value or "")]


def fetched_from_elsewhere(text: str) -> list[str]:
    page = Fetches()
    page.feed(text)
    return [address for address in page.addresses if ELSEWHERE.match(address)] + STYLED.findall(text)


def pages_of(nav: Any) -> Iterator[str]:
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            yield from pages_of(value) if isinstance(value, list) else [value]


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://example.org/a.js"></script>',
        '<link rel="stylesheet" href="//example.org/a.css">',
        '<img src="http://example.org/a.png">',
        '<p style="background: url(https://example.org/a.png)">',
        '<style>@import "https://example.org/a.css"; </style>',
    ],
)
def test_something_from_elsewhere_would_be_noticed(text: str) -> None:
    assert fetched_from_elsewhere(text)


def test_pages_fetch_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    assert {str(page): found for page in pages if (found := fetched_from_elsewhere(page.read_text(encoding="utf-8")))} == {}


def test_styles_and_pictures_fetch_nothing_from_elsewhere(site: Path) -> None:
    files = [*site.rglob("*.css"), *site.rglob("*.svg")]
    assert len(files) > 20
    assert {str(file): found for file in files if (found := STYLED.findall(file.read_text(encoding="utf-8")))} == {}


def test_every_page_that_the_menu_names_is_built(site: Path) -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    for page in pages_of(nav):
        assert (site / re.sub(r"(README|index)\.md$", "index.md", page)).with_suffix(".html").is_file(), page


def built_as_make_does(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build a small site with the settings of ours, by the command of `make docs`."""
    settings = "\n".join([f"INHERIT: {ROOT / 'mkdocs.yml'}", "docs_dir: text", "nav: []", "hooks: []", "plugins: []"])
    settings += "\ntheme: { name: mkdocs }\nextra_css: []\nsite_dir: site\n"
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    made = subprocess.run(["make", "--dry-run", "docs"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    words = shlex.split(next(line for line in made.splitlines() if "mkdocs build" in line))
    command = [str(ROOT / word) if word.startswith(".venv") else word for word in words if "=" not in word]
    quietly = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=folder, env=quietly, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# A page\n\n[fine](#a-page)\n", None),
        ("# A page\n\n[gone](nowhere.md)\n", "nowhere.md"),
        ("# A page\n\n[gone](index.md#nowhere)\n", "#nowhere"),
        ("# A page\n\n![gone](nowhere.svg)\n", "nowhere.svg"),
    ],
    ids=["no fault", "no such page", "no such heading", "no such picture"],
)
def test_a_broken_link_fails_the_build(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text/index.md").write_text(text, encoding="utf-8")
    built = built_as_make_does(tmp_path)
    assert bool(built.returncode) == bool(complaint), built.stderr
    assert (complaint or "") in built.stderr


@pytest.mark.parametrize("name", calumma.games())
def test_rules_are_shown_with_their_board(site: Path, name: str) -> None:
    page = (site / f"rules/{name}.html").read_text(encoding="utf-8")
    assert f"../pictures/{name}.svg" in page
    assert (site / f"pictures/{name}.svg").is_file()


def test_a_link_to_a_file_of_the_repository_leads_to_a_copy(site: Path) -> None:
    page = (site / "guides/write-a-bot.html").read_text(encoding="utf-8")
    assert 'href="../files/examples/own_bot/hasty.py"' in page
    assert (site / "files/examples/own_bot/hasty.py").read_bytes() == (ROOT / "examples/own_bot/hasty.py").read_bytes()


def test_a_link_to_rules_leads_to_their_page(site: Path) -> None:
    assert 'href="../rules/life.html"' in (site / "games/life.html").read_text(encoding="utf-8")


def test_the_version_is_at_the_foot(site: Path) -> None:
    assert f"Calumma {calumma.__version__}, " in (site / "index.html").read_text(encoding="utf-8")


PACKAGES = ["", "core", "play", "players", "records", "drawing", "search", "testing"]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package or "calumma")
def test_the_reference_has_everything_that_a_package_offers(site: Path, package: str) -> None:
    module = __import__(f"calumma.{package}".rstrip("."), fromlist=["__all__"])
    page = (site / f"reference/{package or 'calumma'}.html").read_text(encoding="utf-8")
    shown = {found.rpartition(".")[2] for found in re.findall(r'id="(calumma\.[\w.]+)"', page)}
    assert set(module.__all__) - shown == set()


def test_examples_in_docstrings_are_shown_as_sessions(site: Path) -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (site / "reference").glob("*.html")}
    assert re.search(r'class="gp">&gt;&gt;&gt; ?</span>', pages["play"])
    assert [name for name, page in pages.items() if "<blockquote>" in page] == []


@pytest.mark.browser
def test_the_search_works_from_files_and_asks_no_other_host(address: str, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    asked = []
    with playwright.sync_playwright() as browsers:
        home = {**os.environ, "HOME": str(tmp_path)}  # where Chromium keeps its crash reports
        browser = browsers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], env=home)
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/index.html")
        page.keyboard.press("/")
        page.get_by_role("textbox", name="Search").fill("wasp")
        result = page.locator(".md-search-result__link", has_text="Schoessow").first
        result.wait_for()
        result.click()
        page.wait_for_url("**/rules/piecepack.html**")
        browser.close()
    assert [url for url in asked if not url.startswith((f"{address}/", "data:", "blob:"))] == []
