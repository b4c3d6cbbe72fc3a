# Two commands do everything, set-up included: `make cards` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETS := pyproject.toml tools/install.sh
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal $(PYTEST_OPTIONS)
# Where bytecode may not be written, each of hundreds of processes would compile all anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: cards test test-slow test-all lint bench mutants docs dist vsix clean lock

cards: $(VENV)/.ready
	$(BIN)/cardgen build novelty
	@echo "next: $(BIN)/cardgen preview novelty shows the cards; $(BIN)/cardgen new mygame begins a game of your own"

# What a change is held to. The linters run beside the tests, and what they say comes last.
test: $(VENV)/.ready-test
	@$(MAKE) --no-print-directory lint >$(VENV)/.lint 2>&1 & linters=$$!; \
	$(PYTEST) -m "not slow"; tested=$$?; \
	wait $$linters; linted=$$?; cat $(VENV)/.lint; exit $$((tested + linted))

# What takes long: fuzzing, clean installs, many random histories. CI runs it too.
test-slow: $(VENV)/.ready-test
	$(PYTEST) -m slow

test-all: test test-slow

lint: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Takes some minutes; let nothing else run meanwhile. Then docs/performance.md is made anew.
bench: $(VENV)/.ready-bench
	$(BIN)/python -m benchmarks.run
	$(BIN)/python tools/performance_page.py

# Which mutants of the core modules the tests kill.
mutants: $(VENV)/.ready-test
	$(BIN)/python -m benchmarks.mutants

# The documentation as a site, in output/site/; a warning fails it.
docs: $(VENV)/.ready-docs
	$(BIN)/mkdocs build --strict --quiet --site-dir output/site
	@echo "output/site/index.html"

# Wheel and source distribution, in dist/.
dist: $(VENV)/.ready
	$(BIN)/python -m hatchling build

# The extension for Visual Studio Code, built, tested and packed; needs npm.
vsix:
	cd editors/vscode && npm ci --no-audit --no-fund && npm test && npm run pack
	@echo "editors/vscode/cardgen.vsix"

$(VENV)/.ready: requirements/run.txt $(SETS)
	sh tools/install.sh $(PYTHON) run
	touch $@

# What only the tests need beyond Python: poppler, qpdf and Ghostscript read our PDFs, Chromium shows the pages.
$(VENV)/.ready-test: requirements/test.txt tools/test-system.sh $(SETS)
	sh tools/test-system.sh
	sh tools/install.sh $(PYTHON) test
	touch $@ $(VENV)/.ready

# The peer that the benchmark compares with needs Pango on the system; without it, it is left out.
$(VENV)/.ready-bench: $(VENV)/.ready-test tools/bench-system.sh requirements/bench.txt
	-sh tools/bench-system.sh
	-sh tools/install.sh $(PYTHON) bench
	touch $@

$(VENV)/.ready-docs: requirements/docs.txt $(SETS)
	sh tools/install.sh $(PYTHON) docs
	touch $@

# Renew the exact sets from the floors in pyproject.toml; UPGRADE=--upgrade takes the newest of all.
lock:
	sh tools/lock.sh

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache dist
