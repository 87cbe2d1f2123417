"""The one table of all pages that every host has: method and address, which function answers, and what it costs."""

from __future__ import annotations

from calumma.site.api.routes import Route
from calumma.site.limits import DEAR, PAGE, SHARED, WRITE
from calumma.site.pages import games, ladder, me, study, tables

PAGES: tuple[Route, ...] = (
    Route("GET", "/", games.home, "anybody", PAGE),
    Route("GET", "/games/{name}", games.table_form, "anybody", DEAR),
    Route("POST", "/games/{name}", tables.new_table, "anybody", DEAR),
    Route("GET", "/rules/{name}", games.rules, "anybody", DEAR),
    Route("GET", "/rules/{name}/diagrams/{diagram}", games.rule_diagram, "anybody", SHARED),  # few, and each is drawn once
    Route("GET", "/drawing.css", games.drawing_style, "anybody", SHARED),
    Route("GET", "/words.js", games.words_script, "anybody", SHARED),
    Route("POST", "/play/{name}", tables.play_at_once, "anybody", WRITE),
    Route("POST", "/watch/{name}", tables.watch, "anybody", WRITE),
    Route("GET", "/t/{table_id}", tables.see_table, "anybody", PAGE),
    Route("GET", "/t/{table_id}/thumbnail", tables.thumbnail_of, "anybody", PAGE),
    Route("POST", "/t/{table_id}/rematch", tables.rematch, "anybody", WRITE),
    Route("POST", "/t/{table_id}/harder", tables.harder, "anybody", WRITE),
    Route("POST", "/t/{table_id}/branch", tables.branch, "anybody", DEAR),
    Route("GET", "/t/{table_id}/review", study.review, "anybody", PAGE),
    Route("GET", "/ladder", ladder.show, "anybody", DEAR),
    Route("POST", "/ladder/{name}", ladder.climb, "anybody", DEAR),
    Route("GET", "/analysis", study.games, "anybody", PAGE),
    Route("GET", "/analysis/{name}", study.analysis_board, "anybody", DEAR),
    Route("GET", "/games/{name}/measured", study.measured, "anybody", DEAR),
    Route("GET", "/puzzles", study.all_puzzles, "anybody", PAGE),
    Route("GET", "/puzzles/{name}", study.game_puzzles, "anybody", PAGE),
    Route("POST", "/puzzles/{name}", study.begin_puzzles, "anybody", WRITE),
    Route("GET", "/puzzles/{name}/today", study.puzzle_of_today, "anybody", PAGE),
    Route("GET", "/puzzles/{name}/next", study.puzzle_for_me, "anybody", PAGE),
    Route("GET", "/puzzles/{name}/{number}", study.one_puzzle, "anybody", PAGE),
    Route("GET", "/learn/{name}", study.learn, "anybody", PAGE),
    Route("GET", "/me", me.me, "anybody", PAGE),
    Route("POST", "/me", me.rename, "anybody", WRITE),
    Route("POST", "/me/forget", me.forget, "anybody", WRITE),
)
