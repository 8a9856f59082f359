"""What a process pays: memory of a large add beside its arrays, `import lanewise`, and what a second core gives."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import lanewise.cpp

ADD = Path(__file__).with_name("growth.asc")
ROUNDS, BLOCKS = 7, 8

# A process that adds two arrays of 64 MiB to a new one, then again: its peaks beside its arrays. What an array held
# before a launch is kept until that has come to its end, as one that fails leaves it: so a result that replaces another
# is there twice.
_PEAKS = """
import sys
import numpy as np
if sys.argv[1:]:
    import lanewise.cpp
    add = lanewise.cpp.load(sys.argv[1]).add
else:
    from benchmarks.add import add
few = [np.ones(8192, np.float32) for _ in range(3)]
add[1](*few, 8192)
def peak():  # not ru_maxrss, which begins with that of who started the process
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) * 1024
n, start = 16 << 20, peak()
x, y, z = np.ones(n, np.float32), np.ones(n, np.float32), np.zeros(n, np.float32)
for _ in range(2):
    add[1](x, y, z, n)
    assert z[-1] == 2
    print((peak() - start) / (3 * x.nbytes))
"""


def _peaks(name: str, *words: str) -> list[dict[str, Any]]:
    """Of a compiled kernel, whose source is given, or of a Python kernel."""
    command = [sys.executable, "-c", _PEAKS, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ADD.parents[1])
    cases = (f"peak of a 64 MiB add beside its arrays, {name}", "  the same, its result over an older one")
    return [{"name": case, "value": float(line), "unit": "times", "budget": 1.2, "least": False}
            for case, line in zip(cases, done.stdout.splitlines(), strict=True)]


def _importing(name: str) -> float:
    """Seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"import {name}"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _cores() -> dict[str, Any]:
    """One launch of several blocks on one core and on two; the memory that they share is small enough for the cache."""
    many = lanewise.cpp.load(ADD).many
    z = np.zeros(64, np.float32)
    everywhere = os.sched_getaffinity(0)

    def elapsed(cores: set[int]) -> float:
        os.sched_setaffinity(0, cores)
        start = time.perf_counter()
        many[BLOCKS](z, 100_000)
        return time.perf_counter() - start

    try:
        elapsed(everywhere)
        two = set(sorted(everywhere)[:2])
        pairs = [(elapsed({min(two)}), elapsed(two)) for _ in range(ROUNDS)]
    finally:
        os.sched_setaffinity(0, everywhere)
    gain = median(one / both for one, both in pairs)
    return {"name": f"a cpp.load kernel of {BLOCKS} blocks: two cores beside one", "value": gain, "unit": "times",
            "budget": 1.7, "least": True}


def measure() -> list[dict[str, Any]]:
    imports = [(_importing("lanewise"), _importing("numpy")) for _ in range(ROUNDS)]
    beyond = median(ours - numpy for ours, numpy in imports)
    return [
        *_peaks("cpp.load", str(ADD)),
        *_peaks("Python"),
        {"name": "import lanewise, beyond numpy's", "value": beyond, "unit": "s", "budget": 0.15, "least": False},
        _cores(),
    ]  # fmt: skip


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'a process':54} {'Lanewise':>11}  budget")
    for r in rows:
        print(f"{r['name']:54} {r['value']:8.2f} {r['unit']:5} {'at least' if r['least'] else 'below'} {r['budget']}")
