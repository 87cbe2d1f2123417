"""The terminal client: a calm table with a drawn board. It knows no game."""

from calumma.terminal.look import Look
from calumma.terminal.session import Session, sit_down
from calumma.terminal.table import TerminalTable, new_table, resumed_table

__all__ = ["Look", "Session", "TerminalTable", "new_table", "resumed_table", "sit_down"]
