"""Changes of the database's tables, one module each, applied in order when a server starts."""
