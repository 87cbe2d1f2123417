# make play: set up everything and play.   make test: set up everything and run all tests.
# Everything lives in this folder: the virtual environment in .venv, builds in build/.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
MATCHES ?= 100000
SEED ?= 0
MODULE ?=
SERVER ?=
SAMPLE ?= 0
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
# The core is built by build/.core, once; pip only needs to know where the sources are.
# Only the tests of the server need Schemathesis, which takes every worker a second to load.
PYTEST := $(BIN)/python -m pytest -p no:schemathesis --dist worksteal
PIP := env CALUMMA_PURE=1 $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
INSTALL := $(PIP) --no-build-isolation --editable

# Bytecode is kept, whoever has asked not to: tests start hundreds of processes, and each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

# Compiling and installing side by side; everything else one after the other, even under "make -j".
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs 2 AT_ONCE=1
ROWS := $(MAKE) --no-print-directory --jobs 2 --output-sync=target AT_ONCE=1
ifndef AT_ONCE
.NOTPARALLEL:
endif

.PHONY: help play test more reckoning waiting set-up lint types pages written engine interpreted server simulation browser research package
.PHONY: docs coverage sanitize offline offline-test
.PHONY: translation simulate long mutants strength solve check-tables bench load pictures reports wheels clean distclean

help:
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 18

play: ## set up everything and serve the games to the browser
	@$(SIDE_BY_SIDE) build/.core $(VENV)/.installed build/.fonts
	@echo "calumma: starting the server"
	@$(BIN)/calumma serve --open

test: set-up ## set up everything and run all tests
	+@$(ROWS) lint types pages docs
	+@$(ROWS) reckoning waiting

# Two rows side by side, as tests of the second wait half of their time. Each part tells what it found when it ends.
reckoning:
	+@$(MAKE) --no-print-directory AT_ONCE= engine research
waiting:
	+@$(MAKE) --no-print-directory AT_ONCE= browser server

# Twenty minutes are the limit of make test; these try what it has tried in other surroundings. .ci/run makes both.
more: interpreted package simulation ## what make test leaves out: the contract on the interpreted core, the packages that people install, simulated servers

set-up: ## what all tests need, without running them
	@tools/system-packages headless postgresql redis nginx node
	@$(SIDE_BY_SIDE) build/.core $(VENV)/.research node_modules/.installed build/.fonts

lint: $(VENV)/.test ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test ## types of the Python code
	$(BIN)/mypy

pages: node_modules/.installed ## types of the scripts in the pages
	npx tsc --project tsconfig.json

written: build/.core $(VENV)/.test ## what is made from types: schemas of views, the page about them, the types of the pages' scripts
	$(BIN)/python tools/write_types.py

engine: build/.core $(VENV)/.test ## rules, bots, records, commands, on the compiled core
	$(PYTEST) -n $(WORKERS) -m "not long and not folder" --ignore tests/server --ignore tests/site --ignore tests/simulation --ignore tests/browser --ignore tests/rl --ignore tests/research --ignore tests/packaging --ignore tests/docs --ignore tests/mutants --ignore tests/offline

interpreted: build/.core $(VENV)/.test ## the contract again on the interpreted core
	CALUMMA_PURE=1 $(PYTEST) -n $(WORKERS) -m "contract and not long" tests/core tests/games tests/testing tests/search tests/records tests/play tests/players

server: build/.core $(VENV)/.test ## the application and the server, on SQLite and PostgreSQL
	$(BIN)/python -m pytest -n $(shell expr $(WORKERS) \* 2) --dist worksteal -m "not long and not folder" tests/site tests/server tests/offline # half of their time they wait

simulation: build/.core $(VENV)/.test ## hundreds of short matches on simulated servers, with faults, clocks and databases of a seed
	$(PYTEST) -n $(WORKERS) -m "not long" tests/simulation

simulate: build/.core $(VENV)/.test ## a hundred thousand of them (a night; MATCHES=, SEED=: goes on from the seed that was told last)
	PYTHONPATH=tests nice -n 15 $(BIN)/python -m simulation --matches $(MATCHES) --seed $(SEED) --workers $(WORKERS)

browser: build/.core $(VENV)/.test node_modules/.installed build/.fonts ## whole matches by clicking, in Chromium
	$(PYTEST) -n $(shell expr $(WORKERS) + 1) -m "browser and not long" tests/browser # a third of their time they wait

research: build/.core $(VENV)/.research ## PettingZoo, OpenSpiel, vector environment, Ray, data sets, examples
	$(PYTEST) -n $(WORKERS) -m "not long" tests/rl tests/research

