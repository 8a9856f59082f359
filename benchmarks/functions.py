"""Vector functions on registers, from C++: what one register instruction costs, and the whole beside plain C++."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.limits import pointer

SOURCE = Path(__file__).with_name("registers.asc")
NAMES = ("GELU of 8192 floats", "squeeze of 65536 shorts")
ROUNDS, TIMES = 5, 200


def run() -> list[tuple[float, int]]:
    """Seconds and register instructions of each function."""
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--chip", "ascend950", "--", str(TIMES)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [(float(seconds), int(count)) for seconds, count in (line.split() for line in done.stdout.splitlines())]


def time_library(library: Any) -> list[float]:
    x = ((np.arange(8192) - 4096) / 512).astype(np.float32)
    shorts = (np.arange(65536, dtype=np.uint32) * 40503).astype(np.uint16).view(np.int16)
    loops = ((library.gelu_floats, x), (library.squeeze_shorts, shorts))
    return [
        float(loop(pointer(np.empty_like(data)), pointer(data), ctypes.c_size_t(data.size), ctypes.c_int(TIMES)))
        for loop, data in loops
    ]


def measure(library: Any) -> list[dict[str, Any]]:
    rounds = [(time_library(library), run()) for _ in range(ROUNDS)]
    return [
        {
            "name": name, "limit_seconds": median(limit[k] for limit, _ in rounds),
            "seconds": median(ours[k][0] for _, ours in rounds),
            "ns_per_instruction": median(ours[k][0] / ours[k][1] for _, ours in rounds) * 1e9,
            "ratio_to_limit": median(ours[k][0] / limit[k] for limit, ours in rounds),
        }
        for k, name in enumerate(NAMES)
    ]  # fmt: skip


def show(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'register functions in C++':54} {'plain C++':>11} {'Lanewise':>11}   {'ratio':>6}  an instruction")
    for r in rows:
        print(f"{r['name']:54} {r['limit_seconds'] * 1e6:8.1f} us {r['seconds'] * 1e6:8.1f} us   "
              f"{r['ratio_to_limit']:6.1f}  {r['ns_per_instruction']:.0f} ns")
