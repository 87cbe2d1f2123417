"""JSON schemas of typed values: made from type hints, and held against values. Only what our types use is known here."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN: dict[object, str] = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}
HELD: dict[str, tuple[type, ...]] = {
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "null": (NoneType,),
    "array": (list,),
    "object": (dict,),
}


def schema_of(hint: Any) -> Schema:
    """Return the JSON schema of a type; TypeError if no JSON value could have it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if is_typeddict(hint):
        return _object(hint)
    if origin is Annotated:
        return {**schema_of(args[0]), "description": args[1]}
    if origin is NotRequired:
        return schema_of(args[0])
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each) for each in args]}
    if origin is list:
        return {"type": "array", "items": schema_of(args[0])}
    if origin is tuple:
        return {"type": "array", "prefixItems": [schema_of(each) for each in args], "minItems": len(args), "items": False}
    if origin is dict and args[0] is str:
        return {"type": "object", "additionalProperties": schema_of(args[1])}
    raise TypeError(f"there is no JSON schema of {hint}")


def _object(hint: Any) -> Schema:
    """Of a TypedDict: its fields, and no others."""
    hints = get_type_hints(hint, include_extras=True)
    about = {"description": hint.__doc__} if hint.__doc__ else {}
    return {
        "title": hint.__name__,
        **about,
        "type": "object",
        "properties": {name: schema_of(each) for name, each in hints.items()},
        "required": [name for name, each in hints.items() if is_required(each)],
        "additionalProperties": False,
    }


def is_required(hint: Any) -> bool:
    """Return whether a field of a TypedDict must be there."""
    return get_origin(hint) is not NotRequired


def misfit(value: object, schema: Schema, where: str = "value") -> str | None:
    """Return where a value does not fit a schema that `schema_of` made, and why; None if it fits."""
    return next(_misfits(value, schema, where), None)


def _misfits(value: object, schema: Schema, where: str) -> Iterator[str]:
    if "anyOf" in schema:
        if all(misfit(value, each) for each in schema["anyOf"]):
            yield f"{where} is {value!r}: expected {' or '.join(_expected(each) for each in schema['anyOf'])}"
    elif "enum" in schema:
        if value not in schema["enum"] or isinstance(value, bool):
            yield f"{where} is {value!r}: expected {_expected(schema)}"
    elif not isinstance(value, HELD[schema["type"]]) or (isinstance(value, bool) and schema["type"] != "boolean"):
        yield f"{where} is {value!r}: expected {_expected(schema)}"
    elif isinstance(value, dict):
        yield from _misfits_of_object(value, schema, where)
    elif isinstance(value, list):
        yield from _misfits_of_array(value, schema, where)


def _misfits_of_object(value: dict[str, Any], schema: Schema, where: str) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema["additionalProperties"]
    yield from (f'{where} has no "{name}"' for name in schema.get("required", ()) if name not in value)
    for name, each in value.items():
        if name not in known and not others:
            yield f'{where} has "{name}", which is not known'
        else:
            yield from _misfits(each, known.get(name, others), f"{where}.{name}")


def _misfits_of_array(value: list[Any], schema: Schema, where: str) -> Iterator[str]:
    first = schema.get("prefixItems", ())
    if first and len(value) != len(first):
        yield f"{where} has {len(value)} entries: expected {len(first)}"
        return
    for i, each in enumerate(value):
        yield from _misfits(each, first[i] if first else schema["items"], f"{where}[{i}]")


def _expected(schema: Schema) -> str:
    if "enum" in schema:
        return " or ".join(repr(each) for each in schema["enum"])
    return str(schema.get("title") or schema.get("type") or "something else")
