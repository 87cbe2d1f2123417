"""The example bot plays matches on a running server."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from subprocess import Popen

EXAMPLE = Path(__file__).parents[2] / "examples" / "guest_bot.py"
DRAWN = "The match is a draw."
ENDS = {  # who won: what Ada and what the guest are told; both play at random, so every end comes up
    ("Ada",): ("You won", "Ada won"),
    ("Guest bot",): ("Guest bot won", "You won"),
    ("Ada", "Guest bot"): (DRAWN, DRAWN),
    (): (DRAWN, DRAWN),
}


def starts(*arguments: str) -> Popen[str]:
    return subprocess.Popen(
        [sys.executable, EXAMPLE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def test_the_example_bot_plays_a_match_to_its_end(address: str) -> None:
    said, errors = starts(address, "bradley").communicate(timeout=120)
    assert (errors, said.rstrip()[-1:]) == ("", ".")


def test_it_joins_a_table_that_waits_with_a_clock_and_a_lot(address: str) -> None:
    spec = importlib.util.spec_from_file_location("guest_bot", EXAMPLE)
    example = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(example)
    host = example.Server(address)
    host.token = host.ask("/guests", {"name": "Ada"})["token"]
    table = host.ask("/tables", {"game": "piecepack", "chairs": ["me", "open"], "time": "10+5", "begins": "random"})
    guest = starts(address, "--join", f"{address}/t/{table['table']}/join/{table['invite']}")
    final = example.play(host, table)
    said, errors = guest.communicate(timeout=60)
    to_ada, to_guest = ENDS[tuple(sorted(final["players"][seat] for seat in final["result"]["winners"]))]
    assert (final["result"]["words"][: len(to_ada)], said[: len(to_guest)]) == (to_ada, to_guest)
    assert (errors, said.strip().endswith(f". {final['result']['reason']}")) == ("", True)
    assert sorted(final["players"]) == ["Ada", "Guest bot"]
    assert None not in final["luck"]["seeds"]


def test_what_the_server_refuses_is_told_in_its_own_words(address: str) -> None:
    said, errors = starts(address, "chess").communicate(timeout=60)
    assert (said, errors.count("\n")) == ("", 1)
    assert 'Unknown game "chess": expected yamamoto, chamelequin' in errors
