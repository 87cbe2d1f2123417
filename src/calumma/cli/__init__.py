"""The command `calumma`. Wrong input is answered with one sentence on stderr and exit status 2."""

from calumma.cli.program import main

__all__ = ["main"]
