"""Products of matrices on a cube core, in a compiled kernel: through L1, L0 and L0C, block by block, as kernels do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import lanewise
from benchmarks.cases import COUNT, SIZE, Case, timed
from benchmarks.limits import pointer

SOURCE = Path(__file__).with_name("products.asc")
SIDE = 1024  # of the matrices


def multiplied(library: Any, kind: Any, rounds: int = 3) -> Case:
    """Small integers; the right matrix is stored k x n for half, where loads turn it, and n x k for int8."""
    whole = np.dtype(kind) == np.int8
    rng = np.random.default_rng(7)
    x, y = (rng.integers(-4, 5, (SIDE, SIDE)).astype(kind) for _ in range(2))
    kernels = lanewise.cpp.load(str(SOURCE), chip="ascend910b")
    kernel = kernels.int8_product if whole else kernels.half_product
    c = np.zeros((SIDE, SIDE), np.int32 if whole else np.float32)
    fx, fy = x.astype(np.float32), y.T.astype(np.float32) if whole else y.astype(np.float32)

    def product() -> None:
        kernel[1](x, y, c)

    product()
    if not np.array_equal(c, fx @ fy):
        raise AssertionError("the product is wrong")
    limit, z = (library.int8_product, np.zeros((SIDE, SIDE), np.int32)) if whole else (
        library.float_product, np.zeros((SIDE, SIDE), np.float32))  # fmt: skip
    wide = (x, np.ascontiguousarray(y.T)) if whole else (fx, fy)
    return Case(
        f"{'int8' if whole else 'half'} product 1024 x 1024 x 1024 through L1 and L0",
        lambda: float(limit(pointer(z), pointer(wide[0]), pointer(wide[1]), SIZE(SIDE), COUNT(rounds))),
        lambda: timed(product, rounds),
        lambda: timed(lambda: fx @ fy, rounds),
        2.0,
        SIDE * SIDE,
    )
