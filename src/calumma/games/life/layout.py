"""The numbers of the actions: what comes where, once for rules and texts. The table at the top of rules.py explains it."""

from __future__ import annotations

MAX_OBJECTIVES = 64
ONTO = {"eat-onto": "eat", "put-onto": "put", "wild-onto": "wild"}  # kinds that bring a bug onto an objective

SIZES = {
    "end": 1,
    "done": 1,
    "blind": 1,
    "wear": 1,
    "decline": 1,
    "go": 19,
    "sneak": 19,
    "snake": 6 * 19,
    "color": 21,
    "wait": 6,
    "scare": 6 * 19,
    "eat": 6,
    "eat-onto": 3 * MAX_OBJECTIVES,
    "put-onto": 3 * MAX_OBJECTIVES,
    "wild": 6,
    "wild-onto": 3 * MAX_OBJECTIVES,
    "trade": 36,
    "gather": 20 * 19,
    "hide": 6,
    "extra": 1,
    "bug": 6 * 19 * 19,
    "~snake": 6,
    "~bug": 6,
    "~color": 21,
    "~objective": MAX_OBJECTIVES,
    "~roll": 19 * 6,
    "~space": 19,
    "~d4": 4,
    "~achievement": 30,
}


def starts() -> dict[str, int]:
    """Return the first action of every kind, in ascending order."""
    first = 0
    found = {}
    for kind, size in SIZES.items():
        found[kind] = first
        first += size
    return found


START = starts()
TOTAL = sum(SIZES.values())


def kind_of(action: int) -> tuple[str, int]:
    """Return the kind of an action and its number within the kind."""
    for kind, size in SIZES.items():
        if START[kind] <= action < START[kind] + size:
            return kind, action - START[kind]
    raise ValueError(f"there is no action {action}: expected 0 to {TOTAL - 1}")


END = START["end"]
DONE = START["done"]
BLIND = START["blind"]
WEAR = START["wear"]
DECLINE = START["decline"]
GO = START["go"]
SNEAK_GO = START["sneak"]
SNAKE = START["snake"]
COLOR = START["color"]
WAIT = START["wait"]
SCARE = START["scare"]
EAT = START["eat"]
EAT_ONTO = START["eat-onto"]
PUT_ONTO = START["put-onto"]
WILD = START["wild"]
WILD_ONTO = START["wild-onto"]
TRADE = START["trade"]
GATHER = START["gather"]
HIDE = START["hide"]
EXTRA = START["extra"]
BUG = START["bug"]
DRAW_SNAKE = START["~snake"]
DRAW_BUG = START["~bug"]
DRAW_COLOR = START["~color"]
DRAW_OBJECTIVE = START["~objective"]
ROLL = START["~roll"]
ROLL_SPACE = START["~space"]
ROLL_D4 = START["~d4"]
DRAW_ACHIEVEMENT = START["~achievement"]
