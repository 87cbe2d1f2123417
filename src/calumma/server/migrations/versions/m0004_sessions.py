"""The bot that plays on for somebody who left belongs to the table; sessions can be told apart; guests can be brought back."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns, with what was usual before as their value, and the table of recovery phrases."""
    op.add_column("tables", sql.Column("substitute", sql.String(40), nullable=False, server_default="level:2"))
    op.add_column("tokens", sql.Column("used", sql.Double, nullable=False, server_default="0"))
    op.add_column("tokens", sql.Column("label", sql.String(60), nullable=False, server_default=""))
    op.create_table(
        "recoveries",
        sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("lookup", sql.String(8), nullable=False, unique=True),
        sql.Column("salt", sql.String(32), nullable=False),
        sql.Column("hash", sql.String(64), nullable=False),
        sql.Column("created", sql.Double, nullable=False),
    )
