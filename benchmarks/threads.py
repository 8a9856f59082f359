"""Functions of threads (SIMT) beside plain loops, in processor time, and what checks add to them.

    python -m benchmarks.threads        this table alone
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

SOURCE = Path(__file__).with_name("threads.asc")
# With the budget beside a plain loop, and that of `--check` beside a plain run.
NAMES = (
    ("saxpy of 1 M elements, 64 blocks of 1024 threads", 1.5, 5.0),
    ("sums of 64 blocks of 1024, 11 barriers", 5.0, 10.0),
    ("histogram of 1 M elements with atomics", 5.0, 10.0),
)
ROUNDS, TIMES = 3, 10  # of each round the least time: the computer may be busy


def run(times: int, *options: str) -> list[tuple[float, float]]:
    """Seconds of each, and of its plain loop."""
    command = [sys.executable, "-m", "lanewise", "run", *options, str(SOURCE), "--chip", "ascend950", "--", str(times)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [(float(ours), float(plain)) for ours, plain in (line.split() for line in done.stdout.splitlines())]


def measure() -> list[dict[str, Any]]:
    rounds = [(run(TIMES), run(TIMES, "--check")) for _ in range(ROUNDS)]
    rows = []
    for i, (name, budget, checked_budget) in enumerate(NAMES):
        rows.append({
            "name": name, "seconds": median(plain[i][0] for plain, _ in rounds), "budget": budget,
            "ratio_to_limit": median(plain[i][0] / plain[i][1] for plain, _ in rounds),
            "ratio_checked": median(checked[i][0] / plain[i][0] for plain, checked in rounds),
            "budget_checked": checked_budget,
        })  # fmt: skip
    return rows


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'functions of threads':54} {'Lanewise':>11} {'ratio':>8} {'budget':>7} {'--check':>8} {'budget':>7}")
    for r in rows:
        print(f"{r['name']:54} {r['seconds'] * 1e3:8.2f} ms {r['ratio_to_limit']:8.2f} {r['budget']:7.1f} "
              f"{r['ratio_checked']:8.2f} {r['budget_checked']:7.1f}")  # fmt: skip


if __name__ == "__main__":
    show(measure())
