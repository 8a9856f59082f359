"""Side by side: what a user would pick instead. Plain C++, numpy and Lanewise's Python are those of the table above."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import loops

SOURCE = Path(__file__).with_name("sides.asc")
ROUNDS, TIMES = 5, 1000
# The row of the large table, and what the other programs call it.
ROWS = {
    "float add, resident tile": "float-add",
    "half add, correctly rounded": "half-add",
    "masked, strided add (255 repeats, stride 2, 0x5555)": "masked-add",
    "sum of 30000 floats by ordered 64-lane trees": "tree-sums",
    "int16 shift right by 4 with rounding": "shift",
    "one 256-byte add issued from Python": "one-add",
    "aie 16-tap int16 filter of 1 M samples, whole array": "fir16",
}
KERNEL = "aie 16-tap int16 filter of 1 M samples, C++ kernel"  # the same filter, compiled


def compiled() -> dict[str, float]:
    """Seconds of one run in a C++ kernel."""
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--", str(TIMES)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name: float(seconds) for name, seconds in (line.split() for line in done.stdout.splitlines())}


def measure(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    table = {r["name"]: r for r in results}
    programs = [compiled() for _ in range(ROUNDS)]
    jitted: dict[str, Callable[[], float]] = loops.runs()
    rows = []
    for name, key in ROWS.items():
        kernel = table[KERNEL]["lanewise_ns"] if key == "fir16" else median(p[key] for p in programs) * 1e9
        loop = jitted.get(key)
        rows.append({
            "name": name, "plain_ns": table[name]["limit_ns"], "numpy_ns": table[name]["numpy_ns"],
            "numba_ns": median(loop() for _ in range(ROUNDS)) * 1e9 if loop else None,
            "python_ns": table[name]["lanewise_ns"], "cpp_ns": kernel,
        })  # fmt: skip
    return rows


def show(rows: list[dict[str, Any]]) -> None:
    columns = ("plain_ns", "numpy_ns", "numba_ns", "python_ns", "cpp_ns")
    titles = ("plain C++", "numpy", "numba", "Python", "C++")
    print(f"\n{'side by side; Lanewise from Python and from C++':54} " + " ".join(f"{title:>11}" for title in titles))
    for r in rows:
        print(f"{r['name']:54} " + " ".join(f"{'-':>11}" if r[c] is None else f"{r[c]:8.0f} ns" for c in columns))
