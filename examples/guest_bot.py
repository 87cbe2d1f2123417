"""A program that plays on a server: it takes a seat, or opens a table, and answers whenever it is its turn.

    python examples/guest_bot.py http://127.0.0.1:8765 yamamoto
    python examples/guest_bot.py http://127.0.0.1:8765 --join INVITATION-LINK

It knows no game: it is shown the legal moves and takes one of them. Replace `choose` by something better.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any


class Server:
    """The interface for programs; its description is at /api/openapi.json."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.token = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{self.address}/api{path}", data, headers)) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:  # the server says in a sentence what is wrong
            raise SystemExit(f"{self.address}{path}: {_sentence(refusal)}") from None
        except urllib.error.URLError as error:
            raise SystemExit(f"cannot reach {self.address}: {error.reason}") from None


def _sentence(refusal: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(refusal)["error"])
    except (ValueError, KeyError, TypeError):  # something between us and the server answered
        return f"{refusal.code} {refusal.reason}"


def choose(table: dict[str, Any]) -> str:
    """Return the text of one of the legal moves; `table["view"]` is all that this seat may know."""
    return str(random.choice(table["moves"])["text"])


def play(server: Server, table: dict[str, Any], choose: Callable[[dict[str, Any]], str] = choose) -> dict[str, Any]:
    """Play until the match is over."""
    name, seed, seen = table["table"], secrets.token_hex(16), table["luck"]
    while table["status"] != "over":
        luck, own = table["luck"] or {}, table["own"][0]
        if "commit" in table["may"] and not (luck["seed_commitments"] or {own: None})[own]:  # to what it adds to the luck
            table = server.ask(f"/tables/{name}/commit", {"commitment": hashlib.sha256(seed.encode()).hexdigest()})
        elif "seed" in table["may"]:  # everybody is there: show it, and remember to what all others have committed themselves
            seen = luck
            table = server.ask(f"/tables/{name}/seed", {"seed": seed})
        elif "begin" in table["may"]:  # the table waits for everybody to say so
            table = server.ask(f"/tables/{name}/begin", {})
        elif table["turn"]:
            table = server.ask(f"/tables/{name}/play", {"ply": table["ply"], "moves": [choose(table)]})
        else:
            time.sleep(0.05)
            table = server.ask(f"/tables/{name}")
    if seen and any(table["luck"][part] != seen[part] for part in ("commitment", "seed_commitments")):
        raise SystemExit("the luck was changed after everybody had committed themselves")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description="Play on a Calumma server.")
    parser.add_argument("address")
    parser.add_argument("game", nargs="?", default="yamamoto")
    parser.add_argument("--join", metavar="LINK", help="take a seat by an invitation instead of opening a table against a bot")
    given = parser.parse_args()
    server = Server(given.address)
    server.token = server.ask("/guests", {"name": "Guest bot"})["token"]
    if given.join:
        _, _, rest = given.join.partition("/t/")
        name, _, invite = rest.partition("/join/")
        table = server.ask(f"/tables/{name}/sit", {"invite": invite, "commits": True})
    else:
        table = server.ask("/tables", {"game": given.game, "commits": True})
    result = play(server, table)["result"]
    print(result["words"], result["reason"])


if __name__ == "__main__":
    main()
