"""Telling people who are not looking that it is their turn. Here alone it is decided who is told, and when.

A turn begins with an event. Some time after it, whoever is to act and does not look at the table gets one notice, however long
the turn lasts. Which notices are due follows from the events, and those that were given are kept together with what is still to
be delivered: after a restart none is missing, and none comes twice.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace

from calumma.core import GameError
from calumma.core.words import Words
from calumma.play import Seated
from calumma.site.bus import NOTICES, Alone, Bus
from calumma.site.courier import Courier, Undelivered, clean_address, signature
from calumma.site.guests import hashed
from calumma.site.kept_match import turn_number
from calumma.site.limits import Rates
from calumma.site.messages import Ways
from calumma.site.outbox import Contact, Delivery, Notice, Outbox
from calumma.site.settings import SiteSettings
from calumma.site.store import Unavailable
from calumma.site.table import Table
from calumma.site.tables import Tables

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")
AT_ONCE = 20  # deliveries
POSTPONED = 600.0  # seconds, where somebody gets too many
CONFIRM_SECONDS = 2 * 24 * 3600
STORE_AWAY = 10.0  # seconds to the next try, if the store is out of reach
LAST_SECONDS = 5.0  # that deliveries under way are given when the server ends
TAKEN_SECONDS = 120.0  # for which a delivery is one server's: longer than any way takes to answer
LEFT_BEHIND = 30.0  # seconds after which a delivery that is due has been left behind


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, since the event of a number."""

    guest: str
    number: int


@dataclass(slots=True)
class Watch:
    """A turn that somebody will be told of; when that is settled, it stays here until the next turn."""

    turn: Turn
    timer: asyncio.TimerHandle


