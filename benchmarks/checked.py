"""What checks and schedules add to a launch, in processor time, and to the memory of the whole run. The least of
interleaved runs: what else a computer does only adds to one.

    python -m benchmarks.checked        this table alone
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import lanewise

HERE = Path(__file__).parent
ROUNDS, SLOWER, LARGER = 5, 3.0, 2.0
EVERYTHING = "--check=mem,race,init,sync,state,numbers"
LATE = "--schedule=late"
CHECK = "--check"
Measured = list[tuple[float, int]]  # processor seconds of each part, and the most memory of the run in KiB
# What a program measures: its name, the names of what it prints a line for, and the words of `lanewise run` for it.
ADD = ("add.asc", "-D", "CLOCK=CLOCK_PROCESS_CPUTIME_ID")
CASES: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...] = (
    (("64 MiB add in tiles of 8192",), ADD, ("1", str(16 << 20), "3"), (CHECK, EVERYTHING)),
    (("4 MiB add in tiles of 256",), (*ADD, "-D", "TILE=256u"), ("1", str(1 << 20), "5"), (CHECK, EVERYTHING)),
    (("register GELU of 8192 floats", "register Squeeze of 65536 shorts"),
     ("registers.asc", "--chip", "ascend950"), ("200",), (CHECK, EVERYTHING, LATE)),
    (("GM by raw pointers, a million elements", "GM by GetValue and SetValue", "UB by GetValue and SetValue"),
     ("scalars.asc",), ("1000000", "1"), (CHECK,)),
)  # fmt: skip


def run(program: tuple[str, ...], arguments: tuple[str, ...], *options: str) -> Measured:
    """As the program says, the first number of each line."""
    source, *words = program
    command = [sys.executable, "-m", "lanewise", "run", str(HERE / source), *words, *options, "--", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, printed
    return [(float(line.split()[0]), used.ru_maxrss) for line in printed.splitlines()]


def in_python(check: bool) -> Measured:
    """The vector add of the examples, many tiles of it."""
    from benchmarks.timed import TILES, _kernel

    kernel = _kernel()
    x = np.ones(TILES * 256, np.float32)
    y, z = x.copy(), x.copy()
    lanewise.configure(check=check)
    start = time.process_time()
    run = kernel[1](x, y, z)
    took = time.process_time() - start
    lanewise.configure(check=False)
    assert not run.findings
    assert z[-1] == 2
    return [(took, 1)]


def _rows(
    names: tuple[str, ...], what: str, plain: Callable[[], Measured], watched: Callable[[], Measured]
) -> list[dict[str, Any]]:
    for first in (plain, watched):
        first()  # compiled, and in memory
    rounds = [(plain(), watched()) for _ in range(ROUNDS)]
    rows: list[dict[str, Any]] = []
    for k, name in enumerate(names):
        least, slowed = (min(one[side][k][0] for one in rounds) for side in (0, 1))
        rows.append({
            "name": f"{name}, {what}", "plain_seconds": least, "seconds": slowed, "ratio": slowed / least,
            "budget": SLOWER, "memory_ratio": median(other[k][1] / one[k][1] for one, other in rounds),
            "memory_budget": LARGER,
        })  # fmt: skip
    return rows


def measure() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    plain: Callable[[], Measured]
    watched: Callable[[], Measured]
    words = {CHECK: "checked", EVERYTHING: "with numbers", LATE: "run late"}
    for names, program, arguments, options in CASES:
        for option in options:
            plain, watched = partial(run, program, arguments), partial(run, program, arguments, option)
            rows += _rows(names, words[option], plain, watched)
    plain, watched = partial(in_python, False), partial(in_python, True)
    return rows + _rows(("Python kernel of 1000 tiles",), "checked", plain, watched)


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'checks and schedules, processor time':54} {'plain':>11} {'watched':>11}   {'ratio':>6}  budget"
          f"  {'memory':>6}  budget")
    for r in rows:
        print(f"{r['name']:54} {r['plain_seconds'] * 1e6:8.0f} us {r['seconds'] * 1e6:8.0f} us   "
              f"{r['ratio']:6.2f}  {r['budget']:6.1f}  {r['memory_ratio']:6.2f}  {r['memory_budget']:6.1f}")


if __name__ == "__main__":
    show(measure())
