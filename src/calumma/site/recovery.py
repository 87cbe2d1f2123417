"""The recovery phrase: 32 letters and digits that bring a guest back on a new device, without the old one.

Crockford's alphabet has no I, L, O and U; what is read as one of them is taken for what it looks like. The first 8 symbols find
the guest, 22 are secret (110 bits), and 2 tell a mistyped phrase from a wrong one. Of the secret only a slow hash is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from hashlib import sha256
from hmac import compare_digest

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.sessions import Recovery

say = Words(__package__)

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
READ_AS = str.maketrans("OIL", "011", "- \t\r\n")
LOOKUP, SECRET, CHECK = 8, 22, 2
BLOCK = 4
LONGEST = 100  # of a text that is looked at
COST = {"n": 2**14, "r": 8, "p": 1}  # 16 MB and some hundredths of a second


def new_phrase() -> str:
    """Return a phrase that nobody has.

    >>> phrase = new_phrase()
    >>> len(phrase.split("-")), read_phrase(phrase.lower()) == read_phrase(phrase)
    (8, True)
    """
    symbols = "".join(secrets.choice(ALPHABET) for _ in range(LOOKUP + SECRET))
    whole = symbols + _check(symbols)
    return "-".join(whole[at : at + BLOCK] for at in range(0, len(whole), BLOCK))


def read_phrase(text: str) -> tuple[str, str]:
    """Return the part of a phrase by which its guest is found, and the secret one; GameError if it is mistyped."""
    if len(text) > LONGEST:
        raise GameError(say("phrase-too-long", count=len(text)))
    symbols = text.upper().translate(READ_AS)
    whole = LOOKUP + SECRET + CHECK
    if len(symbols) != whole:
        raise GameError(say("phrase-length", count=len(symbols), expected=whole))
    if wrong := next((symbol for symbol in symbols if symbol not in ALPHABET), None):
        raise GameError(say("phrase-symbol", symbol=wrong))
    if symbols[-CHECK:] != _check(symbols[:-CHECK]):
        raise GameError(say("phrase-mistyped"))
    return symbols[:LOOKUP], symbols[LOOKUP:-CHECK]


def _check(symbols: str) -> str:
    number = int.from_bytes(sha256(symbols.encode()).digest()[:2], "big")
    return ALPHABET[number >> 11] + ALPHABET[number >> 6 & 31]


def keep_phrase(guest: str, phrase: str, now: float) -> Recovery:
    """Return what is kept of a phrase. This takes a while: not for the event loop."""
    lookup, secret = read_phrase(phrase)
    salt = secrets.token_bytes(16)
    return Recovery(guest, lookup, salt.hex(), _slow(secret, salt), now)


def fits(recovery: Recovery, secret: str) -> bool:
    """Return whether a secret is the one that was kept. This takes a while: not for the event loop."""
    return compare_digest(_slow(secret, bytes.fromhex(recovery.salt)), recovery.hash)


def _slow(secret: str, salt: bytes) -> str:
    return hashlib.scrypt(secret.encode(), salt=salt, dklen=32, **COST).hex()
