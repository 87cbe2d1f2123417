"""Questions to bots outside matches, which thinkers of a house answer."""

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add a table alone, so that a server of the release before goes on beside this one; it asks nobody else."""
    op.create_table(
        "questions",
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("guest", sql.String(40), nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("asked", sql.Double, nullable=False),
        sql.Column("wanted", sql.Double, nullable=False),
        sql.Column("thinker", sql.String(40)),
        sql.Column("thought_until", sql.Double),
        sql.Column("answer", sql.Text),
    )
