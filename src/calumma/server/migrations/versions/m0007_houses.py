"""What several servers on one database need: changes of a table are counted, and thoughts of bots are taken by turns."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add columns with defaults alone, so that a server of the release before reads and writes the same tables."""
    op.add_column("tables", sql.Column("version", sql.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sql.Column("thinker", sql.String(40)))
    op.add_column("tables", sql.Column("thought_until", sql.Double))
    op.add_column("tables", sql.Column("looked", sql.Double, nullable=False, server_default="0"))
    waits = sql.text("bot_acts")
    op.create_index("ix_tables_bot_acts", "tables", ["active"], postgresql_where=waits, sqlite_where=waits)
    op.create_table(
        "turns",
        sql.Column("guest", sql.String(40), primary_key=True),
        sql.Column("served", sql.Double, nullable=False),
    )
    op.create_table(
        "carried",
        sql.Column("code", sql.String(64), primary_key=True),
        sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("until", sql.Double, nullable=False),
    )
