"""Broken programs: each gives the answer a user needs, and leaves no process behind."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import starting
from lanewise.cli.programs import built
from lanewise.cpp import compiler

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf-8"))
MARK = "LANEWISE_TEST_MARK"


def processes(mark: str) -> list[str]:
    """Commands of living processes that were started with the mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue  # it has ended, or is not ours
    return found


def left_of(mark: str) -> list[str]:
    """Those that stay. Who precompiles our headers for the next run goes on for a while, and ends by itself."""
    for _ in range(600):
        found = processes(mark)
        if not found:
            break
        time.sleep(0.1)
    return found


def test_faults_have_all_their_answers() -> None:
    assert {path.stem for path in HERE.glob("*.asc")} == set(EXPECTED)


@pytest.mark.skipif(not os.path.exists(compiler.RUNTIME), reason="the runtime library is not built")
@pytest.mark.parametrize("name", EXPECTED)
def test_fault_is_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    want = EXPECTED[name]
    if "--timeout" in want.get("options", []):  # it is about running: compiling on a busy computer may take longer
        monkeypatch.chdir(HERE)
        built([f"{name}.asc"], None, defines=(), include_dirs=(), flags=(), verbose=False)
    mark = f"{name}-{os.getpid()}"
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), MARK: mark}
    command = [sys.executable, "-m", "lanewise", "run", f"{name}.asc", *want.get("options", [])]
    done = starting.run(command, cwd=HERE, env=env, capture_output=True, text=True, timeout=120, check=False)
    pattern = "".join(".*".join(map(re.escape, line.split("..."))) + "\n" for line in want["error"])
    assert re.fullmatch(pattern, done.stderr), done.stderr
    assert done.returncode == want["status"]
    assert left_of(f"{MARK}={mark}") == []
