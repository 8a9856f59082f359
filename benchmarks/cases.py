"""The workloads: each gives seconds per run for the C++ limit, for Lanewise and for numpy, on the same data."""

from __future__ import annotations

import ctypes
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
    return timeit.timeit(run, number=rounds) / rounds


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
                pointer(x), pointer(x), ctypes.c_void_p(x.ctypes.data + 32), COUNT(repeats), COUNT(2),
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


def dense_cast(library: Any, source: Any, to: Any, name: str, budget: float | None, rounds: int = 300) -> Case:
    """To nearest; the control bits are those a kernel starts with, so results saturate and NaN becomes 0."""
    core = lanewise.core("ascend910b", trace=False)
    a = core.ub(np.random.default_rng(7).standard_normal(TILE).astype(source))
    d = core.ub(TILE, to)
    x, z = a.numpy(), d.numpy()
    widens = np.dtype(to).itemsize > np.dtype(source).itemsize
    mode = asc.RoundMode.CAST_NONE if widens else asc.RoundMode.CAST_RINT
    loop = getattr(library, name)
    return Case(
        f"cast {name.replace('_', ' ')}",
        lambda: float(loop(pointer(z), pointer(x), SIZE(TILE), COUNT(rounds))),
        lambda: timed(lambda: asc.cast(d, a, mode, TILE), rounds),
        lambda: timed(lambda: x.astype(to), rounds // 10),
        budget,
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


def all_cases(library: Any) -> list[Case]:
    return [
        dense_add(library, np.float32, "float add, resident tile", 1.2),
        dense_add(library, np.float16, "half add, correctly rounded", 1.5),
        masked_add(library),
        rounded_shift(library),
        dense_cast(library, np.float32, np.float16, "float_to_half", 1.5),
        dense_cast(library, np.float16, np.float32, "half_to_float", 1.5),
        dense_cast(library, np.float16, np.int8, "half_to_int8", None),
        one_instruction(library),
    ]
