"""Many servers' lives in no time: the real server on a loop, a clock, a database and a network that a seed determines."""
