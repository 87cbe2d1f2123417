# make play: set up everything and play.   make test: set up everything and run all tests.
# Everything lives in this folder: the virtual environment in .venv, builds in build/.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd')
# The core is built by build/.core, once; pip only needs to know where the sources are.
PIP := CALUMMA_PURE=1 $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: help play test lint types unit interpreted bench clean distclean

help:
	@grep -E '^# |^[a-z-]+:.*## ' Makefile | sed -E 's/^# //; s/^([a-z-]+):.*## /make \1\t/' | expand -t 18

play: build/.core ## set up everything and play
	@$(BIN)/calumma play yamamoto

test: build/.core $(VENV)/.test lint types unit interpreted ## set up everything and run all tests

lint: $(VENV)/.test ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test ## types
	$(BIN)/mypy

unit: build/.core $(VENV)/.test ## the tests on the compiled core
	$(BIN)/python -m pytest -n $(WORKERS) -m "not long"

interpreted: build/.core $(VENV)/.test ## the contract again on the interpreted core
	CALUMMA_PURE=1 $(BIN)/python -m pytest -n $(WORKERS) -m "contract and not long"

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
	@tools/system-packages chromium
	@$(PIP) --no-build-isolation --editable ".[test]"
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

clean: ## remove builds
	rm -rf build src/*.egg-info
	find src \( -name '*.so' -o -name '__pycache__' \) -exec rm -rf {} +

distclean: clean ## remove the virtual environment too
	rm -rf $(VENV)