class Notices:
    """Who is told, when, and by what way."""

    def __init__(self, outbox: Outbox, tables: Tables, settings: SiteSettings, courier: Courier, bus: Bus | None = None) -> None:
        self.outbox, self.tables, self.settings, self.courier = outbox, tables, settings, courier
        self.bus = bus or Alone()
        self._reached: set[str] = set()  # who wants to be told
        self._watches: dict[str, Watch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._changing = asyncio.Lock()
        self._often = Rates(settings.notice_rate, settings.notice_burst)
        self._letters = Rates(settings.letter_rate, settings.letter_burst)
        self._closed = False

    @property
    def rates(self) -> dict[str, Rates]:
        """What guests and addresses are counted by here."""
        return {"notices": self._often, "letters": self._letters}

    async def start(self) -> None:
        """Go on with what is still to be delivered."""
        self._reached = await self.outbox.reached()
        if not self.bus.is_shared:  # else whoever has the lease looks what nobody delivers
            for delivery in await self.outbox.deliveries():
                self._spawn(self._deliver(delivery))

    async def look_again(self) -> None:
        """Learn who wants to be told, wherever they said so, and deliver what a server has left that is lost."""
        self._reached = await self.outbox.reached()
        if await self.bus.holds(NOTICES):
            for delivery in await self.outbox.deliveries():
                if delivery.due <= time.time() - LEFT_BEHIND:
                    self._spawn(self._deliver(delivery))

    async def stop(self) -> None:
        """Let deliveries under way end, and leave the others for the next start."""
        self._closed = True
        for watch in self._watches.values():
            watch.timer.cancel()
        for task in self._tasks - self._sending:
            task.cancel()
        if self._sending:
            await asyncio.wait(self._sending, timeout=LAST_SECONDS)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.courier.close()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._sending.discard)

    # Who must be told

    def consider(self, table: Table) -> None:
        """Look at a table that has changed: if a new turn began, see to it that whoever is to act will be told of it."""
        turn, watch = self.turn(table), self._watches.get(table.id)
        if self._closed or (watch and watch.turn == turn):
            return
        if watch:
            watch.timer.cancel()
            del self._watches[table.id]
        if turn:
            timer = asyncio.get_running_loop().call_later(self.settings.grace, self._ring, table.id, turn)
            self._watches[table.id] = Watch(turn, timer)

    def drop(self, table: str) -> None:
        """Tell nobody of a table that is gone."""
        watch = self._watches.pop(table, None)
        if watch:
            watch.timer.cancel()

    def turn(self, table: Table) -> Turn | None:
        """Return whose turn it is, or who holds a match up, if that is somebody who wants to be told and does not play alone."""
        if table.status == "waiting":
            return self._held_up(table)
        match = table.match
        guest = table.sitters.get(match.to_act)
        if guest not in self._reached or table.broken or table.status != "playing" or len(table.people()) < 2:
            return None
        assert guest is not None
        return Turn(guest, turn_number(match, [seat for seat, owner in table.sitters.items() if owner == guest]))

    def _held_up(self, table: Table) -> Turn | None:
        """Who keeps a match from beginning: their page has to be open for a moment, so that it opens its seed."""
        guests = [table.sitters[seat] for seat in table.preparation.holds_up if table.sitters.get(seat) in self._reached]
        if not guests or table.broken or len(table.people()) < 2:
            return None
        return Turn(guests[0], max(event.number for event in table.match.events if isinstance(event, Seated)))

    def _ring(self, table_id: str, turn: Turn) -> None:
        self._spawn(self._tell_surely(table_id, turn))

    async def _tell_surely(self, table_id: str, turn: Turn) -> None:
        """Give the notice of a turn; while the store is out of reach, try again and again."""
        while not self._closed:
            try:
                return await self._tell(table_id, turn)
            except Unavailable:
                await asyncio.sleep(STORE_AWAY)

    async def _tell(self, table_id: str, turn: Turn) -> None:
        """Give the notice of a turn, unless it is over or its guest is looking."""
        table = await self.tables.fresh(table_id)
        if table is None:
            return
        async with table.lock:
            if self.turn(table) != turn:
                return
            notice = _notice(table, turn, not table.watchers.looks(turn.guest))
        contact = await self.outbox.contact(turn.guest)
        channels = contact.channels if notice.told else ()
        if await self.outbox.add_notice(notice, channels):
            for channel in channels:
                self._spawn(self._deliver(Delivery(notice, channel, 0, notice.created)))

    # Delivering

    async def _deliver(self, delivery: Delivery) -> None:
        """Try until it is delivered, until nobody needs it any more, or until it was tried often enough."""
        task = asyncio.current_task()
        assert task is not None
        waiting: Delivery | None = delivery
        while waiting is not None and not self._closed:
            await asyncio.sleep(max(0.0, waiting.due - time.time()))
            tries = waiting.tries
            async with self._places:
                self._sending.add(task)
                try:
                    taken = await self._taken(waiting)
                    if taken is None:
                        return  # another server delivers it
                    waiting = await self._attempt(taken)
                except Unavailable:
                    waiting = replace(delivery, tries=tries, due=time.time() + STORE_AWAY)
                except Exception:
                    LOGGER.exception("a notice could not be handled")
                    return
                finally:
                    self._sending.discard(task)

    async def _taken(self, delivery: Delivery) -> Delivery | None:
        """A delivery that is ours for a while; None if another server has taken it, or it is done."""
        if not self.bus.is_shared:
            return delivery
        taken = replace(delivery, due=time.time() + TAKEN_SECONDS)
        return taken if await self.outbox.take(delivery, taken.due) else None

    async def _attempt(self, delivery: Delivery) -> Delivery | None:
        """Try once; return what remains to be done."""
        contact = await self.outbox.contact(delivery.notice.guest)
        if delivery.channel not in contact.channels or not await self._is_needed(delivery.notice):
            await self.outbox.finish(delivery)
            return None
        if not self._often.allow(f"{delivery.channel} {contact.guest}"):
            return await self._later(delivery, POSTPONED, delivery.tries)
        try:
            await self._send(delivery, contact)
        except Undelivered as error:
            await self._note_trouble(contact, str(error))
            if delivery.tries >= len(self.settings.retries):
                await self.outbox.finish(delivery)
                return None
            return await self._later(delivery, self.settings.retries[delivery.tries], delivery.tries + 1)
        await self.outbox.finish(delivery)
        await self._note_trouble(contact, "")
        return None

    async def _later(self, delivery: Delivery, seconds: float, tries: int) -> Delivery:
        put_off = replace(delivery, due=time.time() + seconds, tries=tries)
        await self.outbox.put_off(put_off)
        return put_off

    async def _is_needed(self, notice: Notice) -> bool:
        """Whether it is still the same turn, and its guest still does not look."""
        table = await self.tables.fresh(notice.table_id)
        if table is None or table.watchers.looks(notice.guest):
            return False
        return self.turn(table) == Turn(notice.guest, notice.number)

    async def _note_trouble(self, contact: Contact, trouble: str) -> None:
        if contact.trouble != trouble:
            await self.change(contact.guest, lambda now: replace(now, trouble=trouble))

    async def _send(self, delivery: Delivery, contact: Contact) -> None:
        notice = delivery.notice
        if delivery.channel == "webhook":
            await self._post(contact, "turn", notice)
        else:
            text = say("notice.letter", title=notice.title, link=self._table_address(notice), stop=self._stop_address(contact))
            await self._write(contact, notice.title, text, notice.id)

    def _table_address(self, notice: Notice) -> str:
        return f"{self.settings.address}t/{notice.table_id}"

    def _stop_address(self, contact: Contact) -> str:
        return f"{self.settings.address}mail/{contact.mail_code}/stop"

    async def _post(self, contact: Contact, kind: str, notice: Notice) -> None:
        """Post a notice to the guest's webhook, signed."""
        parts = {"type": kind, "id": notice.id, "table": notice.table_id, "game": notice.game, "ply": notice.ply}
        shown = {"title": notice.title, "url": self._table_address(notice), "created": round(notice.created, 3)}
        body = json.dumps({**parts, **shown}, ensure_ascii=False, separators=(",", ":")).encode()
        proof = signature(contact.webhook_key or "", int(time.time()), body)
        headers = {"User-Agent": "Calumma", "Calumma-Notice": notice.id, "Calumma-Signature": proof}
        await self.courier.post(contact.webhook or "", body, headers)

    async def _write(self, contact: Contact, subject: str, text: str, name: str) -> None:
        """Send a letter to the guest."""
        if contact.mail is None:
            raise Undelivered(say("no-mail"))
        await self.courier.write(contact.mail, subject, text, self._stop_address(contact), name)

    # How guests want to be told

    async def ways(self, guest: str) -> Ways:
        """Return how a guest is told, without what is secret."""
        contact = await self.outbox.contact(guest)
        return {
            "feed": contact.feed is not None,
            "webhook": contact.webhook,
            "mail": contact.mail,
            "mail_confirmed": contact.mail_confirmed,
            "mail_possible": self.courier.sends_mail,
            "trouble": contact.trouble,
        }

    async def change(self, guest: str, how: Callable[[Contact], Contact]) -> Contact:
        """Change how a guest wants to be told, and return it."""
        async with self._changing:
            contact = how(await self.outbox.contact(guest))
            await self.outbox.keep_contact(contact)
        self._note_reached(contact)
        return contact

    def _note_reached(self, contact: Contact) -> None:
        """Remember who is to be told; the turn that somebody has just now counts, too."""
        was = contact.guest in self._reached
        (self._reached.add if contact.wants_any else self._reached.discard)(contact.guest)
        if not was and contact.wants_any:
            for table in self.tables.of(contact.guest):
                self.consider(table)

    async def forget(self, guest: str) -> None:
        """Delete everything about a guest."""
        self._reached.discard(guest)
        await self.outbox.forget(guest)

    async def new_feed(self, guest: str) -> str:
        """Return the secret of a new feed; the old one, if there was one, is gone."""
        secret = secrets.token_urlsafe(24)
        await self.change(guest, lambda contact: replace(contact, feed=hashed(secret)))
        return secret

    async def end_feed(self, guest: str) -> None:
        """Let there be no feed."""
        await self.change(guest, lambda contact: replace(contact, feed=None))

    async def set_webhook(self, guest: str, address: str) -> str:
        """Let notices be posted to an address; return the key that signs them. GameError says what is wrong with the address."""
        self.courier.check_webhook(address)
        key = secrets.token_urlsafe(32)
        await self.change(guest, lambda contact: replace(contact, webhook=address, webhook_key=key, trouble=""))
        return key

    async def end_webhook(self, guest: str) -> None:
        """Post no more."""
        await self.change(guest, lambda contact: replace(contact, webhook=None, webhook_key=None, trouble=""))

    async def try_webhook(self, guest: str) -> None:
        """Post a notice of the type "test" at once; GameError says why it did not arrive."""
        contact = await self.outbox.contact(guest)
        if not contact.webhook:
            raise GameError(say("no-webhook-to-try"))
        if not self._often.allow(f"webhook {guest}"):
            raise GameError(say("too-many-tries"))
        notice = Notice(secrets.token_urlsafe(12), guest, "", 0, "", 0, say("notice.test"), time.time())
        try:
            await self._post(contact, "test", notice)
        except Undelivered as error:
            raise GameError(say("not-delivered", error=error)) from None

    async def set_mail(self, guest: str, address: str, asker: str) -> None:
        """Send a letter that asks whether an address wants to be told; until it is answered, nothing else is sent there."""
        if not self.courier.sends_mail:
            raise GameError(say("mail-not-set-up"))
        clean, code = clean_address(address), secrets.token_urlsafe(24)
        allowed = [self._letters.allow(who) for who in (guest, asker, clean.lower())]
        if not all(allowed):
            raise GameError(say("too-many-mails"))
        contact = await self.change(
            guest,
            lambda contact: replace(
                contact, mail=clean, mail_code=code, mail_asked=time.time(), mail_confirmed=False, trouble=""
            ),
        )
        text = say("notice.confirm", link=f"{self.settings.address}mail/{code}", stop=self._stop_address(contact))
        try:
            await self._write(contact, say("notice.confirm_subject"), text, f"confirm-{hashed(code)[:24]}")
        except Undelivered as error:
            await self.end_mail(guest)
            raise GameError(say("mail-not-sent", error=error)) from None

    async def end_mail(self, guest: str) -> None:
        """Forget the mail address."""
        await self.change(
            guest,
            lambda contact: replace(contact, mail=None, mail_code=None, mail_asked=0.0, mail_confirmed=False, trouble=""),
        )

    async def confirm_mail(self, code: str) -> bool:
        """Let letters go to the address whose letter carried a code; False if it is unknown or older than two days."""
        contact = await self.outbox.contact_by_mail_code(code)
        if contact is None or (not contact.mail_confirmed and contact.mail_asked < time.time() - CONFIRM_SECONDS):
            return False
        await self.change(contact.guest, lambda now: replace(now, mail_confirmed=now.mail_code == code))
        return True

    async def stop_mail(self, code: str) -> bool:
        """Forget the address whose letters carry a code; False if it is unknown."""
        contact = await self.outbox.contact_by_mail_code(code)
        if contact is None:
            return False
        await self.end_mail(contact.guest)
        return True


def _notice(table: Table, turn: Turn, told: bool) -> Notice:
    """The notice of a turn: nothing in it is hidden from anybody who has the table's address."""
    match = table.match
    others = [player for seat, player in enumerate(match.players) if player and table.sitters.get(seat) != turn.guest]
    title = say(
        "notice.ready" if table.status == "waiting" else "notice.turn",
        game=match.game.info.title,
        designer=match.game.info.designer,
        names=", ".join(others),
    )
    name = secrets.token_urlsafe(12)
    return Notice(name, turn.guest, table.id, turn.number, match.game.name, match.ply, title, time.time(), told)
