"""Covers for social networks, 1200 by 630 pixels, in server/static/covers: one for each game, one for all.

Networks take no SVG, so Chromium paints what the pages show; whoever serves the pages needs no browser for it.
"""

from __future__ import annotations

import base64
from html import escape

from playwright.sync_api import Page, sync_playwright

import calumma
from calumma.core.registry import definition
from calumma.core.words import Words
from calumma.drawing import style_sheet
from calumma.server.pages import COVERS
from calumma.site.pages.pictures import example_picture

FONTS = COVERS.parent / "fonts"
QUALITY = 84  # of 100: JPEG, a fifth of PNG
SHEET = """
body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 520px 1fr; background: var(--calumma-page);
  color: var(--calumma-ink); font-family: Text; }
.words { padding: 64px 0 48px 64px; display: flex; flex-direction: column; }
h1 { font: 600 66px/1.1 Title; margin: 0 0 12px; }
em { font: italic 400 44px/1.2 Subtitle; color: var(--calumma-faint); margin-bottom: 28px; }
p { font-size: 32px; line-height: 1.35; margin: 0; }
.brand { margin-top: auto; font-size: 30px; font-weight: 600; }
.board { padding: 40px; display: flex; align-items: center; justify-content: center; }
.board > svg { width: 100%; height: 550px; }
.all { display: grid; grid-template-columns: repeat(6, 1fr); gap: 18px; align-content: center; }
.all > svg { width: 100%; height: 262px; grid-column: span 2; }
.all > :nth-child(4) { grid-column: 2 / span 2; }
"""


def fonts() -> str:
    """The rules that bring the fonts along."""
    files = {"Title": "serif.woff2", "Subtitle": "serif-italic.woff2", "Text": "sans.woff2"}
    sources = {name: base64.b64encode((FONTS / file).read_bytes()).decode() for name, file in files.items()}
    return "".join(
        f'@font-face {{ font-family: {name}; src: url("data:font/woff2;base64,{source}"); font-weight: 200 900; }}'
        for name, source in sources.items()
    )


def keep(page: Page, name: str, title: str, subtitle: str, sentence: str, boards: list[str]) -> None:
    """Write one cover."""
    told = f"<h1>{escape(title)}</h1><em>{escape(subtitle)}</em><p>{escape(sentence)}</p><div class=brand>Calumma</div>"
    board = f"<div class='board{' all' if len(boards) > 1 else ''}'>{''.join(boards)}</div>"
    body = f"<body class=calumma data-theme=light data-marks=subtle><div class=words>{told}</div>{board}</body>"
    page.set_content(f"<style>{style_sheet()}{fonts()}{SHEET}</style>{body}")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=COVERS / f"{name}.jpg", type="jpeg", quality=QUALITY)
    print(f"{name}.jpg")


def main() -> None:
    """Make all covers."""
    say = Words("calumma.site")
    COVERS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        boards = {name: example_picture(name).replace('data-theme="auto"', 'data-theme="light"') for name in calumma.games()}
        for name, board in boards.items():
            info = calumma.load(name).info
            keep(page, name, info.title, definition(name).subtitle, info.sentence, [board])
        keep(page, "calumma", say("home.title"), "", say("home.lead"), list(boards.values()))
        browser.close()


if __name__ == "__main__":
    main()
