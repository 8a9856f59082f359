"""Repeated calls. Times of the chip are not predicted: they are not-a-number."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Times(NamedTuple):
    """In microseconds."""

    avg_us: float
    min_us: float
    max_us: float

    @property
    def avg(self) -> float:
        return self.avg_us

    @property
    def min(self) -> float:
        return self.min_us

    @property
    def max(self) -> float:
        return self.max_us


class Benchmark(NamedTuple):
    npu: Times  # unknown
    e2e: Times  # of the emulator
    result: Any = None


UNKNOWN = Times(math.nan, math.nan, math.nan)


def run_iters(fn: Callable[..., Any], *args: Any, warmup: int = 0, iters: int = 1, **kw: Any) -> Benchmark:
    """Calls it warmup + iters times."""
    result, took = None, []
    for number in range(warmup + iters):
        start = time.perf_counter()
        result = fn(*args, **kw)
        if number >= warmup:
            took.append(1e6 * (time.perf_counter() - start))
    known = Times(sum(took) / len(took), min(took), max(took)) if took else UNKNOWN
    return Benchmark(UNKNOWN, known, result)


def print_benchmark(*of: Any, **named: Any) -> None:
    bench = next(b for b in (*of, *named.values()) if hasattr(b, "e2e"))
    print(f"time on the chip: not predicted; here {bench.e2e.avg_us:.0f} us per call")
