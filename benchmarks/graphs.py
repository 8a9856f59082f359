"""Graphs of eight kernels over a million samples: what a second core of this computer gains, and what a link costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

PROGRAM = Path(__file__).parent / "graph" / "chain.cpp"
ROUNDS, FASTER = 5, 1.5
LINKS, BLOCKS = 9, (1 << 20) // 512


def run(which: str, threads: int) -> tuple[float, str]:
    """Seconds, and a sum of the samples."""
    command = [sys.executable, "-m", "lanewise", "run", str(PROGRAM), "--chip", "aie", "--", which]
    environment = {**os.environ, "LANEWISE_GRAPH_THREADS": str(threads)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    seconds, total = done.stdout.split()
    return float(seconds), total


def measure() -> dict[str, Any]:
    run("filter", 1)  # compiled
    rounds = [(run("filter", 1), run("filter", 2), run("pass", 1)) for _ in range(ROUNDS)]
    assert len({total for one, two, _ in rounds for _, total in (one, two)}) == 1
    return {
        "one_core_seconds": median(one[0] for one, _, _ in rounds),
        "two_cores_seconds": median(two[0] for _, two, _ in rounds),
        "gain": median(one[0] / two[0] for one, two, _ in rounds), "wanted": FASTER,
        "link_ns": median(p[0] for _, _, p in rounds) / LINKS / BLOCKS * 1e9,
    }  # fmt: skip


def show(row: dict[str, Any]) -> None:
    print(f"\neight filters, 1 M samples: {row['one_core_seconds'] * 1e3:.0f} ms on one core, "
          f"{row['two_cores_seconds'] * 1e3:.0f} ms on two: {row['gain']:.2f} times (wanted {row['wanted']}); "
          f"a block of 1 KiB from kernel to kernel, with its call: {row['link_ns']:.0f} ns")


if __name__ == "__main__":
    show(measure())
