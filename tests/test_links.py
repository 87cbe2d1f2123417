"""Links between the files of the repository lead somewhere, as a code host shows them: files and headings alike."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """What a heading is called in an address: lower case, hyphens for spaces, without punctuation."""
    titles = re.findall(r"^#+ (.+?) *$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def broken(path: Path, root: Path = ROOT) -> Iterator[str]:
    for target in LINK.findall(prose(path)):
        if re.match(r"[a-z]+:", target):
            continue  # another host: not asked
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        if not there.exists() or not there.is_relative_to(root):
            yield f"{target}: no such file"
        elif anchor and there.suffix == ".md" and anchor not in anchors(there):
            yield f"{target}: no such heading"


FILES = sorted(path for folder in ("", "docs/**/", "src/**/", "examples/**/") for path in ROOT.glob(f"{folder}*.md"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_the_links_of_a_file_lead_somewhere(path: Path) -> None:
    assert list(broken(path)) == []


def test_broken_links_would_be_noticed(tmp_path: Path) -> None:
    page = ROOT / "docs" / "bots.md"
    assert "the-levels" in anchors(page)
    assert "no-such-heading" not in anchors(page)
    text = tmp_path / "page.md"
    text.write_text("# A page\n[there](missing.md) [here](#a-page) [gone](#gone)\n")
    assert [found.partition(":")[0] for found in broken(text, tmp_path)] == ["missing.md", "#gone"]
