"""Findings to a page: Markdown with plots beside it, and the same as one HTML page that needs nothing else."""

from __future__ import annotations

import json
import re
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any

from calumma import __version__
from calumma.lab.report.frame import Report, title
from calumma.lab.report.known import known
from calumma.lab.report.plots import Plot
from calumma.lab.report.sections import sections
from calumma.players.levels import fingerprint

KNOWN = "measured.json"
STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #ffffff; --soft: #f2f3f5; --line: #c9ccd1; --link: #005a8d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --paper: #16181b; --soft: #22252a; --line: #474c54; --link: #7cc4f0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem 1rem 4rem; max-width: 58rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { margin-top: 2.4rem; font-size: 1.25rem; border-bottom: 1px solid var(--line); }
h1, h2, p, ul, pre, blockquote, figure { max-width: 46rem; }
a { color: var(--link); }
figure { margin: 1.2rem 0; } figure svg { display: block; width: 100%; max-width: 34rem; height: auto; margin: 0 auto; }
blockquote { margin: 1rem 0; padding: .1rem .9rem; background: var(--soft); border-left: 3px solid var(--line); }
blockquote, table { font-size: .9rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td[style*="right"], td code { white-space: nowrap; } td:not([style]):not(:first-child) { min-width: 14rem; }
sup { line-height: 0; }
code { background: var(--soft); padding: .05rem .25rem; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .7rem; white-space: pre-wrap; } pre code { padding: 0; }
"""


def write(report: Report, folder: Path) -> list[Path]:
    """Write README.md, index.html, report.json, measured.json and the plots into a folder; return the files."""
    parts = list(sections(report))
    drawn = [part for part in parts if isinstance(part, Plot)]
    text = "\n\n".join(f"![{part.alt}](plots/{part.name}.svg)" if isinstance(part, Plot) else part for part in parts) + "\n"
    files = {
        folder / "README.md": text,
        folder / "index.html": html(text, {plot.name: plot for plot in drawn}, title(report.plan.game)),
        folder / KNOWN: json.dumps(known(report.plan, report.findings), indent=1, ensure_ascii=False) + "\n",
        folder / "report.json": json.dumps(_finite(_facts(report)), indent=1, ensure_ascii=False) + "\n",
        **{folder / "plots" / f"{plot.name}.svg": plot.svg for plot in drawn},
    }
    (folder / "plots").mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        path.write_text(content, encoding="utf-8")
    return list(files)


def html(text: str, drawn: dict[str, Plot], title: str) -> str:
    """Return Markdown with plots as one page; the plots are part of it."""
    from markdown_it import MarkdownIt

    body = str(MarkdownIt("commonmark").enable("table").render(text))
    body = re.sub(r'<p><img src="plots/(\w+)\.svg"[^>]*></p>', lambda found: _figure(drawn[found[1]]), body)
    body = re.sub(r"<table>", '<div class="wide" tabindex="0"><table>', body).replace("</table>", "</table></div>")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _figure(plot: Plot) -> str:
    label = f'<svg role="img" aria-label="{escape(plot.alt)}"'
    return f"<figure>{plot.svg.strip().replace('<svg', label, 1)}</figure>"


def _finite(value: Any) -> Any:
    """Return JSON-able values with null for what is not known, since JSON has no infinity."""
    if isinstance(value, dict):
        return {str(key): _finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    if isinstance(value, float):
        return round(value, 6) if isfinite(value) else None
    return value


def _facts(report: Report) -> dict[str, Any]:
    plan = report.plan
    return {
        "game": plan.game.name,
        "rules": plan.game.info.rules,
        "seats": plan.game.seats,
        "options": plan.game.options,
        "version": __version__,
        "fingerprint": fingerprint(plan.game, plan.bot),
        "command": report.command,
        "bot": plan.bot,
        "matches": plan.matches,
        "seed": plan.seed,
        "findings": report.findings.as_json(),
    }
