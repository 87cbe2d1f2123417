"""Letters by SMTP, where the host has set up a server for them."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.courier import Undelivered, clean_address

say = Words(__package__)

SECONDS = 15.0  # to wait for the mail server
PORTS = {"smtp": 587, "smtps": 465}
LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class MailServer:
    """A server that takes letters, and the address they come from."""

    host: str
    port: int
    secure: bool  # by TLS from the start; otherwise it begins once the server offers it
    user: str
    password: str
    sender: str

    def send(self, letter: EmailMessage) -> None:
        """Hand over a letter; Undelivered says why it was not taken. This waits: call it in a thread."""
        try:
            with self._connected() as server:
                server.send_message(letter)
        except (OSError, smtplib.SMTPException) as error:
            raise Undelivered(say("mail-refused", error=type(error).__name__)) from None

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
            server.ehlo()
            if server.has_extn("starttls") and self.host not in LOCAL:
                server.starttls(context=context)
            elif self.user and self.host not in LOCAL:
                server.close()
                raise smtplib.SMTPException("no encryption: the password stays here")
        if self.user:
            server.login(self.user, self.password)
        return server


def read_mail_server(text: str, sender: str) -> MailServer:
    """Return the mail server that smtp://USER:PASSWORD@HOST:PORT names; GameError says what is wrong with it."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in PORTS or not parts.hostname:
        raise GameError(say("cannot-read-mail-server"))
    clean_address(sender)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "smtps", user, password, sender)


def letter(server: MailServer, to: str, subject: str, text: str, stop: str, name: str) -> EmailMessage:
    """Return a letter that says how to get no more of them; its name makes two copies of it recognisable as one."""
    message = EmailMessage()
    message["From"] = server.sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = f"<{name}@{server.sender.rpartition('@')[2]}>"
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message
