"""Requests as pydantic models, made from the dataclasses of the application: they check, and they describe the interface."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, TypedDict, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.commands import COMMANDS, Command
from calumma.site.validation import About, Bounds, Exact, Length, Pattern, Request, hints_of, instead

say = Words(__package__)

R = TypeVar("R", bound=Request)
Requirement = Bounds | Length | Pattern | Exact | About


class RequestModel(BaseModel):
    """What all models have in common."""

    model_config = ConfigDict(extra="forbid")


MODELS: dict[type[Request], type[RequestModel]] = {}


def model_of(request: type[Request]) -> type[RequestModel]:
    """Return the model of a request: always the same one."""
    if request not in MODELS:
        MODELS[request] = _new_model(request)
    return MODELS[request]


def _new_model(request: type[Request]) -> type[RequestModel]:
    parts: dict[str, Any] = {}  # as pydantic wants them
    for field in fields(request):
        default = field.default if field.default is not MISSING else ...
        if field.default_factory is not MISSING:
            default = Field(default_factory=field.default_factory)
        parts[field.name] = (spelled(hints_of(request)[field.name]), default)
    return create_model(request.__name__, __base__=RequestModel, __doc__=request.__doc__, **parts)


def spelled(hint: object) -> type[object]:
    """Return a type with its bounds as pydantic writes them."""
    origin, args = get_origin(hint), get_args(hint)
    found: object = hint
    if origin is Annotated:
        found = Annotated[spelled(args[0]), Field(**bounds_of(args[1:]))]
    elif origin in (Union, UnionType):
        found = Union[tuple(spelled(each) for each in args)]  # noqa: UP007
    elif origin in (list, dict):
        found = origin[tuple(spelled(each) for each in args)]
    elif isinstance(hint, type) and is_dataclass(hint):
        found = model_of(hint)
    return cast("type[object]", found)


class FieldBounds(TypedDict, total=False):
    """What pydantic calls the bounds of a field."""

    ge: float | None
    le: float | None
    lt: float | None
    min_length: int | None
    max_length: int | None
    pattern: str
    strict: bool
    description: str


def bounds_of(requirements: tuple[Requirement, ...]) -> FieldBounds:
    """Return what a field is annotated with as pydantic names it."""
    found: FieldBounds = {}
    for each in requirements:
        match each:
            case Bounds():
                found |= {"ge": each.at_least, "le": each.at_most, "lt": each.below}
            case Length():
                found |= {"min_length": each.at_least, "max_length": each.at_most}
            case Pattern():
                found["pattern"] = each.text
            case Exact():
                found["strict"] = True
            case About():
                found["description"] = each.words
    return cast(FieldBounds, {name: value for name, value in found.items() if value is not None})


def request_of(request: type[R], model: BaseModel) -> R:
    """Return a request whose model was checked."""
    return cast(R, _values(request, model))


def checked(request: type[R], **values: object) -> R:
    """Return a request of these values; pydantic's ValidationError says what does not fit."""
    return request_of(request, model_of(request)(**values))


def _values(hint: object, value: object) -> object:
    if not isinstance(value, BaseModel):
        inner = next(iter(get_args(hint)), None)
        return [_values(inner, each) for each in value] if isinstance(value, list) else value
    assert isinstance(hint, type)
    hints = hints_of(hint)
    return hint(**{name: _values(_bare(hints[name]), getattr(value, name)) for name in type(value).model_fields})


def _bare(hint: object) -> object:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


BY_MODEL = {model_of(command): command for command in COMMANDS.values()}
ANY_COMMAND = cast("type[RequestModel]", Annotated[Union[tuple(BY_MODEL)], Field(discriminator="type")])  # noqa: UP007
ADAPTER = TypeAdapter(ANY_COMMAND)


def read_command(text: str) -> Command:
    """Return the command that a message holds; GameError says what is wrong with it."""
    try:
        model = ADAPTER.validate_json(text)
    except ValidationError as error:
        raise GameError(say("cannot-read-message", error=sentence_of(error.errors()))) from None
    return request_of(BY_MODEL[type(model)], model)


WITHOUT_VALUE = ("missing", "extra_forbidden", "json_invalid")  # what pydantic says of names, and of texts as a whole


def sentence_of(errors: object) -> str:
    """Return what pydantic has to say in one sentence."""
    assert isinstance(errors, (list, tuple))
    parts = []
    for error in errors[:3]:
        place = ".".join(str(part) for part in error["loc"] if part not in ("body", "query", "path"))
        expected = str(error["msg"]).partition(", unable to parse")[0]
        given = () if error["type"] in WITHOUT_VALUE else error.get("input", ())
        words = instead(expected[:1].lower() + expected[1:], given)
        parts.append(f"{place}: {words}" if place else words)
    return "; ".join(parts)
