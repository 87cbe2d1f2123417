"""Hooks of MkDocs (mkdocs.yml): what the site takes from outside docs/, and links that work on a code host and in the site alike.

Rules, changelog and the like stay where a reader of the repository looks for them and become pages of the site. A link to any
other file of the repository leads to a copy of it in the site.
"""

from __future__ import annotations

import ast
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^ *(```|~~~)")
TITLE = re.compile(r"^# (.+)\n", re.MULTILINE)
COPIES = "files"


def pages_from_elsewhere() -> dict[str, str]:
    """Return which files of the repository, outside docs/, are pages, and where in the site."""
    pages = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "NOTICE.md": "notice.md"}
    for rules in sorted((ROOT / "src/calumma/games").glob("*/RULES.md")):
        pages[rules.relative_to(ROOT).as_posix()] = f"rules/{rules.parent.name}.md"
    return pages


PAGES = pages_from_elsewhere()
ORIGINS = {page: origin for origin, page in PAGES.items()}


def version() -> str:
    """Return the version as the sources have it, without importing them."""
    tree = ast.parse((ROOT / "src/calumma/__init__.py").read_text(encoding="utf-8"))
    values = [node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__version__"]
    return str(ast.literal_eval(values[0]))


def place_of(path: str) -> str:
    """Return where in the site a file of the repository is."""
    if path == "README.md":
        return "index.md"
    return PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else f"{COPIES}/{path}")


def in_the_site(text: str, page: str) -> tuple[str, set[str]]:
    """Return the text of a page with its links as the site needs them, and which files must be copied for that."""
    origin = ORIGINS.get(page, f"docs/{page}")
    copied: set[str] = set()

    def led(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link[2]))
        if not (ROOT / target).is_file():
            return link[0]  # the strict build names it
        place = place_of(target)
        if place.startswith(f"{COPIES}/"):
            copied.add(target)
        return f"{link[1]}{posixpath.relpath(place, posixpath.dirname(page) or '.')}{link[3]}"

    lines, fenced = [], False
    for line in text.split("\n"):
        fenced ^= bool(FENCE.match(line))
        lines.append(line if fenced else LINK.sub(led, line))
    return "\n".join(lines), copied


def with_its_board(text: str, page: str) -> str:
    """Return the rules of a game with the drawn board under their title."""
    name = Path(page).stem
    picture = f"\n![A position of this game, drawn by the program](../pictures/{name}.svg){{ .board }}\n"
    return TITLE.sub(lambda title: title[0] + picture, text, count=1)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Show the version at the foot of every page."""
    config.copyright = f"Calumma {version()}, MIT licence"
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that live outside docs/, and the icon of the pages of the browser."""
    for origin, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / origin)))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ROOT / "src/calumma/server/static/icon.svg")))
    return files


def on_page_markdown(markdown: str, page: Any, config: MkDocsConfig, files: Files) -> str:
    """Lead links to where things are in the site, and copy what is linked to."""
    name = page.file.src_uri
    text, copied = in_the_site(markdown, name)
    for path in sorted(copied):
        if files.get_file_from_path(f"{COPIES}/{path}") is None:
            files.append(File.generated(config, f"{COPIES}/{path}", abs_src_path=str(ROOT / path)))
    return with_its_board(text, name) if name.startswith("rules/") else text
