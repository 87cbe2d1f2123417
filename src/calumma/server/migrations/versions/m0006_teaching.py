"""Puzzles are rated by who solves them; a match may begin in the middle of another."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables, and add the column."""
    op.add_column("tables", sql.Column("branch_of", sql.String(40)))
    op.create_table(
        "puzzle_ratings",
        sql.Column("game", sql.String(60), primary_key=True),
        sql.Column("puzzle", sql.String(16), primary_key=True),
        *_rating(),
    )
    op.create_table(
        "solver_ratings",
        sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("game", sql.String(60), primary_key=True),
        *_rating(),
    )
    op.create_table(
        "puzzle_tries",
        sql.Column("guest", sql.String(40), sql.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("game", sql.String(60), primary_key=True),
        sql.Column("puzzle", sql.String(16), primary_key=True),
        sql.Column("solved", sql.Boolean, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    )


def _rating() -> list[sql.Column[float] | sql.Column[int]]:
    return [
        sql.Column("rating", sql.Double, nullable=False),
        sql.Column("deviation", sql.Double, nullable=False),
        sql.Column("volatility", sql.Double, nullable=False),
        sql.Column("tried", sql.Integer, nullable=False),
        sql.Column("solved", sql.Integer, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    ]
