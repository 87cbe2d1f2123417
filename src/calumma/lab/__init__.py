"""The laboratory: perfect play where a game is solved."""
