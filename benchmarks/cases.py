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


def gathered(library: Any, rounds: int = 300) -> Case:
    """Random byte offsets into one tile."""
    core = lanewise.core("ascend910b", trace=False)
    count = TILE // 2
    a, _, d = tiles(core, np.float32, count)
    indices = np.random.default_rng(7).permutation(count)
    offsets = core.ub((indices * 4).astype(np.uint32))
    x, z, o = a.numpy(), d.numpy(), offsets.numpy()
    return Case(
        "float gather by byte offsets",
        lambda: float(library.gather_floats(pointer(z), pointer(x), pointer(o), SIZE(count), COUNT(rounds))),
        lambda: timed(lambda: asc.gather(d, a, offsets, 0, count), rounds),
        lambda: timed(lambda: np.take(x, indices, out=z), rounds // 10),
        3.0,
        count,
    )


def compared_and_selected(library: Any, rounds: int = 200) -> list[Case]:
    """One bit per element, then elements picked by those bits."""
    core = lanewise.core("ascend910b", trace=False)
    count = TILE // 64 * 64
    a, b, d = tiles(core, np.float32, count)
    bits = core.ub(np.zeros(count // 8, np.uint8))
    x, y, z, packed = a.numpy(), b.numpy(), d.numpy(), bits.numpy()
    less, both = asc.CMPMODE.LT, asc.SELMODE.VSEL_TENSOR_TENSOR_MODE
    return [
        Case(
            "float compare into bits",
            lambda: float(library.compare_floats(pointer(packed), pointer(x), pointer(y), SIZE(count), COUNT(rounds))),
            lambda: timed(lambda: asc.compare(bits, a, b, less, count), rounds),
            lambda: timed(lambda: np.packbits(x < y, bitorder="little"), rounds // 10),
            3.0,
            count,
        ),
        Case(
            "float select by bits",
            lambda: float(
                library.select_floats(pointer(z), pointer(packed), pointer(x), pointer(y), SIZE(count), COUNT(rounds))
            ),
            lambda: timed(lambda: asc.select(d, bits, a, b, both, count), rounds),
            lambda: timed(lambda: np.where(np.unpackbits(packed, bitorder="little") != 0, x, y), rounds // 10),
            3.0,
            count,
        ),
    ]


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
        gathered(library),
        *compared_and_selected(library),
        one_instruction(library),
    ]
