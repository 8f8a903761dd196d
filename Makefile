# Everything sets itself up: `make arena` and `make test` need Python 3.11+, make and, for
# speed, a C compiler. ARENA_PURE=1 runs the rules interpreted.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
MODE   := $(VENV)/.$(if $(filter 1,$(ARENA_PURE)),interpreted,compiled)
TYPED  := $(shell find arena_games -name '*.pxd') $(patsubst %.pxd,%.py,$(shell find arena_games -name '*.pxd'))

.PHONY: arena test test-most test-sandboxes check bench build protos lock clean help

arena: build ## watch bots play: the tournament of examples/threechess.toml
	@$(BIN)/arena run examples/threechess.toml

test: test-most test-sandboxes ## the whole test suite

test-most: build ## all but containers and hostile agents
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadgroup --ignore tests/containers --ignore tests/hostile

test-sandboxes: build ## containers and hostile agents: they look at all that runs on the host
	@$(BIN)/python -m pytest tests/containers tests/hostile

check: build ## linters, types, import rules, generated code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python deploy/protos.py --check

bench: build ## every benchmark, in short
	@for bench in referee clock realtime rules report time_losses; do $(BIN)/python -m bench.$$bench --quick || exit 1; done

build: $(MODE) ## install into .venv, and compile what changed

protos: $(STAMP) ## generate protos/arena/v1 anew
	$(BIN)/python deploy/protos.py

lock: $(STAMP) ## resolve requirements.lock anew
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade \
	  --no-emit-index-url --no-emit-find-links --no-header --no-annotate pyproject.toml -o requirements.lock

clean: ## forget everything that was built
	rm -rf $(VENV) build dist *.egg-info
	find arena_games -name '*.so' -delete

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

$(STAMP): pyproject.toml setup.py requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bot-arena needs Python 3.11 or newer; this is %s. Try: make PYTHON=python3.12" % sys.version.split()[0])'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@ARENA_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.compiled: $(STAMP) $(TYPED)
	@echo "compiling the rules ..."
	@rm -f $(VENV)/.interpreted
	@$(BIN)/python setup.py --quiet build_ext --inplace > $(VENV)/build.log 2>&1 || { tail -40 $(VENV)/build.log; exit 1; }
	@grep 'stay interpreted' $(VENV)/build.log || true
	@touch $@

$(VENV)/.interpreted: $(STAMP) $(TYPED)
	@rm -f $(VENV)/.compiled
	@find arena_games -name '*.so' -delete
	@touch $@
