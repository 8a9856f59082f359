"""Starting the command: help, version and wrong use."""

from __future__ import annotations

import subprocess
import sys

import pytest

VERBS = ("run", "build", "suite", "ops", "chips", "demo", "doctor")


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_start_needs_no_numpy(option: str) -> None:
    code = f"""
import sys
sys.argv = ["lanewise", {option!r}]
from lanewise.cli import main
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
assert "numpy" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "lanewise" in done.stdout


def test_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "lanewise", "ops", "zzz"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("lanewise: OP-004 no instruction is called zzz.")
    assert done.stderr.count("\n") == 1


def test_help_names_every_verb(lanewise) -> None:
    done = lanewise("--help")
    assert done.status == 0
    assert all(verb in done.out for verb in VERBS)


def test_unknown_verb_is_wrong_use(lanewise) -> None:
    assert lanewise("fly").status == 2
