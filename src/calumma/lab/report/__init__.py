"""Reports about a game: who is favoured, how long and how wide matches are, how dramatic, how lucky, and what every option does.

`jobs` are the matches to play, `measures` makes numbers of a match, `estimates` statistics of numbers, `findings` says for a game
which matches are needed and what follows from them; `plots` and `page` show it.
"""
