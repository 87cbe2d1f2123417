"""How people want to be told that it is their turn, what they were told, and what is still to be delivered."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "contacts",
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
    op.create_table(
        "notices",
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
    op.create_table(
        "deliveries",
        sql.Column("notice", sql.String(40), sql.ForeignKey("notices.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("channel", sql.String(10), primary_key=True),
        sql.Column("tries", sql.Integer, nullable=False),
        sql.Column("due", sql.Double, nullable=False),
    )
