"""The phases of a match, by number: chance acts in those before ACT."""

from __future__ import annotations

(SNAKES, BUGS, FIRST_ROW, FIRST_CARDS, FIRST_OBJECTIVES, TURN_ROLL, BLIND_DRAW, WAIT_ROLL, ACHIEVEMENT, PROGRESS_ROLL) = range(10)
(OBJECTIVES, COLOURS_ROW, ACT, SCARED, OFFERED, LAST, FINISHED) = range(10, 17)
