"""Float arithmetic as each family does it: what becomes of denormals and NaN, and how products are made and added."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lanewise.isa.aie.env import Env
from lanewise.isa.aie.lanes import Array, Product

QUIET = np.float32(np.nan)
SMALLEST = np.finfo(np.float32).smallest_normal
PARTS = ((2, 2), (1, 2), (2, 1), (0, 2), (2, 0), (1, 1), (0, 1), (1, 0), (0, 0))  # of two factors, smallest first


def canonicalise(core: Env, x: Array) -> Array:
    """One NaN everywhere; no denormals where the chip has none."""
    x = np.asarray(x, np.float32)
    if core.policy("float_denormals") == "flushed":
        x = np.where(np.abs(x) < SMALLEST, np.copysign(np.float32(0), x), x)
    return np.where(np.isnan(x), np.abs(QUIET), x)


def add(core: Env, a: Array, b: Array) -> Array:
    with np.errstate(all="ignore"):
        return canonicalise(core, canonicalise(core, a) + canonicalise(core, b))


def multiply(core: Env, a: Array, b: Array) -> Array:
    with np.errstate(all="ignore"):
        return canonicalise(core, canonicalise(core, a) * canonicalise(core, b))


def accumulate(core: Env, acc: Array | None, products: Sequence[Product], whole: bool) -> Array:
    """acc plus products, one after the other. `whole` says that the factors are floats, not bfloat16."""
    in_parts = whole and core.policy("float_product") == "three_parts"
    for a, b, minus in products:
        factors = _partial_products(core, a, b) if in_parts else [(a, b)]
        for x, y in factors:
            product = multiply(core, -x if minus else x, y)
            acc = product if acc is None else add(core, acc, product)
    assert acc is not None
    return acc


def _partial_products(core: Env, a: Array, b: Array) -> list[tuple[Array, Array]]:
    """The nine products of three bfloat16 parts each; what is not finite is multiplied as it is."""
    with np.errstate(all="ignore"):
        finite = np.isfinite(a) & np.isfinite(b)
        x, y = _in_three(core, np.where(finite, a, 0)), _in_three(core, np.where(finite, b, 0))
        found = [(x[i], y[j]) for i, j in PARTS]
        found[-1] = np.where(finite, found[-1][0], a), np.where(finite, found[-1][1], b)
    return found


def _in_three(core: Env, x: Array) -> list[Array]:
    found = []
    for _ in range(3):
        part = core.unit.to_bfloat16(x, core.rounding).astype(np.float32)
        found.append(part)
        x = np.asarray(x - part, np.float32)
    return found
