"""Icons of the site without a server, in offline/static: 192 and 512 pixels, and one that may be cut to any shape.

Phones take no SVG, so Chromium paints that of the pages.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

SOURCE = Path(__file__).parents[1] / "src/calumma"
STATIC = SOURCE / "offline/static"
DARK = "#171412"  # the background of the manifest
# How many pixels, which part of them the mark takes, and what is behind it. A phone cuts a maskable icon down to 80 %.
ICONS = {"icon-192": (192, 1.0, ""), "icon-512": (512, 1.0, ""), "icon-maskable": (512, 0.68, DARK)}


def main() -> None:
    """Paint all icons."""
    mark = (SOURCE / "server/static/icon.svg").read_text("utf-8").replace("<svg ", "<svg width=100% height=100% ", 1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for name, (size, part, behind) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            place = f"position: absolute; inset: {size * (1 - part) / 2}px"
            page.set_content(f"<body style='margin: 0; background: {behind or 'transparent'}'><div style='{place}'>{mark}</div>")
            page.screenshot(path=STATIC / f"{name}.png", omit_background=not behind)
            print(f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
