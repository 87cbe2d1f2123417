"""The description of the database, of the sessions of guests, and of the part that tells people when it is their turn."""

from __future__ import annotations

import sqlalchemy as sql

METADATA = sql.MetaData()
TOKENS = sql.Table(
    "tokens",
    METADATA,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("used", sql.Double, nullable=False, server_default="0"),
    sql.Column("label", sql.String(60), nullable=False, server_default=""),
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
