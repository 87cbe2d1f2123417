"""Top Card: the position and its rules (numbers as in RULES.md).

| action | meaning |
| --- | --- |
| 0 | keep the card |
| 1 | change it |
| 1 + n | chance: the card n is drawn |
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from calumma.core import CHANCE, OVER, Effect, PlainState, Rng, State, all_but, only
from calumma.testing.topcard.view import Own

KEEP, CHANGE = 0, 1
CARDS = 4  # cards are numbered from 1
COPIES = 2  # of each card
NONE = 0  # where there is no card


class TopCard(PlainState):
    """A position: the hands, the cards laid down, and whose draw or choice it is."""

    def __init__(self, game: Any) -> None:
        PlainState.__init__(self, game)
        self.hands = [NONE] * self.seats  # R1
        self.laid: list[int] = []  # open cards, ascending
        self.turn = 0  # seat that draws or chooses
        self.round = 0  # 0 while dealing, then 1 to the option's number, one more when over

    # Playing

    @property
    def to_act(self) -> int:
        """The seat that chooses; CHANCE while it waits for a card."""
        if self.round > int(self.game.options["rounds"]):
            return OVER
        return CHANCE if self.hands[self.turn] == NONE else self.turn

    def legal(self) -> list[int]:
        """Keep, or change while there are cards to draw; or the cards that may be drawn."""
        if self.to_act == OVER:
            return []
        if self.to_act == CHANCE:
            return [1 + card for card in range(1, CARDS + 1) if card in self.unseen()]
        return [KEEP, CHANGE] if self.unseen() else [KEEP]

    def chance(self) -> list[tuple[int, int]]:
        """Every unseen card is equally likely."""
        unseen = self.unseen()
        return [(action, unseen.count(action - 1)) for action in self.legal()] if self.to_act == CHANCE else []

    def apply(self, action: int) -> None:
        """Keep, change or draw."""
        if action == CHANGE:  # R2
            self.laid = sorted([*self.laid, self.hands[self.turn]])
            self.hands[self.turn] = NONE
            return
        if action != KEEP:
            self.hands[self.turn] = action - 1
        self.turn = (self.turn + 1) % self.seats
        self.round += self.turn == 0

    def scores(self) -> list[int]:
        """The cards in hand, once they are shown."""
        return list(self.hands) if self.to_act == OVER else [0] * self.seats

    def payoffs(self) -> list[float]:
        """R3: the highest card wins; equal ones share."""
        if self.to_act != OVER:
            raise ValueError("the match is not over: there are no payoffs yet")
        best = max(self.hands)
        return [1 / self.hands.count(best) if card == best else 0.0 for card in self.hands]

    def reason(self) -> str:
        """A match ends when the cards are shown."""
        return "shown" if self.to_act == OVER else ""

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """Who kept, laid down or drew; which card was drawn, only its owner sees."""
        seat, cells = self.turn, (f"hand{self.turn}",)
        if action == KEEP:
            return [Effect("kept", {"seat": seat}, cells)]
        if action == CHANGE:
            return [Effect("laid", {"seat": seat, "card": self.hands[seat]}, cells)]
        return [
            Effect("drew-card", {"seat": seat, "card": action - 1}, ("deck", *cells), only(seat)),
            Effect("drew", {"seat": seat}, ("deck", *cells), all_but(seat, self.seats)),
        ]

    def refusal(self, action: int) -> Effect:
        """Why an action is not legal."""
        if self.to_act == CHANCE:
            return Effect("not-drawn" if action > CHANGE else "drawing", {"rule": "1"})
        return Effect("deck-empty", {"rule": "2"}) if action == CHANGE else Effect("no-draw", {"rule": "2"})

    def refusal_of(self, cells: Sequence[str]) -> Effect:
        """Only the button and the deck can be clicked."""
        return self.refusal(CHANGE) if cells[0] == "deck" else Effect("no-move", {}, tuple(cells))

    # Knowing

    def view_of(self, seat: int | None) -> Own:
        """The own card, and all at the end; others are None."""
        over = self.to_act == OVER
        hands = [card if over or i == seat or card == NONE else None for i, card in enumerate(self.hands)]
        return {"hands": hands, "laid": list(self.laid), "deck": len(self.unseen()), "turn": self.turn, "round": self.round}

    def seen(self, action: int, seat: int | None) -> int | None:
        """Only who draws a card sees it."""
        return action if action in (KEEP, CHANGE) or seat == self.turn else None

    def determinize(self, seat: int, rng: Rng) -> TopCard:
        """Deal the other hands from all that the seat does not see."""
        world: Any = self.copy()
        if self.to_act == OVER:
            return world  # type: ignore[no-any-return]
        others = [i for i in range(self.seats) if i != seat and self.hands[i] != NONE]
        pool = sorted(self.unseen() + [self.hands[i] for i in others])
        for i in others:
            world.hands[i] = pool.pop(rng.below(len(pool)))
        return world  # type: ignore[no-any-return]

    # Copying and comparing

    def become(self, other: Any) -> None:
        """Take over all fields."""
        self.hands, self.laid = list(other.hands), list(other.laid)
        self.turn, self.round = other.turn, other.round

    def key(self) -> Hashable:
        """All of it."""
        return (*self.hands, tuple(self.laid), self.turn, self.round)

    # Steps of the rules

    def unseen(self) -> list[int]:
        """The cards in the deck, ascending."""
        deck = [card for card in range(1, CARDS + 1) for _ in range(COPIES)]
        for card in [*self.hands, *self.laid]:
            if card != NONE:
                deck.remove(card)
        return deck
