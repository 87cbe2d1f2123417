"""One session at a table: showing the board, asking for moves, telling what happened."""

from __future__ import annotations

from pathlib import Path

import click

from calumma.core import CHANCE, GameError, State
from calumma.core.messages import listed, reason_text, sentence, tell, tell_would
from calumma.core.words import Words
from calumma.engine import EngineError
from calumma.players import Player
from calumma.records import FORFEITS
from calumma.terminal.hint import hint
from calumma.terminal.look import Look, in_columns
from calumma.terminal.prompt import Ask, asker
from calumma.terminal.table import TerminalTable, keep_unfinished

say = Words(__package__)

COMMANDS = ("moves", "preview", "threats", "hint", "board", "undo", "rules", "save", "resign", "quit", "help")


class Left(Exception):
    """The person left the table."""


def sit_down(table: TerminalTable, look: Look, ask: Ask | None = None) -> int:
    """Play at a table until the match is over or the person leaves; return the exit status."""
    session = Session(table, look, ask or asker(look))
    try:
        session.run()
    except (Left, EOFError, KeyboardInterrupt):
        session.leave()
    finally:
        table.close()
    return 0


class Session:
    """The state of a session: what has been told already, and who looks at the screen."""

    def __init__(self, table: TerminalTable, look: Look, ask: Ask) -> None:
        self.table = table
        self.match = table.match
        self.game = table.game
        self.look = look
        self.ask = ask
        self.told = 0  # plies that have been told
        self.viewer: int | None = table.people[0] if table.people else None

    def run(self) -> None:
        """Play on until the match is over."""
        self._say(self.look.strong(say("by", title=self.game.info.title, designer=self.game.info.designer)))
        self._say(say("against").join(self.table.name(seat) for seat in range(self.game.seats)))
        if self.table.people:
            self._say(self.look.faint(say("help-explains-what-you")))
        self.told = self.match.ply
        self.match.advance()
        while not self.match.over:
            self._tell_news()
            self._next_ply()
        self._tell_news()
        self._tell_end()

    def leave(self) -> None:
        """Say goodbye; a match in the middle is kept."""
        if self.match.over or not self.match.plies or self.table.saved_at == len(self.match.events):
            self._say("\n" + say("goodbye"))
            return
        path = keep_unfinished(self.table)
        self._say("\n" + say("match-kept", path=path))

    # One ply

    def _next_ply(self) -> None:
        seat = self.match.to_act
        bot = self.table.bots[seat]
        if bot is None:
            self._person_plays(seat)
        else:
            self._bot_plays(bot, seat)

    def _bot_plays(self, bot: Player, seat: int) -> None:
        if bot.remembers_plies:
            bot.remember(self.match.seen_plies(seat))
        try:
            action = bot.choose(self.match.state, seat).action
        except EngineError as error:
            self._say(sentence(str(error)))
            self._give_up(seat)
        else:
            self.match.play(action, seat=seat)

    def _person_plays(self, seat: int) -> None:
        self._hand_over(seat)
        if self.look.interactive or self.match.plies == () or self.told == self.match.ply:
            self._draw()
        texts = self._texts()
        before = len(self.match.events)
        while len(self.match.events) == before:
            line = self.ask(f"{self.game.seat_names[seat]}: ", [*texts, *COMMANDS]).strip()
            try:
                self._obey(line, seat, texts)
            except GameError as error:
                self._say(sentence(str(error)))

    def _obey(self, line: str, seat: int, texts: list[str]) -> None:
        """Do what a line asks for: a command, a numbered move or a move."""
        word, _, rest = line.partition(" ")
        command = {"?": "help"}.get(word, word)
        if line == "":
            self._draw()
        elif command in COMMANDS:
            getattr(self, f"_command_{command}")(seat, rest.strip())
        elif line.isdecimal() and line not in texts:
            self.match.play(_numbered(texts, int(line)), seat=seat)
        else:
            self.match.play(line, seat=seat)

    def _command_help(self, seat: int, rest: str) -> None:
        self._say(say("help"))

    def _command_moves(self, seat: int, rest: str) -> None:
        self._say(in_columns([f"{number:4} {text}" for number, text in enumerate(self._texts(), 1)]))

    def _command_board(self, seat: int, rest: str) -> None:
        self._draw()

    def _command_rules(self, seat: int, rest: str) -> None:
        if self.look.interactive:
            click.echo_via_pager(self.game.rules_text)
        else:
            self._say(self.game.rules_text)

    def _command_hint(self, seat: int, rest: str) -> None:
        self._say(hint(self.match.state, seat, self.table.seed))

    def _command_preview(self, seat: int, rest: str) -> None:
        before = self.match.state
        action = self.game.parse_move(before, rest)
        after = before.copy()
        after.apply(action)
        self._say(tell_would(self.game, self.game.story(before, action, after, seat)))

    def _command_threats(self, seat: int, rest: str) -> None:
        if rest not in {cell.id for cell in self.game.scene(self.match.state, seat).cells}:
            raise GameError(say("no-cell", cell=rest, example=self._some_cell(seat)))
        self._say(" ".join(self.game.threats(self.match.state, rest)) or say("nothing-threatens", cell=rest))

    def _some_cell(self, seat: int) -> str:
        return self.game.scene(self.match.state, seat).cells[0].id

    def _command_undo(self, seat: int, rest: str) -> None:
        self.match.take_back(seat)
        self.told = min(self.told, self.match.ply)
        self._say(say("taken-back"))

    def _command_save(self, seat: int, rest: str) -> None:
        if not rest:
            raise GameError(say("cannot-save-match"))
        try:
            self.table.save(Path(rest).expanduser())
        except OSError as error:
            raise GameError(say("cannot-save-match-to", file=rest, error=error.strerror)) from None
        self._say(say("saved-go-calumma-play", file=rest))

    def _command_resign(self, seat: int, rest: str) -> None:
        self._give_up(seat)

    def _give_up(self, seat: int) -> None:
        self.match.resign(seat, None if len(self.game.teams) == 2 else "random")
        if not self.match.over:
            from calumma.players import load

            self.table.bots[seat] = load("random", self.game, self.table.seed)

    def _command_quit(self, seat: int, rest: str) -> None:
        raise Left

    # Showing

    def _hand_over(self, seat: int) -> None:
        """Let nobody see another's hand when several people share the screen."""
        if self.game.info.has_secrets and self.viewer != seat and len(self.table.people) > 1:
            if self.look.interactive:
                click.clear()
            self.ask(say("hand-over-then-press", seat=self.game.seat_names[seat]), [])
        self.viewer = seat

    def _draw(self) -> None:
        scene = self.game.scene(self.match.state, self.viewer)
        self._say("\n" + scene.text(colour=self.look.colour, ascii=self.look.ascii) + "\n")
        self._say(self._standing(self.match.state))

    def _standing(self, state: State) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.game.seat_names, state.scores(), strict=True))
        return self.look.faint(say("ply-scores", ply=self.match.ply, scores=scores))

    def _tell_news(self) -> None:
        """Tell in words what happened since the last time, with the notation beside it."""
        texts = self.match.seen_plies(self.viewer)
        stories = self.match.stories(self.viewer)
        for number in range(self.told, self.match.ply):
            words = " ".join(tell(self.game, effect) for effect in stories[number])
            self._say(f"{words} {self.look.faint(texts[number])}".strip())
        self.told = self.match.ply

    def _tell_end(self) -> None:
        result = self.match.result
        assert result is not None
        self._draw()
        self._say(_reason(self.game, result.reason))
        names = [self.table.name(seat) for seat in result.winners]
        self._say(self.look.strong(say("won", names=listed(names), count=len(names))))

    def _texts(self) -> list[str]:
        state = self.match.state
        return [self.game.move_text(state, action) for action in state.legal()] if state.to_act != CHANCE else []

    def _say(self, text: str) -> None:
        click.echo(text)


def _reason(game: object, key: str) -> str:
    return say(f"reason-{key}") if key in FORFEITS else reason_text(game, key)


def _numbered(texts: list[str], number: int) -> str:
    if not 1 <= number <= len(texts):
        raise GameError(say("no-move-list", number=number, count=len(texts), example=texts[0]))
    return texts[number - 1]
