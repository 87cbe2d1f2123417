# make play: set up everything and play.   make test: set up everything and run all tests.
# Everything lives in this folder: the virtual environment in .venv, builds in build/.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
# The core is built by build/.core, once; pip only needs to know where the sources are.
PIP := CALUMMA_PURE=1 $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: help play test lint types pages engine interpreted server browser research docs coverage
.PHONY: long strength solve check-tables bench load pictures reports clean distclean

help:
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 18

play: build/.core ## set up everything and serve the games to the browser
	@$(BIN)/calumma serve --open

test: build/.core $(VENV)/.test lint types pages docs engine interpreted server browser research ## set up everything and run all tests

lint: $(VENV)/.test ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test ## types of the Python code
	$(BIN)/mypy

pages: node_modules/.installed ## types of the scripts in the pages
	npx tsc --project tsconfig.json

engine: build/.core $(VENV)/.test ## rules, bots, records, commands, on the compiled core
	$(BIN)/python -m pytest -n $(WORKERS) -m "not long" --ignore tests/server --ignore tests/browser --ignore tests/rl --ignore tests/research --ignore tests/docs

interpreted: build/.core $(VENV)/.test ## the contract again on the interpreted core
	CALUMMA_PURE=1 $(BIN)/python -m pytest -n $(WORKERS) -m "contract and not long" tests/core tests/games tests/testing tests/search tests/records tests/play

server: build/.core $(VENV)/.test ## the server, on SQLite and PostgreSQL
	$(BIN)/python -m pytest -n $(WORKERS) -m "not long" tests/server

browser: build/.core $(VENV)/.test node_modules/.installed ## whole matches by clicking, in Chromium
	$(BIN)/python -m pytest -n $(WORKERS) -m "browser and not long" tests/browser

research: build/.core $(VENV)/.research ## PettingZoo, OpenSpiel, vector environment, Ray, data sets, examples
	$(BIN)/python -m pytest -n $(WORKERS) -m "not long" tests/rl tests/research

docs: $(VENV)/.docs ## the documentation site in build/site; a broken link fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python -m pytest tests/docs

# Compiled modules cannot be measured: the contract on the interpreted core counts for them, all other tests for the rest.
# Tracing is slow, so Hypothesis sets no deadlines, and a test that fails here does not hide the figures: make test judges.
MEASURED := $(BIN)/python -m pytest -n $(WORKERS) --hypothesis-profile=ci --cov --cov-append --cov-report=
coverage: build/.core $(VENV)/.research ## which lines the tests run (half an hour)
	rm -rf build/coverage
	-CALUMMA_PURE=1 $(MEASURED) -m "contract and not long" tests/core tests/games tests/testing tests/search tests/records tests/play
	-$(MEASURED) -m "not long" --ignore tests/docs --ignore tests/browser --ignore tests/packaging
	$(BIN)/python tools/coverage_by_package.py

long: build/.core $(VENV)/.test ## thousands of matches with all laws, long perft (an hour or more)
	$(BIN)/python -m pytest -n $(WORKERS) -m long

strength: build/.core ## the strength table of the levels (hours; goes on where it was stopped)
	$(BIN)/calumma strength --workers $(WORKERS)

reports: build/.core $(VENV)/.research ## what bots find out about each game, docs/reports/ (an hour or two; goes on where it was stopped)
	sh docs/reports/make.sh $(BIN)/calumma

solve: build/.core ## who wins yamamoto, for both goals, with certificates (minutes)
	for goal in row dots; do $(BIN)/calumma solve yamamoto --option goal=$$goal; done

check-tables: build/.core ## every entry of the tables that are built against its successors (minutes)
	for goal in row dots; do $(BIN)/calumma tablebase check yamamoto --option goal=$$goal; done

bench: build/.core $(VENV)/.bench ## speed beside other libraries, as ratios
	$(BIN)/python benchmarks/compare.py

$(VENV)/bin/python:
	@tools/system-packages python
	@echo "calumma: making the virtual environment (once)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt
	@tools/system-packages compiler || echo "calumma: no compiler, so the interpreted core will be used (slow)"
	@$(PIP) setuptools cython wheel
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.installed
	@tools/system-packages chromium postgresql
	@$(PIP) --no-build-isolation --editable ".[test]"
	@touch $@

node_modules/.installed: package.json package-lock.json
	@tools/system-packages node
	@npm ci --silent --no-fund --no-audit
	@touch $@

$(VENV)/.docs: $(VENV)/.test
	@$(PIP) --no-build-isolation --editable ".[docs]"
	@touch $@

$(VENV)/.research: $(VENV)/.test
	@$(PIP) --no-build-isolation --editable ".[research]"
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	@$(PIP) --no-build-isolation --editable ".[bench]"
	@touch $@

# Cython rebuilds what changed; a changed declaration (.pxd) rebuilds everything (setup.py).
build/.core: $(VENV)/.installed setup.py $(SOURCES)
	@echo "calumma: building the compiled core"
	@mkdir -p build
	@$(BIN)/python setup.py --quiet build_ext --inplace -j $(WORKERS) > build/core.log 2>&1 || { tail -n 30 build/core.log; exit 1; }
	@grep -h "no compiled core" build/core.log || true
	@touch $@

load: build/.core $(VENV)/.test ## hundreds of matches on one server: plies a second, and how long a ply takes to arrive
	$(BIN)/python benchmarks/load.py

pictures: build/.core $(VENV)/.test ## draw the boards of docs/ anew, and photograph the pages of real matches
	$(BIN)/python tools/draw_boards.py
	$(BIN)/python tools/draw_main_lines.py
	$(BIN)/python tools/photograph_pages.py

clean: ## remove builds
	rm -rf build src/*.egg-info
	find src \( -name '*.so' -o -name '__pycache__' \) -exec rm -rf {} +

distclean: clean ## remove the virtual environment too
	rm -rf $(VENV)
