"""Mutation testing of the rules, the match and the luck: change one thing in a module, and see whether a test notices.

Nothing is written into the sources: a mutant lives in a forked process only. `docs/development.md` says how to use it.
"""
