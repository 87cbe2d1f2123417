"""Write what is made from types: the JSON schemas of views, the page about them, and the types of the pages' scripts.

Run it after a change in a game's `view.py` or in `site/messages.py`
and `site/study_messages.py`; a test sees whether it was forgotten.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import calumma
from calumma.core.registry import definition
from calumma.core.schema import Schema, is_required
from calumma.site.messages import PAGES
from calumma.site.study_messages import STUDIES

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "src/calumma/server/static/js/types.d.ts"
PAGE = ROOT / "docs/views.md"
SCHEMAS = ROOT / "docs/schemas"

PLAIN: dict[object, str] = {bool: "boolean", int: "number", float: "number", str: "string", NoneType: "null", Any: "unknown"}
HEAD = "// Made by tools/write_types.py from site/messages.py, site/study_messages.py and the games' view.py: change those.\n"
ABOUT = """# Views

<!-- made by tools/write_types.py -->

A view is what a seat may know of a position: `state.view(seat)` in Python, `view` in the [messages for programs](server.md).
It is plain JSON, and this page tells what it holds. The JSON schemas are files beside it; `calumma schema GAME` prints them,
and `calumma check GAME` holds every view against its schema.
"""


def written() -> dict[Path, str]:
    """Return all files with what belongs into them."""
    games = {name: calumma.load(name).view_schema for name in calumma.games()}
    files = {SCHEMAS / f"{name}.json": json.dumps(schema, indent=2) + "\n" for name, schema in games.items()}
    return {**files, PAGE: page(games), SCRIPTS: scripts()}


# The page about views


def page(games: dict[str, Schema]) -> str:
    """Return the page about views."""
    shared = list(calumma.core.view.Shared.__annotations__)
    first = next(iter(games.values()))["properties"]
    parts = [ABOUT, "## In all games\n", table({name: first[name] for name in shared})]
    for name, schema in games.items():
        own = {field: each for field, each in schema["properties"].items() if field not in shared}
        parts += [f"## {name}\n", f"{about(name)}\n", f"[Schema](schemas/{name}.json)\n", table(own)]
    return "\n".join(parts)


def about(name: str) -> str:
    """Return what the game's module says of its views, in one paragraph."""
    module = __import__(f"{definition(name).package}.view", fromlist=["view"])
    return " ".join(str(module.__doc__).split())


def table(fields: dict[str, Schema]) -> str:
    """Return fields as a table."""
    rows = [f"| `{name}` | {kind(each)} | {each['description']} |" for name, each in fields.items()]
    return "\n".join(["| field | type | holds |", "| --- | --- | --- |", *rows, ""])


def kind(schema: Schema) -> str:
    """Return a schema in a few words."""
    if "anyOf" in schema:
        return " or ".join(kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(kind(each) for each in schema['prefixItems'])}]"
    if schema["type"] == "array":
        return f"list of {kind(schema['items'])}"
    if "properties" in schema:
        return f"{{{', '.join(f'{name}: {kind(each)}' for name, each in schema['properties'].items())}}}"
    return f"{kind(schema['additionalProperties'])} by name" if schema["type"] == "object" else str(schema["type"])


# The types of the scripts


def scripts() -> str:
    """Return the declarations for the scripts of the pages."""
    views = {f"{name.capitalize()}View": definition(name).view for name in calumma.games()}
    names: dict[Any, str] = {hint: name for name, hint in views.items()}
    found: dict[str, Any] = {}
    for hint in (*PAGES, *STUDIES, *views.values()):
        collect(hint, found, names)
    return "\n".join([HEAD, *("\n".join(interface(name, hint, names)) + "\n" for name, hint in found.items())])


def collect(hint: Any, found: dict[str, Any], names: dict[Any, str]) -> None:
    """Note a typed dict and all that it is made of, each before what uses it."""
    if is_typeddict(hint):
        for each in get_type_hints(hint, include_extras=True).values():
            collect(each, found, names)
        known = found.setdefault(names.get(hint, hint.__name__), hint)
        if known is not hint:
            raise TypeError(f"there are two types {hint.__name__}: {known} and {hint}")
    for each in get_args(hint) if get_origin(hint) is not Literal else ():
        collect(each, found, names)


def interface(name: str, hint: Any, names: dict[Any, str]) -> Iterator[str]:
    """Yield the lines of a typed dict as an interface."""
    yield f"/** {hint.__doc__} */"
    yield f"export interface {name} {{"
    for field, each in get_type_hints(hint, include_extras=True).items():
        note = meaning(each)
        if note:
            yield textwrap.indent(f"/** {note} */", "  ")
        yield f"  {field}{'' if is_required(each) else '?'}: {spelt(each, names)};"
    yield "}"


def meaning(hint: Any) -> str:
    """Return the meaning that a field is annotated with, if it is."""
    if get_origin(hint) is Annotated:
        return str(get_args(hint)[1])
    return meaning(get_args(hint)[0]) if get_origin(hint) is NotRequired else ""


def spelt(hint: Any, names: dict[Any, str]) -> str:
    """Return a type as the scripts write it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return names.get(hint, hint.__name__)
    if origin in (Annotated, NotRequired):
        return spelt(args[0], names)
    if origin is Literal:
        return " | ".join(json.dumps(each) for each in args)
    if origin in (Union, UnionType):
        return " | ".join(spelt(each, names) for each in args)
    if origin is tuple:
        return f"[{', '.join(spelt(each, names) for each in args)}]"
    if origin is dict:
        return f"Record<string, {spelt(args[1], names)}>"
    inner = spelt(args[0], names)
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


if __name__ == "__main__":
    SCHEMAS.mkdir(exist_ok=True)
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
