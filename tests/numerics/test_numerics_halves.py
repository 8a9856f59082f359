"""Sums, differences and products of many halves, special ones among others, against numpy's float rounded once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc

OPERATIONS = {"add": np.add, "sub": np.subtract, "mul": np.multiply}
SPECIAL = np.array([np.inf, -np.inf, np.nan, -np.nan, 65504, -65504, 0, -0.0, 6e-8], np.float16)


def expected(name: str, a: Any, b: Any, keeps: bool) -> Any:
    with np.errstate(all="ignore"):
        rounded = OPERATIONS[name](a.astype(np.float32), b.astype(np.float32)).astype(np.float16)
    if keeps:
        return np.where(np.isnan(rounded), np.uint16(0x7E00), rounded.view(np.uint16))
    bounded = np.where(np.isnan(rounded), np.float16(0), np.clip(rounded, np.float16(-65504), np.float16(65504)))
    return bounded.view(np.uint16)


@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("count", [7, 128, 255, 1000])
def test_halves_special_results_among_others(name: str, count: int, keeps: bool) -> None:
    rng = np.random.default_rng(count)
    core = lanewise.core("ascend910b")
    for scale, specials in ((100, 0), (40000, 0), (100, 1), (3, count // 3)):
        a, b = (rng.normal(0, scale, count).clip(-65504, 65504).astype(np.float16) for _ in range(2))
        a[rng.integers(0, count, specials)] = SPECIAL[rng.integers(0, SPECIAL.size, specials)]
        b[rng.integers(0, count, specials)] = SPECIAL[rng.integers(0, SPECIAL.size, specials)]
        with core:
            asc.set_ctrl_spr(48, 48, int(keeps))
            x, y, z = core.ub(a), core.ub(b), core.ub(count, np.float16)
            getattr(asc, name)(z, x, y, count)
            getattr(asc, name)(x, x, y, count)  # in place
        want = expected(name, a, b, keeps)
        assert np.array_equal(z.numpy().view(np.uint16), want)
        assert np.array_equal(x.numpy().view(np.uint16), want)
