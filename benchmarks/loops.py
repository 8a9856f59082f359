"""The same workloads as loops for numba, where it is installed. It has no half, so that row stays empty."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.cases import TILE, timed

REPEATS, SUMMED, SAMPLES, TAPS = 255, 30000, 1 << 20, 16


def add(d: Any, a: Any, b: Any) -> None:
    for i in range(d.size):
        d[i] = a[i] + b[i]


def masked_add(x: Any, repeats: int, mask: Any) -> None:
    for r in range(repeats):
        for lane in range(64):
            if mask[lane]:
                at = r * 128 + lane // 8 * 16 + lane % 8
                x[at] = x[at] + x[at + 8]


def shift(d: Any, a: Any, by: int) -> None:
    for i in range(d.size):
        d[i] = (a[i] >> by) + ((a[i] >> (by - 1)) & 1)


def tree_sums(d: Any, a: Any, level: Any) -> None:
    """`d` has room for the sums of the first round, rounded up to whole groups of 64."""
    left, first = a.size, True
    while left > 1:
        for group in range((left + 63) // 64):
            for k in range(64):
                at = 64 * group + k
                level[k] = 0 if at >= left else a[at] if first else d[at]
            size = 32
            while size:
                for k in range(size):
                    level[k] = level[2 * k] + level[2 * k + 1]
                size //= 2
            d[group] = level[0]
        left, first = (left + 63) // 64, False


def fir16(d: Any, x: Any, taps: Any) -> None:
    for i in range(d.size):
        total = 0
        for k in range(16):
            total += np.int64(x[i + k]) * np.int64(taps[k])
        rounded = (total + 8191 + (total >> 14 & 1)) >> 14
        d[i] = min(max(rounded, -32768), 32767)


def runs() -> dict[str, Callable[[], float]]:
    """Seconds of one run, by name; none where numba is not installed."""
    if importlib.util.find_spec("numba") is None:
        return {}
    import numba

    rng = np.random.default_rng(7)
    a, b, d = (rng.random(TILE).astype(np.float32) for _ in range(3))
    wide = rng.random(REPEATS * 128 + 8).astype(np.float32)
    mask = np.arange(64) % 2 == 0
    shorts = rng.integers(-1000, 1000, REPEATS * 128).astype(np.int16)
    summed, sums, level = np.ones(SUMMED, np.float32), np.zeros(512, np.float32), np.zeros(64, np.float32)
    x, taps = (rng.integers(-2048, 2048, n).astype(np.int16) for n in (SAMPLES + TAPS, TAPS))

    def run(loop: Any, times: int, *args: Any) -> Callable[[], float]:
        fast = numba.njit(loop)
        fast(*args)  # compiled
        return lambda: timed(lambda: fast(*args), times)

    made = {
        "float-add": run(add, 300, d, a, b), "one-add": run(add, 20000, d[:64], a[:64], b[:64]),
        "masked-add": run(masked_add, 200, wide, REPEATS, mask), "shift": run(shift, 300, shorts.copy(), shorts, 4),
        "tree-sums": run(tree_sums, 300, sums, summed, level),
        "fir16": run(fir16, 1, np.empty(SAMPLES, np.int16), x, taps),
    }  # fmt: skip
    assert sums[0] == SUMMED
    return made
