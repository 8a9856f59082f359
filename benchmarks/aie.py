"""Fixed point of the AI Engine: whole arrays, and a kernel in C++."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cases import COUNT, SIZE, Case, timed
from benchmarks.limits import pointer
from lanewise import aie

KERNEL = Path(__file__).with_name("fir16.cc")
ACCUMULATORS, SAMPLES, TAPS, SHIFT = 10_000_000, 1 << 20, 16, 14
MODES = {"rounding": "conv_even", "saturation": "saturate"}


def quantised(a: Any) -> Any:
    """What a user writes in numpy."""
    return np.clip((a + 8191 + (a >> SHIFT & 1)) >> SHIFT, -32768, 32767).astype(np.int16)


def shift_round_saturate(library: Any) -> Case:
    a = np.random.default_rng(7).integers(-(2**30), 2**30, ACCUMULATORS)
    d = np.empty(ACCUMULATORS, np.int16)
    assert np.array_equal(aie.srs(a, SHIFT, "int16", **MODES), quantised(a))
    return Case(
        "aie srs of 10 M accumulators, int16, to nearest even",
        lambda: float(library.quantise(pointer(d), pointer(a), SIZE(ACCUMULATORS), COUNT(1))),
        lambda: timed(lambda: aie.srs(a, SHIFT, "int16", **MODES), 1),
        lambda: timed(lambda: quantised(a), 1),
        2.0,
        ACCUMULATORS,
    )


def one_step(library: Any) -> Case:
    """mul, mac and srs of 16 lanes from Python: what a call costs. The limit is one filter of as many samples."""
    x, taps = (np.arange(k, dtype=np.int16) for k in (16 + TAPS, TAPS))
    d = np.empty(16, np.int16)
    core = aie.core("aie", **MODES)
    with core:
        a, b = aie.vector(x[:16]), aie.vector(x[16:])

    def step() -> Any:
        with core:
            return aie.mac(aie.mul(a, b), a, b).to_vector("int16", SHIFT)

    exact = 2 * x[:16].astype(np.int64) * x[16:].astype(np.int64)
    assert np.array_equal(step().data, quantised(exact))
    return Case(
        "aie mul, mac and srs of 16 lanes from Python",
        lambda: float(library.fir16(pointer(d), pointer(x), pointer(taps), SIZE(16), COUNT(1000))),
        lambda: timed(step, 1000),
        lambda: timed(lambda: quantised(2 * x[:16].astype(np.int64) * x[16:]), 1000),
        None,
        16,
    )


def filters(library: Any) -> list[Case]:
    """One filter: over a whole array from Python, and as a kernel of 16 lanes compiled from C++."""
    rng = np.random.default_rng(8)
    x = rng.integers(-(2**15), 2**15, SAMPLES + TAPS, dtype=np.int16)
    taps = rng.integers(-(2**11), 2**11, TAPS, dtype=np.int16)
    d = np.empty(SAMPLES, np.int16)
    want = quantised(np.correlate(x[:-1].astype(np.int64), taps.astype(np.int64), "valid"))
    core = aie.core("aie", **MODES)
    kernel = aie.load(KERNEL, chip="aie")

    def whole() -> Any:
        with core:
            return aie.sliding_mul(aie.vector(taps), aie.vector(x), SAMPLES).to_vector("int16", SHIFT).data

    def compiled() -> Any:
        kernel.fir16(x, taps, d, SAMPLES, SHIFT)
        return d

    assert np.array_equal(whole(), want)
    assert np.array_equal(compiled(), want)
    limit = np.empty(SAMPLES, np.int16)
    return [
        Case(
            f"aie 16-tap int16 filter of 1 M samples, {name}",
            lambda: float(library.fir16(pointer(limit), pointer(x), pointer(taps), SIZE(SAMPLES), COUNT(1))),
            lambda run=run: timed(run, 1),
            lambda: timed(lambda: quantised(np.correlate(x[:-1].astype(np.int64), taps.astype(np.int64), "valid")), 1),
            budget,
            SAMPLES,
        )
        for name, run, budget in (("whole array", whole, 3.0), ("C++ kernel", compiled, None))
    ]
