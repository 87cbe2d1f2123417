"""The description of the database: sessions, matches, who may write, who is blocked, notices, and ratings of puzzles."""

from __future__ import annotations

import sqlalchemy as sql

METADATA = sql.MetaData()
TABLES = sql.Table(
    "tables",
    METADATA,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("game", sql.String(60), nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("seats", sql.Integer, nullable=False),
    sql.Column("options", sql.Text, nullable=False),
    sql.Column("practice", sql.Boolean, nullable=False),
    sql.Column("secret", sql.String(64)),
    sql.Column("invite", sql.String(40), nullable=False),
    sql.Column("host", sql.String(40), nullable=False, index=True),
    sql.Column("created", sql.Double, nullable=False, index=True),
    sql.Column("is_open", sql.Boolean, nullable=False),
    sql.Column("rematch_of", sql.String(40), index=True),
    sql.Column("ended", sql.Boolean, nullable=False, index=True),
    sql.Column("time_limit", sql.String(20), nullable=False, server_default=""),
    sql.Column("begins", sql.String(20), nullable=False, server_default="rotating"),
    sql.Column("waits", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("is_closed", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("substitute", sql.String(40), nullable=False, server_default="level:2"),
    sql.Column("notes", sql.Text, nullable=False, server_default="{}"),
    sql.Column("active", sql.Double, nullable=False, server_default="0", index=True),
    sql.Column("begun", sql.Boolean),  # NULL: where the match stands has not been looked up yet
    sql.Column("deadline", sql.Double, index=True),
    sql.Column("bot_acts", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("turn_of", sql.String(40), index=True),
    sql.Column("turn_number", sql.Integer),
    sql.Column("aside", sql.String(20), index=True),
    sql.Column("aside_reason", sql.Text),
    sql.Column("branch_of", sql.String(40)),
    sql.Column("version", sql.Integer, nullable=False, server_default="0"),  # counts whatever was changed
    sql.Column("thinker", sql.String(40)),  # the process that thinks for the bot to act, and until when it is believed to
    sql.Column("thought_until", sql.Double),
    sql.Column("looked", sql.Double, nullable=False, server_default="0"),  # when somebody watched bots among themselves
)
sql.Index(
    "ix_tables_bot_acts", TABLES.c.active, postgresql_where=TABLES.c.bot_acts.is_(True), sqlite_where=TABLES.c.bot_acts.is_(True)
)
TURNS = sql.Table(  # when a bot last thought for somebody: people take turns
    "turns",
    METADATA,
    sql.Column("guest", sql.String(40), primary_key=True),
    sql.Column("served", sql.Double, nullable=False),
)
QUESTIONS = sql.Table(  # to bots, outside matches: one row until it is answered, or nobody waits any more
    "questions",
    METADATA,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("guest", sql.String(40), nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("asked", sql.Double, nullable=False),
    sql.Column("wanted", sql.Double, nullable=False),
    sql.Column("thinker", sql.String(40)),
    sql.Column("thought_until", sql.Double),
    sql.Column("answer", sql.Text),
)
SITTERS = sql.Table(
    "sitters",
    METADATA,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("guest", sql.String(40), nullable=False, index=True),
    sql.Column("has_left", sql.Boolean, nullable=False, server_default=sql.false()),
)
EVENTS = sql.Table(
    "events",
    METADATA,
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("kind", sql.String(20), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Double, nullable=False, server_default="0"),
)
SERVER = sql.Table(  # one row: which of the servers that used this database may write, and when it last tried
    "server",
    METADATA,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("epoch", sql.Integer, nullable=False),
    sql.Column("checked", sql.Double, nullable=False),
)
BLOCKS = sql.Table(
    "blocks",
    METADATA,
    sql.Column("network", sql.String(50), primary_key=True),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("reason", sql.Text, nullable=False),
)
TOKENS = sql.Table(
    "tokens",
    METADATA,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("used", sql.Double, nullable=False, server_default="0"),
    sql.Column("label", sql.String(60), nullable=False, server_default=""),
)
CARRIED = sql.Table(  # hashes of codes with which another device becomes the same guest
    "carried",
    METADATA,
    sql.Column("code", sql.String(64), primary_key=True),
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    sql.Column("until", sql.Double, nullable=False),
)
RECOVERIES = sql.Table(
    "recoveries",
    METADATA,
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("lookup", sql.String(8), nullable=False, unique=True),
    sql.Column("salt", sql.String(32), nullable=False),
    sql.Column("hash", sql.String(64), nullable=False),
    sql.Column("created", sql.Double, nullable=False),
)
CONTACTS = sql.Table(
    "contacts",
    METADATA,
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("feed", sql.String(64), index=True),
    sql.Column("webhook", sql.Text),
    sql.Column("webhook_key", sql.String(80)),
    sql.Column("mail", sql.String(254)),
    sql.Column("mail_code", sql.String(64), index=True),
    sql.Column("mail_asked", sql.Double, nullable=False),
    sql.Column("mail_confirmed", sql.Boolean, nullable=False),
    sql.Column("trouble", sql.Text, nullable=False),
)
NOTICES = sql.Table(
    "notices",
    METADATA,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id"), nullable=False),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("game", sql.String(60), nullable=False),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("title", sql.Text, nullable=False),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("told", sql.Boolean, nullable=False),
    sql.UniqueConstraint("table_id", "number", "guest", name="one_notice_a_turn"),
)
DELIVERIES = sql.Table(
    "deliveries",
    METADATA,
    sql.Column("notice", sql.String(40), sql.ForeignKey("notices.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("channel", sql.String(10), primary_key=True),
    sql.Column("tries", sql.Integer, nullable=False),
    sql.Column("due", sql.Double, nullable=False),
)


def _rating() -> list[sql.Column[float] | sql.Column[int]]:
    """What is known of a puzzle, or of who solves them."""
    return [
        sql.Column("rating", sql.Double, nullable=False),
        sql.Column("deviation", sql.Double, nullable=False),
        sql.Column("volatility", sql.Double, nullable=False),
        sql.Column("tried", sql.Integer, nullable=False),
        sql.Column("solved", sql.Integer, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    ]


PUZZLE_RATINGS = sql.Table(
    "puzzle_ratings",
    METADATA,
    sql.Column("game", sql.String(60), primary_key=True),
    sql.Column("puzzle", sql.String(16), primary_key=True),
    *_rating(),
)
SOLVER_RATINGS = sql.Table(
    "solver_ratings",
    METADATA,
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("game", sql.String(60), primary_key=True),
    *_rating(),
)
PUZZLE_TRIES = sql.Table(  # first tries: others do not count
    "puzzle_tries",
    METADATA,
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("game", sql.String(60), primary_key=True),
    sql.Column("puzzle", sql.String(16), primary_key=True),
    sql.Column("solved", sql.Boolean, nullable=False),
    sql.Column("at", sql.Double, nullable=False),
)
