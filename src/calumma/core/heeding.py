"""Being heard by code that works for long: Ctrl+C, above all."""


def heed() -> None:
    """Let Python raise what has come by a signal meanwhile.

    Interpreted code looks for signals when a function begins, compiled code never does: so this module is not compiled.
    """
