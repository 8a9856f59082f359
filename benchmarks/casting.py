"""Conversions between element types."""

from __future__ import annotations

from typing import Any

import numpy as np

import lanewise
from benchmarks.cases import COUNT, SIZE, TILE, Case, timed
from benchmarks.limits import pointer
from lanewise import asc


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
