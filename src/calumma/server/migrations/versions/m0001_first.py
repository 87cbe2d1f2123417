"""The first tables: guests with their tokens; tables with who sits at them and their events."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "guests",
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("name", sql.String(60), nullable=False),
        sql.Column("created", sql.Double, nullable=False),
    )
    op.create_table(
        "tokens",
        sql.Column("hash", sql.String(64), primary_key=True),
        sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
        sql.Column("created", sql.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("game", sql.String(60), nullable=False),
        sql.Column("rules", sql.Integer, nullable=False),
        sql.Column("seats", sql.Integer, nullable=False),
        sql.Column("options", sql.Text, nullable=False),
        sql.Column("practice", sql.Boolean, nullable=False),
        sql.Column("secret", sql.String(64)),
        sql.Column("invite", sql.String(40), nullable=False),
        sql.Column("host", sql.String(40), nullable=False),
        sql.Column("created", sql.Double, nullable=False, index=True),
        sql.Column("is_open", sql.Boolean, nullable=False),
        sql.Column("rematch_of", sql.String(40), index=True),
        sql.Column("ended", sql.Boolean, nullable=False, index=True),
    )
    op.create_table(
        "sitters",
        sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("guest", sql.String(40), nullable=False, index=True),
    )
    op.create_table(
        "events",
        sql.Column("table_id", sql.String(40), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("kind", sql.String(20), nullable=False),
        sql.Column("body", sql.Text, nullable=False),
    )