# Python itself is not sanitized, so the libraries are loaded before it. What Python never frees is not looked for.
CALLS ?= 1000000
sanitize: $(VENV)/.test ## any call, with anything, on a core with bounds checks and sanitizers: does it break? (hours; CALLS=, SEED=)
	mkdir -p build/sanitize
	CALUMMA_SANITIZE=1 CALUMMA_COMPILED=1 nice $(BIN)/python setup.py --quiet build --parallel $(WORKERS) --build-base build/sanitize --build-lib build/sanitize/lib --build-temp build/sanitize/temp
	PYTHONPATH=build/sanitize/lib PYTHONMALLOC=malloc LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	nice -n 19 $(BIN)/python tests/core/fuzzing.py --calls $(CALLS) --each 20000 --seed $(SEED) --log build/sanitize/last-call

package: build/.core $(VENV)/.test build/.fonts ## wheel and source archive, installed into empty environments outside the clone
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile tests/packaging

# 3: a part of the toolchain cannot be had here, which the line before says.
offline: build/.core $(VENV)/.offline node_modules/.installed build/.fonts ## the site without a server in dist/offline (SERVER=: address that pages name)
	$(BIN)/python tools/offline --server "$(SERVER)"
	$(BIN)/calumma offline --out dist/offline

offline-test: build/.core $(VENV)/.offline node_modules/.installed build/.fonts ## that folder in browsers, without a network after the first visit
	@tools/system-packages headless firefox
	@$(BIN)/python tools/offline; found=$$?; \
	if [ $$found -eq 3 ]; then echo "calumma: make offline-test is skipped, as the line above says"; \
	elif [ $$found -ne 0 ]; then exit $$found; \
	else $(PYTEST) -n 0 -m "folder and not long" tests/offline; fi

translation: $(VENV)/.test ## begin a translation, or bring one up to date (LANGUAGE=de), and say what is missing
	$(BIN)/python tools/translate.py $(LANGUAGE)

docs: $(VENV)/.docs ## the documentation site in build/site; a broken link fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python -m pytest tests/docs

