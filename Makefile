# make play    everything installed, built and served; your browser opens on it (make terminal plays in the terminal)
# make test    everything installed, built, linted, typed and tested
# make docs    the documentation site, into build/site
# make bench   how fast the engines are, beside their peers
# make fuzz    100,000 random games over all games and options
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
BENCH_PY := $(VENV)-bench/bin/python
GAMES ?= 100000
# The tests start Python a thousand times. Some machines forbid it to keep what it has compiled, which doubles each start.
unexport PYTHONDONTWRITEBYTECODE
# Programs of the system that the tests need; scripts/system-packages knows the names.
SYSTEM_PACKAGES := chromium postgresql nginx
# What runs compiled and as plain Python; servers and browsers are the same either way.
ENGINE_TESTS := tests/core tests/contract tests/games tests/session tests/bots
# That both play the same games is compared for every case (tests/contract/test_two_speeds.py). What is left to prove is
# that no test depends on being compiled: each runs uncompiled with every twelfth of its cases, other ones than the next.
SAMPLE := 12
# Tests of servers and browsers wait a third of their time: one more than there are cores keeps all of them busy.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

.PHONY: play terminal test test-all test-uncompiled system-packages lint lint-python lint-web check-web tools web-tools build docs bench bench-environments fuzz pictures lock clean

play:
	@$(PYTHON) scripts/play.py

terminal: build
	@$(VENV)/bin/gunbai play

# Translating to C keeps one core busy, and so does each checker: they work side by side. The uncompiled pass needs
# nothing that is built; it takes what the compiler, the checkers and tests that wait leave of both cores.
test:
	@$(PYTHON) scripts/build.py checks
	@$(MAKE) --no-print-directory -j5 test-all test-uncompiled

test-all: system-packages build lint-python check-web
	$(PY) -m pytest -n $(WORKERS) --dist worksteal

# Every test of the engines, with some of its cases. Where nothing is compiled, the other run is uncompiled already.
test-uncompiled:
	@if [ "$$GUNBAI_COMPILE" != 0 ]; then \
	  PYTHONPATH=src nice $(PY) -m pytest -p no:schemathesis -n auto --dist worksteal -m "not slow" --sample $(SAMPLE) \
	    $(ENGINE_TESTS) >.stamps/uncompiled.log 2>&1 || { cat .stamps/uncompiled.log; echo "this was the uncompiled pass"; exit 1; }; \
	  echo "and the engines once more, uncompiled: $$(tail -n 1 .stamps/uncompiled.log)"; fi

system-packages:
	@scripts/system-packages $(SYSTEM_PACKAGES)

# Checkers use one core each, so Python and the browser app are checked side by side.
lint: tools web-tools
	@$(MAKE) --no-print-directory -j2 lint-python lint-web

lint-python:
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy $(wildcard src/gunbai tests examples scripts)

lint-web:
	npm run --silent --prefix web lint

check-web: lint-web
	npm test --silent --prefix web

# What checks and tests the browser app; building it needs less.
web-tools:
	@$(PYTHON) scripts/build.py web-tools

build:
	@$(PYTHON) scripts/build.py

# The documentation site, into build/site.
docs: tools
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict

# Not by time stamp: what playing needs may be all that is there.
tools:
	@$(PYTHON) scripts/build.py tools

bench: build $(VENV)-bench/.deps
	$(PY) -m benchmarks.run --peers $(BENCH_PY)

# The same for the environments that learners use.
bench-environments: build $(VENV)-bench/.deps
	$(PY) -m benchmarks.environments --peers $(BENCH_PY)

# The peers (two of them GPL) live in an environment of their own and never meet the package.
$(VENV)-bench/.deps: requirements/bench.txt
	$(PYTHON) -m venv --clear $(VENV)-bench
	$(BENCH_PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@

fuzz: build
	$(VENV)/bin/gunbai fuzz --games $(GAMES)

# The pictures of README and docs, drawn by the terminal's own boards.
pictures: build
	$(PY) scripts/pictures.py
	$(PY) scripts/web_pictures.py

lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet --require-hashes -r requirements/lock.txt
	for name in lock bench; do $(LOCK) requirements/$$name.in -o requirements/$$name.txt; done
	$(LOCK) pyproject.toml requirements/dev.in --all-extras -o requirements/dev.txt
	$(LOCK) pyproject.toml requirements/build.in --extra terminal --extra postgres -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) pyproject.toml --extra postgres -c requirements/dev.txt -o requirements/serve.txt
LOCK := $(VENV)-lock/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet

clean:
	rm -rf $(VENV) $(VENV)-bench $(VENV)-lock .stamps build *.egg-info src/*.egg-info
