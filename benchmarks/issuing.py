"""One instruction of 256 bytes on memory, issued from C++: processor time beside some plain code, launch left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

SOURCE = Path(__file__).with_name("one.asc")
ROUNDS, TIMES = 5, 300_000
NAMES = {
    "add-count": "Add of 64 floats by count", "add-repeat": "Add of one repeat, contiguous mask",
    "add-bits": "Add of one repeat, mask 0x5555", "add-all-bits": "Add of one repeat, mask of all bits",
    "muls-count": "Muls of 64 floats by count", "muls-repeat": "Muls of one repeat, contiguous mask",
    "half-add-count": "Add of 128 halves by count", "cast-count": "Cast of 64 floats to half by count",
    "cast-repeat": "Cast of one repeat to half, contiguous mask",
}  # fmt: skip


def run() -> dict[str, tuple[float, float]]:
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--", str(TIMES)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: (float(ours), float(plain)) for name, ours, plain in lines}


def measure() -> list[dict[str, Any]]:
    rounds = [run() for _ in range(ROUNDS)]
    return [
        {
            "name": text, "ns": median(r[key][0] for r in rounds) * 1e9,
            "ratio_to_plain": median(r[key][0] / r[key][1] for r in rounds),
        }
        for key, text in NAMES.items()
    ]  # fmt: skip


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'one instruction of 256 bytes from C++':54} {'Lanewise':>11}  budget 40 ns   of plain code")
    for r in rows:
        print(f"{r['name']:54} {r['ns']:8.0f} ns {r['ratio_to_plain']:29.2f}")
