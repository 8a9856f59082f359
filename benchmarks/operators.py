"""Operator projects: how long one takes to load and to call, and what a thousand calls leave behind.

`python -m benchmarks.operators FOLDER` prints the rows of one with two float inputs, as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1] / "tests" / "programs" / "operators" / "add_custom"
CALLS = 1000


def _memory() -> float:
    """MiB that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def _rows(folder: str) -> list[dict[str, Any]]:
    start = time.perf_counter()
    import numpy as np

    import lanewise.op

    def seconds(do: Any) -> float:
        begin = time.perf_counter()
        do()
        return time.perf_counter() - begin

    op = lanewise.op.load(folder)
    x = np.ones((64, 1000), np.float32)
    op(x, x)
    first = time.perf_counter() - start
    another = np.ones((63, 999), np.float32)
    shape = seconds(lambda: op(another, another))
    half = x.astype(np.float16)
    dtype = seconds(lambda: op(half, half))
    tiling = seconds(lambda: op.tiling(x, x))

    def calls() -> None:  # whose results nobody keeps
        for _ in range(CALLS):
            op(x, x)

    calls()  # threads of blocks have heaps of their own, which grow at first
    before = _memory()
    many = seconds(calls)
    rows = (("load and first call of an operator", first, 4.0), ("next call, another shape", shape, 0.02),
            ("next call, another type", dtype, 2.0), ("its tiling alone", tiling, 0.02))  # fmt: skip
    made = [{"name": name, "seconds": took, "budget_seconds": budget} for name, took, budget in rows]
    return [*made, {"name": f"a call, of {CALLS}; MiB left behind: {_memory() - before:.1f}", "seconds": many / CALLS}]


def _rows_from(command: list[str], env: dict[str, str]) -> list[dict[str, Any]]:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def measure() -> list[dict[str, Any]]:
    """In a process and a cache of its own; a first round leaves the precompiled headers."""
    folder = Path(tempfile.mkdtemp(prefix="lanewise-bench-"))
    try:
        rows: list[dict[str, Any]] = []
        for number in range(3):
            copy = folder / str(number) / "add_custom"
            shutil.copytree(PROJECT, copy)
            env = {**os.environ, "LANEWISE_CACHE": str(folder / "cache")}
            command = [sys.executable, "-m", "benchmarks.operators", str(copy)]
            rows = _rows_from(command, env)
        for source in copy.rglob("*.cpp"):  # of the host side and of the kernel
            source.write_text(f"{source.read_text(encoding='utf-8')}// edited\n", encoding="utf-8")
        again = _rows_from(command, env)[0]
        return [rows[0], {**again, "name": "the same after an edit of both sides", "budget_seconds": 2.0}, *rows[1:]]
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    print(json.dumps(_rows(sys.argv[1])))
