"""What options and environment make of a server, and which of them are refused with a sentence."""

from pathlib import Path
from typing import Any

import pytest

from calumma.cli import main
from calumma.cli.serving import serve, settings_of
from calumma.core import GameError
from calumma.server.running import public_address
from calumma.server.settings import Settings


def chosen(**changes: Any) -> Settings:
    usual = {"address": None, "rate": None, "bots": None, "notify_after": 60.0, "webhooks_inside": False}
    return settings_of(**{**usual, "smtp": None, "mail_from": None, **changes})


def test_without_options_nothing_is_sent_anywhere() -> None:
    settings = chosen()
    assert (settings.mail, settings.webhooks_inside, settings.grace) == (None, False, 60.0)


def test_a_mail_server_is_read_from_its_address() -> None:
    mail = chosen(smtp="smtp://ada:word@mail.example.org", mail_from="games@example.org", address="https://a.example.org").mail
    assert (mail.host, mail.port, mail.user, mail.password, mail.sender) == (
        "mail.example.org",
        587,
        "ada",
        "word",
        "games@example.org",
    )


@pytest.mark.parametrize("missing", ["address", "mail_from"])
def test_mail_needs_an_address_for_links_and_a_sender(missing: str) -> None:
    wish = {
        "smtp": "smtp://mail.example.org",
        "mail_from": "games@example.org",
        "address": "https://a.example.org",
        missing: None,
    }
    with pytest.raises(GameError, match="mail needs --address"):
        chosen(**wish)


def test_the_password_of_a_mail_server_is_in_no_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["--smtp", "smpt://ada:secret@host", "--mail-from", "a@example.org", "--address", "https://a.example.org"]
    assert main(["serve", "--db", "memory", *wish]) == 2
    assert "secret" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["games.example.org", "ftp://games.example.org", "https://", "https://a.example.org/games", "https://a/?b"]
)
def test_an_address_that_cannot_be_one_is_refused(text: str) -> None:
    with pytest.raises(GameError, match="cannot use the address"):
        public_address(text)


def test_an_address_ends_with_a_slash() -> None:
    assert public_address("https://games.example.org:8443") == "https://games.example.org:8443/"


def test_every_option_of_a_server_has_a_variable_but_those_for_a_person_at_the_terminal() -> None:
    without = {option.name for option in serve.params if not option.envvar}
    assert without == {"open_browser", "lan"}


def test_what_cannot_be_backed_up_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "copy.db"), "--db", "postgresql://host/name"]) == 2
    assert "pg_dump" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "copy.db"), "--db", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert "there is no database" in capsys.readouterr().err
