"""The index of a certificate: the positions of its strategy that are far from the end, or that a short proof does not decide.

The file is a line of JSON, which names the certificate, and then a row of 16 bytes for every position with the winner to move:
13 of the position's number, 2 of the move (from * 25 + to) and 1 of the plies left, big endian. The number is that of verify.py:
the winner's boards and above them the loser's, as the winner sees them, in the smaller of the two reflections. All other
positions of the strategy are won within a few plies, and `short_win` proves it: whoever makes an index and whoever asks it use
the same search, which remembers nothing from one position to the next.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from bisect import bisect_left
from pathlib import Path

from calumma.core import GameError
from calumma.core.words import Words
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.solving.certificate import Claim, read_claim
from calumma.games.yamamoto.solving.positions import Position, as_numbered, number_of, reflected_move
from calumma.games.yamamoto.strategy import Strategy
from calumma.solutions.solver import Progress

say = Words("calumma.games.yamamoto")

FORMAT = 1
PLIES, POSITIONS = 9, 8_000  # how far the short proof looks
MEGABYTES = 0.25
KEY, ROW = 13, 16
CHUNK = 20_000
LEFT_OUT = hashlib.sha256().hexdigest()
HEAD = 4_096  # bytes, more than the first line has

Answer = tuple[int, int]
"""The winner's move, as the winner sees it, and the plies left."""


class ShortProof:
    """Finds wins that are near: the same ones in the same positions, always.

    A search meets the moves in another order in a reflected position, and may need more of them: so it is asked in the form that
    has the smaller number, as when the index was made.
    """

    def __init__(self, goal: str) -> None:
        self.prover = Prover(Endings(goal, 0), MEGABYTES)

    def plies(self, position: Position) -> int | None:
        """Return the fewest plies in which the side to move wins, None if that is not found."""
        return self.prover.soonest_win(as_numbered(position)[0], PLIES, POSITIONS)

    def move(self, position: Position) -> int | None:
        """Return the move by which the win was found that was asked for last; None if it is a win at once."""
        numbered, is_reflected = as_numbered(position)
        move = self.prover.winning_move(numbered)
        return reflected_move(move) if is_reflected and move is not None else move


class Index:
    """The positions of one certificate, searched by bisection in a file that is read where it is needed."""

    def __init__(self, certificate: Path) -> None:
        """Open the index of a certificate; GameError says why it cannot be used."""
        self.path = index_path(certificate)
        if not self.path.exists():
            raise GameError(say("no-index", path=self.path))
        with self.path.open("rb") as file:
            head = _read_head(self.path, file.readline(HEAD))
            self._first = file.tell()
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.count = int(str(head.get("positions", 0)))
        if any(head.get(name) != value for name, value in _identity(certificate, read_claim(certificate)).items()):
            raise GameError(say("index-belongs-another-certificate", path=self.path))
        if len(self._bytes) != self._first + self.count * ROW or head.get("sha256") != self._digest():
            raise GameError(say("index-damaged", path=self.path))

    def _digest(self) -> str:
        digest = hashlib.sha256()
        for start in range(self._first, len(self._bytes), 1 << 16):
            digest.update(self._bytes[start : start + (1 << 16)])
        return digest.hexdigest()

    def find(self, position: Position) -> Answer | None:
        """Return the winner's move in a position with the winner to move, and the plies left; None if it is not here."""
        number, is_reflected = number_of(position)
        wanted = number.to_bytes(KEY, "big")
        place = bisect_left(range(self.count), wanted, key=self._key)
        if place == self.count or self._key(place) != wanted:
            return None
        row = self._bytes[self._first + place * ROW + KEY : self._first + (place + 1) * ROW]
        move = int.from_bytes(row[:2], "big")
        return reflected_move(move) if is_reflected else move, row[2]

    def _key(self, place: int) -> bytes:
        return self._bytes[self._first + place * ROW : self._first + place * ROW + KEY]


def index_path(certificate: Path) -> Path:
    """Return where the index of a certificate is."""
    return certificate.with_suffix(".index")


def _read_head(path: Path, line: bytes) -> dict[str, object]:
    try:
        head = json.loads(line)
    except ValueError:
        raise GameError(say("index-damaged", path=path)) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("short") != [PLIES, POSITIONS]:
        raise GameError(say("index-another-format", path=path, expected=FORMAT, plies=PLIES))
    return head


def _identity(certificate: Path, claim: Claim) -> dict[str, object]:
    """What tells the certificate of an index from all others: its strategy, and from where it wins for whom.

    Where the strategy was left out, as an index is enough to look positions up, the rest has to do.
    """
    with certificate.open("rb") as file:
        file.readline()
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    strategy = {} if digest == LEFT_OUT else {"certificate": digest}
    return {**strategy, "goal": claim.goal, "start": claim.start, "winner": claim.winner}


# Making


def write_index(certificate: Path, strategy: Strategy, progress: Progress | None = None) -> Path:
    """Write the index of a certificate beside it, from its finished strategy; return its path."""
    claim = read_claim(certificate)
    prover = ShortProof(claim.goal).prover
    rows: list[bytes] = []
    for first in range(0, strategy.count, CHUNK):
        for winner, loser, move, plies in strategy.undecided(prover, PLIES, POSITIONS, first, first + CHUNK):
            rows.append((loser << 50 | winner).to_bytes(KEY, "big") + move.to_bytes(2, "big") + bytes([plies]))
        if progress:
            progress(min(first + CHUNK, strategy.count), strategy.count)
    body = b"".join(sorted(rows))
    head = {"format": FORMAT, "short": [PLIES, POSITIONS], **_identity(certificate, claim)}
    head |= {"positions": len(rows), "sha256": hashlib.sha256(body).hexdigest()}
    path = index_path(certificate)
    draft = path.with_suffix(".part")
    draft.write_bytes(json.dumps(head).encode() + b"\n" + body)
    draft.replace(path)
    return path
