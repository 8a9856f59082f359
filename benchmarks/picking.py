"""Gathering, comparing and selecting."""

from __future__ import annotations

from typing import Any

import numpy as np

import lanewise
from benchmarks.cases import COUNT, SIZE, TILE, Case, tiles, timed
from benchmarks.limits import pointer
from lanewise import asc


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
