"""What stands between two events of a match: an offer that waits for answers, and who is ready to begin. It is kept, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypedDict

from calumma.records.fields import a_dict, a_list, a_text, an_integer

OfferKind = Literal["undo", "bot"]

UNDO: Final = "undo"
BOT: Final = "bot"


class KeptOffer(TypedDict):
    """An offer as it is kept."""

    kind: OfferKind
    seat: int
    number: int
    agreed: list[int]
    target: int | None
    bot: str | None


class KeptNotes(TypedDict):
    """Notes as they are kept."""

    offer: KeptOffer | None
    ready: list[int]
    due: list[int]


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat asks the others: to take back its last turn, or to let a bot play on for `target`."""

    kind: OfferKind
    seat: int
    number: int  # of the event that comes next: the offer is void when it has come
    agreed: frozenset[int] = frozenset()
    target: int | None = None
    bot: str | None = None

    def as_json(self) -> KeptOffer:
        """Return it as JSON-able values."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "number": self.number,
            "agreed": sorted(self.agreed),
            "target": self.target,
            "bot": self.bot,
        }

    @classmethod
    def from_json(cls, kept: object) -> Offer:
        """Return what `as_json` wrote."""
        parts = a_dict(kept, "offer")
        target, bot = parts["target"], parts["bot"]
        return cls(
            BOT if parts["kind"] == BOT else UNDO,
            an_integer(parts["seat"], "seat"),
            an_integer(parts["number"], "number"),
            _seats(parts["agreed"]),
            None if target is None else an_integer(target, "target"),
            None if bot is None else a_text(bot, "bot"),
        )


@dataclass(frozen=True, slots=True)
class Notes:
    """The offer that stands, the seats that have said that the match may begin, and those about to commit to a seed."""

    offer: Offer | None = None
    ready: frozenset[int] = frozenset()
    due: frozenset[int] = frozenset()

    def as_json(self) -> KeptNotes:
        """Return them as JSON-able values."""
        return {"offer": self.offer.as_json() if self.offer else None, "ready": sorted(self.ready), "due": sorted(self.due)}

    @classmethod
    def from_json(cls, kept: Mapping[str, object]) -> Notes:
        """Return what `as_json` wrote, or nothing where nothing was kept."""
        offer = kept.get("offer")
        return cls(Offer.from_json(offer) if offer else None, _seats(kept.get("ready", [])), _seats(kept.get("due", [])))

    def without(self, seats: Iterable[int]) -> Notes:
        """Return what still stands when the players of some seats are gone."""
        gone = frozenset(seats)
        return replace(self, ready=self.ready - gone, due=self.due - gone)


def _seats(kept: object) -> frozenset[int]:
    return frozenset(an_integer(seat, "seat") for seat in a_list(kept, "seats"))
