"""What `run --check` adds to a launch, as programs measure it themselves, and to the memory of the whole run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
ROUNDS, SLOWER, LARGER = 5, 3.0, 2.0
CASES = (  # name, program, chip, its arguments
    ("64 MiB add in tiles of 8192, checked", "add.asc", "ascend910b", ("1", str(16 << 20), "5")),
    ("register GELU of 8192 floats, checked", "registers.asc", "ascend950", ("200",)),
)


def run(program: str, chip: str, arguments: tuple[str, ...], *options: str) -> tuple[float, int]:
    """Seconds of the launch (the first number printed), and the most memory that the run ever had, in KiB."""
    command = [sys.executable, "-m", "lanewise", "run", str(HERE / program), "--chip", chip, *options, "--", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, printed
    return float(printed.split()[0]), used.ru_maxrss


def measure() -> list[dict[str, Any]]:
    rows = []
    for name, *case in CASES:
        for options in ((), ("--check",)):
            run(*case, *options)  # compiled
        rounds = [(run(*case), run(*case, "--check")) for _ in range(ROUNDS)]
        rows.append({
            "name": name, "plain_seconds": median(plain[0] for plain, _ in rounds),
            "seconds": median(checked[0] for _, checked in rounds),
            "ratio": median(checked[0] / plain[0] for plain, checked in rounds), "budget": SLOWER,
            "memory_ratio": median(checked[1] / plain[1] for plain, checked in rounds), "memory_budget": LARGER,
        })  # fmt: skip
    return rows


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'run --check':54} {'plain':>11} {'checked':>11}   {'ratio':>6}  budget  {'memory':>6}  budget")
    for r in rows:
        print(f"{r['name']:54} {r['plain_seconds'] * 1e6:8.0f} us {r['seconds'] * 1e6:8.0f} us   "
              f"{r['ratio']:6.2f}  {r['budget']:6.1f}  {r['memory_ratio']:6.2f}  {r['memory_budget']:6.1f}")
