# Two commands do everything, set-up included: `make cards` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: cards test lint types bench clean lock

cards: $(READY)
	$(BIN)/cardgen build novelty

test: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2

# Takes some minutes; let nothing else run meanwhile. Then docs/performance.md is made anew.
bench: $(VENV)/.ready-bench
	$(BIN)/python -m benchmarks.run
	$(BIN)/python tools/performance_page.py

# The peer that the benchmark compares with needs Pango on the system; without it, it is left out.
$(VENV)/.ready-bench: $(VENV)/.ready-test tools/bench-system.sh
	-sh tools/bench-system.sh
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock "weasyprint>=62"
	touch $@

# The exact set of packages, and cardgen itself in place.
$(READY): pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q cardgen
	touch $@

# What only the tests need beyond Python: poppler reads our PDFs back.
$(VENV)/.ready-test: $(READY) tools/test-system.sh
	sh tools/test-system.sh
	touch $@

# Renew the exact set from the floors in pyproject.toml.
lock:
	sh tools/lock.sh $(PYTHON)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache
