"""The guide for research says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from calumma.rl.tables import all_tables

GUIDE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_guide_describes_every_observation_part_by_part() -> None:
    assert all_tables() in GUIDE.read_text(encoding="utf-8")


def test_the_first_part_of_a_table_begins_at_0_and_each_follows_the_one_before() -> None:
    for table in all_tables().split("###")[1:]:
        size = int(re.search(r": (\d+) numbers", table).group(1))
        place = 0
        for first, shape in re.findall(r"^\| (\d+) \| ([\dx ]+) \|", table, re.MULTILINE):
            assert int(first) == place
            length = 1
            for factor in shape.split(" x "):
                length *= int(factor)
            place += length
        assert place == size
