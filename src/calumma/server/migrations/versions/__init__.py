"""The changes, named by their number."""
