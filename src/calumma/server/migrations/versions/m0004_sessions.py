"""The bot that plays on for somebody who left belongs to the table."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column, with what was usual before as its value."""
    op.add_column("tables", sql.Column("substitute", sql.String(40), nullable=False, server_default="level:2"))
