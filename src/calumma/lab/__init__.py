"""The laboratory: strength tables, tournaments, reports and solving. It stands on the players."""
