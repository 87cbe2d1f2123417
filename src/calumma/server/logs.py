"""Log lines: readable ones, or JSON, one object a line. Neither holds a token, a cookie, an invitation or a feed's secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
SECRETS = (
    re.compile(r"(?i)(bearer\s+)[\w.~+/=-]{8,}"),
    re.compile(r"(?i)(basic\s+)[\w+/=-]{8,}"),
    re.compile(r"(calumma_guest=)[^;\s\"']+"),
    re.compile(r"(/(?:join|feed|carry|mail)/)[\w-]{8,}"),
    re.compile(r"(?i)((?:token|invite|secret|password|recovery)[\"']?\s*[:=]\s*[\"']?)[\w.~+/=-]{8,}"),
    re.compile(r"(://[^/\s:@]+:)[^@\s]+(?=@)"),
)
"""What gives somebody away although it should never get here: everything after the group is left out."""


def without_secrets(text: str) -> str:
    """Return a text without anything that lets whoever reads it act for somebody.

    >>> without_secrets("GET /t/abc/join/dGhpcyBpcyBh failed")
    'GET /t/abc/join/... failed'
    """
    for secret in SECRETS:
        text = secret.sub(r"\1...", text)
    return text


class Readable(logging.Formatter):
    """One line for people: when, how bad, what."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """One object for programs: time, level, logger, message, and what the record adds in `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps({key: _clean(value) for key, value in line.items()}, ensure_ascii=False)


def _clean(value: object) -> object:
    return without_secrets(value) if isinstance(value, str) else value


def set_up(form: str, level: str) -> None:
    """Let everything that the server has to say go to the standard error in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Readable())
    for name in ("calumma", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
