"""The laboratory: strength tables, tournaments, reports, and perfect play where a game is solved. It stands on the players."""
