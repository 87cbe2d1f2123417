"""Solving: endgame tables, the proof of a game's value, and its certificate."""
