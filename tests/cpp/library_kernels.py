"""What the tests of the library share: its kernels, loaded once for each chip, and how close results must be."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise.cpp import load

HERE = Path(__file__).parent / "high_level"
CHIPS = ("ascend910b", "ascend950")
CPP = {np.float32: "float", np.float16: "half", np.int16: "int16_t", np.int32: "int32_t"}

kernels = cache(lambda file, chip: load(HERE / file, chip))
chips = pytest.mark.parametrize("chip", CHIPS)
floats = pytest.mark.parametrize("dtype", [np.float32, np.float16])
# Enough where nothing depends on the chip: each combination is a program to compile.
crossed = pytest.mark.parametrize(("chip", "dtype"), [("ascend910b", np.float32), ("ascend950", np.float16)])


def kernel(file: str, chip: str, name: str, dtype: Any = None) -> Any:
    found = getattr(kernels(file, chip), name)
    return found[1] if dtype is None else found[CPP[dtype]][1]


def close(got: Any, want: Any, ulps: float = 0.51) -> None:
    """Within so many units of the last place of the exact values; not-a-number and infinity where they belong."""
    got, want = np.asarray(got), np.asarray(want, np.float64)
    assert got.shape == want.shape
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = want.astype(got.dtype)
        step = np.spacing(np.abs(np.where(np.isfinite(rounded), rounded, 1)).astype(got.dtype)).astype(np.float64)
        wide = got.astype(np.float64)
        fits = np.abs(wide - want) <= ulps * step
    special = ~np.isfinite(rounded)
    same = np.isnan(rounded) & np.isnan(wide) | (rounded == got)
    bad = np.flatnonzero(~np.where(special, same, fits | (rounded == got)))
    assert bad.size == 0, f"{bad[:5]}: got {got.ravel()[bad[:5]]}, want {want.ravel()[bad[:5]]}"
