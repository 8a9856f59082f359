"""Products of matrices on a cube core: from GM through L1, L0 and L0C back to GM, block by block, as kernels do it."""

from __future__ import annotations

from typing import Any

import numpy as np

import lanewise
from benchmarks.cases import COUNT, SIZE, Case, timed
from benchmarks.limits import pointer
from lanewise import asc

SIDE, HIGH, WIDE = 1024, 128, 256  # of the matrices, and of a block of the result
PIECE = 256  # rows of k of the right matrix that L1 holds at once


def multiplied(library: Any, kind: Any, rounds: int = 3) -> Case:
    """Small integers; the right matrix is stored k x n for half, where loads turn it, and n x k for int8."""
    whole = np.dtype(kind) == np.int8
    row, step = 32 // np.dtype(kind).itemsize, 128 if whole else 64
    rng = np.random.default_rng(7)
    x, y = (rng.integers(-4, 5, (SIDE, SIDE)).astype(kind) for _ in range(2))
    core = lanewise.core("ascend910b", kind="AIC", trace=False)
    name, sum_name = ("int8", "int32") if whole else ("half", "float")
    a, b, c = core.gm(x.ravel()), core.gm(y.ravel()), core.gm(np.zeros(SIDE * SIDE, np.int32 if whole else np.float32))
    a1, b1 = core.local("A1", HIGH * SIDE, name), core.local("B1", PIECE * WIDE, name)
    a2, b2 = core.local("A2", HIGH * step, name), core.local("B2", step * WIDE, name)
    sums = core.local("CO1", HIGH * WIDE, sum_name)
    fractal, deep, out = 16 * row, step // row, asc.FixpipeParamsV220(WIDE, HIGH, HIGH, SIDE)
    rows_of_a = asc.Nd2NzParams(1, HIGH, SIDE, 0, SIDE, HIGH, 1, 0)
    piece_of_b = asc.Nd2NzParams(1, WIDE, PIECE, 0, SIDE, WIDE, 1, 0) if whole else asc.Nd2NzParams(
        1, PIECE, WIDE, 0, SIDE, PIECE, 1, 0)  # fmt: skip
    left = asc.LoadData2DParams(0, deep, HIGH // 16, 0, 0, False, 0)
    turned = asc.LoadData2DParams(0, WIDE // 16, PIECE // 16, 0, 0, True, 0)
    straight = asc.LoadData2DParams(0, deep * WIDE // 16, 1, 0, 0, False, 0)

    def block(m: int, n: int) -> None:
        asc.data_copy(a1, a[m * SIDE :], rows_of_a)
        for k in range(0, SIDE, step):
            if k % PIECE == 0:
                asc.data_copy(b1, b[n * SIDE + k :] if whole else b[k * SIDE + n :], piece_of_b)
            for i in range(HIGH // 16):
                asc.load_data(a2[i * deep * fractal :], a1[k * HIGH + i * fractal :], left)
            if whole:
                asc.load_data(b2, b1[k % PIECE * WIDE :], straight)
            else:
                for i in range(deep):
                    asc.load_data(b2[i * WIDE * 16 :], b1[(k % PIECE // 16 + i) * fractal :], turned)
            asc.mmad(sums, a2, b2, asc.MmadParams(HIGH, WIDE, step, cmatrix_init_val=k == 0))
        asc.fixpipe(c[m * SIDE + n :], sums, out)

    def product() -> None:
        for m in range(0, SIDE, HIGH):
            for n in range(0, SIDE, WIDE):
                block(m, n)

    fx, fy = x.astype(np.float32), y.T.astype(np.float32) if whole else y.astype(np.float32)
    product()
    if not np.array_equal(c.numpy().reshape(SIDE, SIDE), fx @ fy):
        raise AssertionError("the product is wrong")
    limit, z = (library.int8_product, np.zeros((SIDE, SIDE), np.int32)) if whole else (
        library.float_product, np.zeros((SIDE, SIDE), np.float32))  # fmt: skip
    wide = (x, np.ascontiguousarray(y.T)) if whole else (fx, fy)
    return Case(
        f"{name} product 1024 x 1024 x 1024 through L1 and L0",
        lambda: float(limit(pointer(z), pointer(wide[0]), pointer(wide[1]), SIZE(SIDE), COUNT(rounds))),
        lambda: timed(product, rounds),
        lambda: timed(lambda: fx @ fy, rounds),
        2.0,
        SIDE * SIDE,
    )
