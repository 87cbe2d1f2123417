"""What stands between two events of a match: an offer that waits for answers, and who is ready to begin. It is kept, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

OfferKind = Literal["undo", "bot"]

UNDO: Final = "undo"
BOT: Final = "bot"


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat asks the others: to take back its last turn, or to let a bot play on for `target`."""

    kind: OfferKind
    seat: int
    number: int  # of the event that comes next: the offer is void when it has come
    agreed: frozenset[int] = frozenset()
    target: int | None = None
    bot: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return {**asdict(self), "agreed": sorted(self.agreed)}


@dataclass(frozen=True, slots=True)
class Notes:
    """The offer that stands, the seats that have said that the match may begin, and those about to commit to a seed."""

    offer: Offer | None = None
    ready: frozenset[int] = frozenset()
    due: frozenset[int] = frozenset()

    def as_json(self) -> dict[str, Any]:
        """Return them as JSON-able values."""
        return {"offer": self.offer and self.offer.as_json(), "ready": sorted(self.ready), "due": sorted(self.due)}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Notes:
        """Return what `as_json` wrote, or nothing where nothing was kept."""
        offer = kept.get("offer")
        read = Offer(**{**offer, "agreed": frozenset(offer["agreed"])}) if offer else None
        return cls(read, frozenset(kept.get("ready", ())), frozenset(kept.get("due", ())))

    def without(self, seats: Iterable[int]) -> Notes:
        """Return what still stands when the players of some seats are gone."""
        gone = frozenset(seats)
        return replace(self, ready=self.ready - gone, due=self.due - gone)
