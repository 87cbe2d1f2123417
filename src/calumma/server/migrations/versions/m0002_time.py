"""Time limits and when events happened; who begins, who may watch; offers that stand; who left a seat; when servers ran."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns, with what was so before as their value, and the table of runs."""
    op.add_column("tables", sql.Column("time_limit", sql.String(20), nullable=False, server_default=""))
    op.add_column("tables", sql.Column("begins", sql.String(20), nullable=False, server_default="rotating"))
    op.add_column("tables", sql.Column("waits", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("tables", sql.Column("is_closed", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("tables", sql.Column("notes", sql.Text, nullable=False, server_default="{}"))
    op.add_column("sitters", sql.Column("has_left", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("events", sql.Column("at", sql.Double, nullable=False, server_default="0"))
    op.create_table(
        "runs",
        sql.Column("began", sql.Double, primary_key=True),
        sql.Column("until", sql.Double, nullable=False),
    )
