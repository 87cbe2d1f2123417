"""What is known of a match without reading its events; matches that are set aside; which server may write; blocked addresses."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns. Where a match stands is left open (begun is NULL): the server looks it up, a few matches at a time."""
    op.add_column("tables", sql.Column("active", sql.Double, nullable=False, server_default="0"))
    op.add_column("tables", sql.Column("begun", sql.Boolean))
    op.add_column("tables", sql.Column("deadline", sql.Double))
    op.add_column("tables", sql.Column("bot_acts", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("tables", sql.Column("turn_of", sql.String(40)))
    op.add_column("tables", sql.Column("turn_number", sql.Integer))
    op.add_column("tables", sql.Column("aside", sql.String(20)))
    op.add_column("tables", sql.Column("aside_reason", sql.Text))
    for column in ("host", "active", "deadline", "turn_of", "aside"):
        op.create_index(f"ix_tables_{column}", "tables", [column])
    op.execute(
        "UPDATE tables SET active = (SELECT coalesce(max(events.at), 0) FROM events WHERE events.table_id = tables.id)"
        " WHERE NOT ended"
    )
    op.execute("UPDATE tables SET active = created WHERE active < created")
    server = op.create_table(
        "server",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("epoch", sql.Integer, nullable=False),
        sql.Column("checked", sql.Double, nullable=False),
    )
    op.bulk_insert(server, [{"id": 1, "epoch": 0, "checked": 0.0}])
    op.create_table(
        "blocks",
        sql.Column("network", sql.String(50), primary_key=True),
        sql.Column("created", sql.Double, nullable=False),
        sql.Column("reason", sql.Text, nullable=False),
    )
