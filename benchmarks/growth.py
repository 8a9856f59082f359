"""How time grows with elements, instructions and blocks: from the middle of each table on it is linear.

A kernel that was loaded is called from Python, as a test would. Processor time is of all threads, so that it says the
same on a busy computer; blocks share the same elements: it stays, and on n cores the clock's falls n-fold.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import lanewise.cpp

SOURCE = Path(__file__).with_name("growth.asc")
ELEMENTS = [1 << power for power in range(10, 27, 2)]
INSTRUCTIONS = [10**power for power in range(7)]
BLOCKS = (1, 2, 4, 8, 16, 32, 48)
SHARED = 48 * 8192 * 8  # elements that blocks share
ROUNDS = 3


def measured(what: str, n: int, call: Callable[[], Any]) -> dict[str, Any]:
    call()
    rounds = []
    for _ in range(ROUNDS):
        start, busy = time.perf_counter(), time.process_time()
        call()
        rounds.append((time.perf_counter() - start, time.process_time() - busy))
    clock, processor = (median(times) for times in zip(*rounds, strict=True))
    return {"what": what, "n": n, "seconds": clock, "processor_seconds": processor}


def measure() -> list[dict[str, Any]]:
    kernels = lanewise.cpp.load(SOURCE)
    x, y, z = (np.ones(ELEMENTS[-1], np.float32) for _ in range(3))
    rows = [measured("elements", n, lambda n=n: kernels.add[1](x[:n], y[:n], z[:n], n)) for n in ELEMENTS]
    assert z[-1] == 2
    rows += [measured("instructions", n, lambda n=n: kernels.many[1](z[:64], n)) for n in INSTRUCTIONS]
    few = [array[:SHARED] for array in (x, y, z)]
    return rows + [measured("blocks", n, lambda n=n: kernels.add[n](*few, SHARED)) for n in BLOCKS]


def show(rows: list[dict[str, Any]]) -> None:
    """For one more: the difference to the row before, by the difference in number."""
    print(f"\n{'growth':16} {'number':>12} {'clock':>14} {'processor':>14} {'for one more':>16}")
    before: dict[str, Any] = {"what": ""}
    for r in rows:
        more = ""
        if r["what"] == before["what"] and r["what"] != "blocks":
            each = (r["processor_seconds"] - before["processor_seconds"]) / (r["n"] - before["n"])
            more = f"{each * 1e9:13.3f} ns"
        times = f"{r['seconds'] * 1e3:11.3f} ms {r['processor_seconds'] * 1e3:11.3f} ms"
        print(f"{r['what']:16} {r['n']:12} {times} {more}")
        before = r


if __name__ == "__main__":
    show(measure())
