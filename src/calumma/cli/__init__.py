"""The command `calumma`. Wrong input is answered with one sentence on stderr and exit status 2."""

import os

from calumma.core.words import speak_as_asked

speak_as_asked(os.environ)  # before the commands are made, as their help is worded then

from calumma.cli.program import main  # noqa: E402

__all__ = ["main"]
