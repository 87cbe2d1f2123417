"""Records: saved matches, read, written and checked against the rules, ply by ply."""

from calumma.records.board import Board, Move
from calumma.records.files import dumps, load, loads, read, save, write
from calumma.records.record import FORFEITS, FORMAT, Chance, Record, load_game
from calumma.records.replay import Replay, check, forfeit_payoffs, read_ply, replay

__all__ = [
    "FORFEITS",
    "FORMAT",
    "Board",
    "Chance",
    "Move",
    "Record",
    "Replay",
    "check",
    "dumps",
    "forfeit_payoffs",
    "load",
    "load_game",
    "loads",
    "read",
    "read_ply",
    "replay",
    "save",
    "write",
]
