# What each target does: make help
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv
JOBS ?= 2
ARGS ?=

.venv/.ready: pyproject.toml uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Turnpost needs Python 3.11 or newer; name one with: make setup PYTHON=python3.12" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(UV) || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.9
	UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON=$(BIN)/python $(UV) sync --quiet --frozen --all-groups
	@touch $@

setup: .venv/.ready ## Make .venv with everything locked (the other targets do it when needed)

run: setup ## Everything on one machine: server, worker, readers, web; prints the address; Ctrl-C ends it
	$(BIN)/turnpost up $(ARGS)

demo: setup ## Robots play three matches of Planet through HTTP and the streams
	$(BIN)/turnpost demo --game planet --matches 3 --players 3 --seed 7 $(ARGS)

format: setup ## Put the code into its standard form
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .

lint: setup ## Style, import contracts, texts in all languages alike
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m events.texts events services projections deploy tests

types: setup ## mypy, strict
	$(BIN)/mypy

test: setup ## All tests in their shorter editions
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

check: lint types test ## What must be green before anything lands

fuzz: setup ## The laws over 200 random matches of each game
	$(BIN)/turnpost fuzz all --matches 200 --seed 1 --laws all $(ARGS)

strain: setup ## The long editions of the kill tests; prints its figures
	TURNPOST_STRAIN=1 $(BIN)/pytest -s -m strain --timeout 0 tests $(ARGS)

bench: setup ## Speed, side by side with others in one run
	$(BIN)/turnpost bench $(ARGS)

clean: ## Remove what tools have left (not .venv, not var)
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache dist
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

help: ## This list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-8s %s\n", $$1, $$2 }'

.PHONY: setup run demo format lint types test check fuzz strain bench clean help
