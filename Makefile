# make play   everything installed, built and started
# make test   everything installed, built, linted, typed and tested
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := $(shell find src -name '*.py' -o -name '*.md' -o -name '*.json') setup.py pyproject.toml

.PHONY: play test lint build bench clean lock

play: build
	@$(VENV)/bin/gunbai play

test: build lint
	$(PY) -m pytest -n 2
	PYTHONPATH=src $(PY) -m pytest -n 2 -m "not slow"

lint: $(VENV)/.deps
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy -p gunbai
	$(VENV)/bin/mypy tests

build: $(VENV)/.built

bench: build
	$(PY) benchmarks/run.py

$(VENV)/.deps: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gunbai needs Python 3.11 or newer")'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# The package is installed as a copy, compiled where possible; PYTHONPATH=src runs the sources uncompiled.
$(VENV)/.built: $(VENV)/.deps $(SOURCES)
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	@touch $@

lock:
	uv pip compile pyproject.toml requirements/dev.in --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --no-annotate -o requirements/dev.txt

clean:
	rm -rf $(VENV) build *.egg-info src/*.egg-info
