"""Engines: programs in any language that play over their standard input and output (docs/engine-protocol.md).

`wire` has the lines of the protocol, `process` runs a program and keeps it to its limits, `host` asks one for moves.
"""

from calumma.engine.errors import EngineError
from calumma.engine.host import Engine, Patience
from calumma.engine.process import Process, Program
from calumma.engine.wire import VERSION, Info, Limits, Setting, Task

__all__ = ["VERSION", "Engine", "EngineError", "Info", "Limits", "Patience", "Process", "Program", "Setting", "Task"]
