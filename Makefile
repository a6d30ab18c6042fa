# Everything runs in a private environment in .venv; nothing is written elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test

.DEFAULT_GOAL := help
OUT ?= report

.PHONY: help demo report test simulate lint bench docs clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "nsys-duck needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(TEST_STAMP): $(STAMP)
	@$(BIN)/python -m pip install --quiet --editable . --group test
	@touch $@

demo: $(STAMP) ## lay out a demo trace and summarize it
	@mkdir -p demo
	@$(BIN)/nsys-duck demo --force demo/demo.sqlite
	@$(BIN)/nsys-duck summarize demo/demo.sqlite --top 3 --nvtx '^(prefill|decode)$$' --dispatch '^$$'
	@echo
	@$(BIN)/nsys-duck report gpu_idle_summary demo/demo.sqlite -p by_range=false -p by_cause=false --format table
	@echo 'Next: $(BIN)/nsys-duck --help, or README.md' >&2

report: $(STAMP) ## pages to look at: make report TRACES="runs/*.sqlite" OUT=report [BASELINE=runs/yesterday.sqlite]
	@test -n "$(TRACES)" || { echo 'make report TRACES="runs/*.sqlite" [OUT=report] [BASELINE=TRACE]: name the traces' >&2; exit 2; }
	@$(BIN)/python -m pip install --quiet --editable '.[report]'
	@$(BIN)/nsys-duck html $(TRACES) -o "$(OUT)" $(if $(BASELINE),--baseline "$(BASELINE)")

test: $(TEST_STAMP) ## run all tests
	@$(BIN)/python -m pytest -q --numprocesses auto

simulate: $(TEST_STAMP) ## judge the findings on 336 simulated programs
	@SIMULATIONS=8 $(BIN)/python -m pytest -q -s tests/test_simulator.py

quick: $(TEST_STAMP) ## run the tests for each save: rooms, layers, headers, the SQL on tiny traces
	@$(BIN)/python -m pytest -q --numprocesses auto tests/test_rooms.py tests/test_layers.py tests/test_headers.py \
		tests/test_algorithms.py tests/test_intervals.py tests/test_sql.py

lint: $(TEST_STAMP) ## check the style of Python and SQL; every SQL file is parsed by DuckDB
	@$(BIN)/python -m pip install --quiet --group lint
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/python -m tools.lint_sql
	@grep -RL --include='*.sql' '^-- returns:' sql | grep -v sql/demo | xargs $(BIN)/sqlfluff lint --processes 2

docs: $(TEST_STAMP) ## write the generated pages of docs/ again
	@$(BIN)/python -m tools.docs

bench: $(TEST_STAMP) ## measure speed and memory, as ratios of one run
	@$(BIN)/python bench/bench.py

clean: ## remove the environment and the demo
	@rm -rf $(VENV) demo dist