# Compiled modules cannot be measured: the contract on the interpreted core counts for them, all other tests for the rest.
# Tracing is slow, so of a test with many cases a few are run, and Hypothesis sets no deadlines; a test that fails here does not
# hide the figures: make test judges.
MEASURED := PYTHONPATH=tools $(BIN)/python -m pytest -p few_cases -n $(WORKERS) --hypothesis-profile=ci --cov --cov-append --cov-report=
PARTS := build/coverage/parts
FOLDERS := $(sort $(notdir $(patsubst %/,%,$(dir $(wildcard tests/*/test_*.py)))))
COVERED := interpreted beside $(filter-out browser docs mutants packaging,$(FOLDERS))
coverage: build/.core $(VENV)/.research $(COVERED:%=$(PARTS)/%) ## which lines the tests run (half an hour; goes on where it was stopped)
	$(BIN)/python tools/coverage_by_package.py
	rm -r $(PARTS)

$(PARTS)/begun:
	rm -rf build/coverage
	mkdir -p $(PARTS)
	touch $@
$(PARTS)/interpreted: $(PARTS)/begun
	CALUMMA_PURE=1 $(MEASURED) -m "contract and not long" tests/core tests/games tests/testing tests/search tests/records tests/play || [ $$? -eq 1 ]
	touch $@
$(PARTS)/beside: $(PARTS)/begun
	$(MEASURED) -m "not long" tests/test_*.py || [ $$? -eq 1 ]
	touch $@
$(PARTS)/%: $(PARTS)/begun
	$(MEASURED) -m "not long" tests/$* || [ $$? -eq 1 ]
	touch $@

long: build/.core $(VENV)/.test ## thousands of matches with all laws, long perft (an hour or more)
	$(BIN)/python -m pytest -n $(WORKERS) -m long

mutants: $(VENV)/.mutants ## change the rules in thousands of ways, one at a time: does a test notice? (hours; goes on where it was stopped)
	$(BIN)/python -m pytest -q tests/mutants
	PYTHONPATH=tools $(BIN)/python -m mutants $(MODULE) --sample $(SAMPLE) --workers $(WORKERS)

strength: build/.core $(VENV)/.installed ## the strength table of the levels (hours; goes on where it was stopped)
	$(BIN)/calumma strength --scores life --workers $(WORKERS)

reports: build/.core $(VENV)/.research ## what bots find out about each game, docs/reports/ (some seven hours of one core; goes on where it was stopped)
	sh docs/reports/make.sh $(BIN)/calumma

solve: build/.core $(VENV)/.installed ## who wins yamamoto, for both goals, with certificates (minutes)
	for goal in row dots; do $(BIN)/calumma solve yamamoto --option goal=$$goal; done

check-tables: build/.core $(VENV)/.installed ## every entry of the tables that are built against its successors (minutes)
	for goal in row dots; do $(BIN)/calumma tablebase check yamamoto --option goal=$$goal; done

wheels: $(VENV)/.wheels build/.fonts ## manylinux wheels for every Python from 3.11 to 3.14 at hand, and the source archive, in dist/
	$(BIN)/python tools/make_wheels.py

bench: build/.core $(VENV)/.bench $(VENV)/.test build/.fonts build/peers/.installed ## speed beside other libraries, as ratios; how long a frame takes while cubes turn; BEFORE=folder: searches beside an older checkout's
	@tools/system-packages chromium
	$(BIN)/python benchmarks/compare.py
	$(if $(BEFORE),$(BIN)/python benchmarks/versions.py $(BEFORE) . nodes simulations evaluations scores)
	$(BIN)/python benchmarks/environments.py --threads
	$(BIN)/python benchmarks/frames.py

# What it takes to compile. What it takes to run comes after it, beside the compiling.
$(VENV)/.tools: constraints.txt
	@tools/system-packages python
	@tools/system-packages compiler || echo "calumma: no compiler, so the interpreted core will be used (slow)"
	@echo "calumma: making the virtual environment (once)"
	@test -e $(BIN)/pip || $(PYTHON) tools/make_environment.py $(VENV)
	@tools/patiently "installing Cython" $(PIP) setuptools cython
	@touch $@

$(VENV)/.installed: $(VENV)/.tools pyproject.toml
	@tools/patiently "installing the libraries of the server" $(INSTALL) ".[server]"
	@touch $@

$(VENV)/.test: $(VENV)/.tools pyproject.toml
	@tools/system-packages headless postgresql redis nginx
	@tools/patiently "installing the libraries of the tests" $(INSTALL) ".[server,test]"
	@touch $(VENV)/.installed $@

$(VENV)/.research: $(VENV)/.tools pyproject.toml
	@tools/system-packages headless postgresql redis nginx
	@tools/patiently "installing the libraries of the tests, of research and of the documentation" $(INSTALL) ".[server,test,research,docs]"
	@touch $(VENV)/.installed $(VENV)/.test $(VENV)/.docs $@

$(VENV)/.bench: $(VENV)/.installed
	@tools/patiently "installing the libraries to compare with" $(INSTALL) ".[bench]"
	@touch $@

# Peers of the vector environment live apart: what they need must not decide what we are measured with.
build/peers/.installed: benchmarks/peers.txt
	@$(PYTHON) -m venv build/peers
	@tools/patiently "installing the environments to compare with" build/peers/bin/pip install -r benchmarks/peers.txt
	@touch $@

node_modules/.installed: package.json package-lock.json
	@tools/system-packages node
	@tools/patiently "installing the type checker of the pages" npm ci --silent --no-fund --no-audit
	@touch $@

$(VENV)/.offline: $(VENV)/.test
	@tools/patiently "installing the compiler for browsers" $(INSTALL) ".[server,test,offline]"
	@touch $@

$(VENV)/.docs: $(VENV)/.test
	@tools/patiently "installing the libraries of the documentation" $(INSTALL) ".[server,test,docs]"
	@touch $@

$(VENV)/.mutants: $(VENV)/.test
	@tools/patiently "installing what makes mutants" $(INSTALL) ".[server,test,mutants]"
	@touch $@

$(VENV)/.wheels: $(VENV)/.installed
	@tools/patiently "installing what makes wheels" $(INSTALL) ".[wheels]"
	@touch $@

# What changed is compiled again; a changed declaration (.pxd) compiles everything again (setup.py).
build/.core: $(VENV)/.tools setup.py $(SOURCES)
	@echo "calumma: compiling what has changed"
	@mkdir -p build
	@$(BIN)/python setup.py --quiet build_ext --inplace -j $(WORKERS) 2> build/core.log || { tail -n 30 build/core.log; exit 1; }
	@grep -h "no compiled core" build/core.log || true
	@touch $@

# Pages do without these fonts, so nothing fails where there is no network; the next run asks again.
build/.fonts: package-lock.json tools/fetch_fonts.py
	@mkdir -p build
	@$(PYTHON) tools/fetch_fonts.py && touch $@ || true

load: build/.core $(VENV)/.test ## hundreds of matches on one server, and on several: plies a second, how long a ply takes to arrive, what it costs
	$(BIN)/python benchmarks/load.py
	PYTHONPATH=. $(BIN)/python benchmarks/houses.py --profile 1 3

pictures: build/.core $(VENV)/.test build/.fonts ## draw the boards of docs/ anew, and photograph the pages of real matches
	@tools/system-packages chromium
	$(BIN)/python tools/draw_boards.py
	$(BIN)/python tools/draw_main_lines.py
	$(BIN)/python tools/draw_packages.py
	$(BIN)/python tools/draw_covers.py
	$(BIN)/python tools/draw_icons.py
	$(BIN)/python tools/photograph_pages.py

clean: ## remove builds
	rm -rf build dist src/calumma/offline/folder src/*.egg-info src/calumma_solutions/build src/calumma_solutions/*.egg-info
	find src \( -name '*.so' -o -name '__pycache__' \) -exec rm -rf {} +

distclean: clean ## remove the virtual environment too
	rm -rf $(VENV)
