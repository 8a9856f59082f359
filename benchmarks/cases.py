"""The workloads: each gives seconds per run for the C++ limit, for Lanewise and for numpy, on the same data."""

from __future__ import annotations

import ctypes
import time
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import lanewise
from benchmarks.limits import pointer
from lanewise import asc

TILE = 15 * 1024  # floats: three tiles fill most of the Unified Buffer
SIZE, COUNT = ctypes.c_size_t, ctypes.c_int


@dataclass(frozen=True)
class Case:
    """`budget` is how many times the limit Lanewise may take; None where the limit is not what is asked."""

    name: str
    limit: Callable[[], float]
    ours: Callable[[], float]
    numpy: Callable[[], float]
    budget: float | None
    elements: int


def timed(run: Callable[[], Any], rounds: int) -> float:
    """Seconds of all threads together: whoever takes two cores is not half as dear."""
    return timeit.timeit(run, number=rounds, timer=time.process_time) / rounds


def tiles(core: Any, kind: Any, count: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(7)
    a = rng.integers(-1000, 1000, count).astype(kind)
    b = rng.integers(-1000, 1000, count).astype(kind)
    return core.ub(a), core.ub(b), core.ub(count, kind)


def dense_add(library: Any, kind: Any, name: str, budget: float, rounds: int = 300) -> Case:
    core = lanewise.core("ascend910b", trace=False)
    count = TILE * 4 // np.dtype(kind).itemsize // (1 if kind == np.float32 else 2)
    a, b, d = tiles(core, kind, count)
    x, y, z = a.numpy(), b.numpy(), d.numpy()
    loop = library.float_add if kind == np.float32 else library.half_add
    return Case(
        name,
        lambda: float(loop(pointer(z), pointer(x), pointer(y), SIZE(count), COUNT(rounds))),
        lambda: timed(lambda: asc.add(d, a, b, count), rounds),
        lambda: timed(lambda: np.add(x, y, out=z), rounds // 10),
        budget,
        count,
    )


def masked_add(library: Any, rounds: int = 200) -> Case:
    """255 repeats, block stride 2, every second lane; the second source lies one block after the first."""
    core = lanewise.core("ascend910b", trace=False)
    repeats, mask = 255, 0x5555555555555555
    count = repeats * 16 * 8 + 8
    data = np.random.default_rng(7).random(count).astype(np.float32)
    a = core.ub(data)
    b = a[8:]
    params = asc.BinaryRepeatParams(2, 2, 2, 16, 16, 16)
    x = data.copy()
    lanes = np.arange(repeats * 64).reshape(-1, 8)
    at = (lanes // 8 * 16 + lanes % 8).ravel()
    chosen = np.tile(np.arange(64) % 2 == 0, repeats)

    def with_numpy() -> None:
        x[at] = np.where(chosen, x[at] + x[at + 8], x[at])

    return Case(
        "masked, strided add (255 repeats, stride 2, 0x5555)",
        lambda: float(
            library.masked_add(
                pointer(x), pointer(x), pointer(x[8:]), COUNT(repeats), COUNT(2),
                ctypes.c_uint64(mask), COUNT(rounds),
            )
        ),
        lambda: timed(lambda: asc.add(a, a, b, (mask, 0), repeats, params), rounds),
        lambda: timed(with_numpy, rounds // 10),
        2.0,
        repeats * 64,
    )


def rounded_shift(library: Any, rounds: int = 300) -> Case:
    core = lanewise.core("ascend910b", trace=False)
    repeats = 255
    count = repeats * 128
    a, _, d = tiles(core, np.int16, count)
    x, z = a.numpy(), d.numpy()
    params = asc.UnaryRepeatParams(1, 1, 8, 8)

    def with_numpy() -> None:
        np.add(x >> 4, (x >> 3) & 1, out=z)

    return Case(
        "int16 shift right by 4 with rounding",
        lambda: float(library.shift_rounded(pointer(z), pointer(x), SIZE(count), COUNT(4), COUNT(rounds))),
        lambda: timed(lambda: asc.shift_right(d, a, 4, 128, repeats, params, round_en=True), rounds),
        lambda: timed(with_numpy, rounds // 10),
        1.3,
        count,
    )


def tree_sums(library: Any, rounds: int = 300) -> Case:
    """30000 floats by repeated trees of 64: 30000, 469, 8, 1. Counter mode takes the length as the mask."""
    core = lanewise.core("ascend910b", trace=False)
    count = 30000
    data = np.random.default_rng(7).random(count).astype(np.float32)
    source, work = core.ub(data), core.ub(512, np.float32)
    x, z = data.copy(), np.zeros(512, np.float32)
    with core:
        asc.set_mask_count()

    def run_lanewise() -> None:
        asc.whole_reduce_sum(work, source, (count, 0), 1, 1, 1, 8)
        asc.whole_reduce_sum(work, work, (469, 0), 1, 1, 1, 8)
        asc.whole_reduce_sum(work, work, (8, 0), 1, 1, 1, 8)

    def with_numpy() -> Any:
        row = x
        while row.size > 1:
            padded = np.zeros(-(-row.size // 64) * 64, np.float32)
            padded[: row.size] = row
            row = padded.reshape(-1, 64)
            while row.shape[1] > 1:
                row = row[:, 0::2] + row[:, 1::2]
            row = row[:, 0]
        return row[0]

    run_lanewise()
    library.tree_sums(pointer(z), pointer(x), SIZE(count), COUNT(1))
    assert with_numpy() == z[0] == work.numpy()[0]
    return Case(
        "sum of 30000 floats by ordered 64-lane trees",
        lambda: float(library.tree_sums(pointer(z), pointer(x), SIZE(count), COUNT(rounds))),
        lambda: timed(run_lanewise, rounds),
        lambda: timed(with_numpy, rounds // 10),
        3.0,
        count,
    )


def extremes(library: Any, rounds: int = 200) -> Case:
    """The largest of each 64 floats with its index; plain C++ and numpy need not mind NaN and -0."""
    core = lanewise.core("ascend910b", trace=False)
    count = 255 * 64
    data = np.random.default_rng(7).random(count).astype(np.float32)
    source, found = core.ub(data), core.ub(512, np.float32)
    x, z = data.reshape(255, 64).copy(), np.zeros(512, np.float32)

    def with_numpy() -> Any:
        at = x.argmax(1)
        return np.take_along_axis(x, at[:, None], 1)[:, 0], at

    return Case(
        "maximum and index of each of 255 repeats of 64 floats",
        lambda: float(library.extremes(pointer(z), pointer(x), SIZE(count), COUNT(rounds))),
        lambda: timed(lambda: asc.whole_reduce_max(found, source, 64, 255, 1, 1, 8), rounds),
        lambda: timed(with_numpy, rounds // 10),
        None,
        count,
    )


def library_gelu(library: Any, rounds: int = 50) -> Case:
    """A function of the high-level library on a tile: float64 inside; plain C++ and numpy need not be so exact."""
    core = lanewise.core("ascend910b", trace=False)
    data = np.random.default_rng(7).normal(size=TILE).astype(np.float32)
    source, target = core.ub(data), core.ub(TILE, np.float32)
    x, z = data.copy(), np.zeros(TILE, np.float32)
    return Case(
        "Gelu of the library on 15360 floats",
        lambda: float(library.gelu_floats(pointer(z), pointer(x), SIZE(TILE), COUNT(rounds))),
        lambda: timed(lambda: asc.adv.gelu(target, source, TILE), rounds),
        lambda: timed(lambda: x / (1 + np.exp(-1.5957691 * (x + 0.044715 * x**3))), rounds // 10),
        None,
        TILE,
    )


def one_instruction(library: Any, rounds: int = 20000) -> Case:
    core = lanewise.core("ascend910b", trace=False)
    a, b, d = tiles(core, np.float32, 64)
    x, y, z = a.numpy(), b.numpy(), d.numpy()
    return Case(
        "one 256-byte add issued from Python",
        lambda: float(library.float_add(pointer(z), pointer(x), pointer(y), SIZE(64), COUNT(rounds))),
        lambda: timed(lambda: asc.add(d, a, b, 64), rounds),
        lambda: timed(lambda: np.add(x, y, out=z), rounds),
        None,
        64,
    )


def traced_instruction(library: Any, rounds: int = 20000) -> Case:
    """The same call with its record kept; the limit here is the call without one."""
    quiet, traced = (lanewise.core("ascend910b", trace=on) for on in (False, True))
    one, two = tiles(quiet, np.float32, 1024), tiles(traced, np.float32, 1024)
    x, y, z = (t.numpy() for t in one)
    return Case(
        "a 4 KiB add from Python with tracing on (limit: off)",
        lambda: timed(lambda: asc.add(one[2], one[0], one[1], 1024), rounds),
        lambda: timed(lambda: asc.add(two[2], two[0], two[1], 1024), rounds),
        lambda: timed(lambda: np.add(x, y, out=z), rounds),
        2.0,
        1024,
    )
