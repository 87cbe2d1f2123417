"""Solving Yamamoto's Chameleon: endgame tables, the proof of the game's value, its certificate, and puzzles."""

from calumma.games.yamamoto.proof_numbers import ProofNumbers
from calumma.games.yamamoto.solving.certificate import certificate_path, certify, how_to_get, rewrite_head, solution_path
from calumma.games.yamamoto.solving.knowledge import Knowledge, Known
from calumma.games.yamamoto.solving.near import Near
from calumma.games.yamamoto.solving.puzzles import Puzzle, compose, read_puzzles, write_puzzles
from calumma.games.yamamoto.solving.solve import Outcome, Step, Work, excluded, find_winner, prove, winning_moves
from calumma.games.yamamoto.solving.tablebase import Statistics, Tablebase
from calumma.games.yamamoto.solving.verify import NotProven, verify

__all__ = [
    "Knowledge",
    "Known",
    "Near",
    "NotProven",
    "Outcome",
    "ProofNumbers",
    "Puzzle",
    "Statistics",
    "Step",
    "Tablebase",
    "Work",
    "certificate_path",
    "certify",
    "compose",
    "excluded",
    "find_winner",
    "how_to_get",
    "prove",
    "read_puzzles",
    "rewrite_head",
    "solution_path",
    "verify",
    "winning_moves",
    "write_puzzles",
]
