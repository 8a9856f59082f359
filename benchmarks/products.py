"""Products of matrices on a cube core, in a compiled kernel: through L1, L0 and L0C, block by block, as kernels do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import lanewise
from benchmarks.cases import COUNT, SIZE, Case, timed
from benchmarks.limits import pointer

SOURCE = Path(__file__).with_name("products.asc")
MOVES = Path(__file__).with_name("moves.asc")
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


def moved(kernel: str, title: str, size: int, rounds: int = 400) -> Case:
    """A move again and again, beside copies of as many bytes; what a launch costs is not in it."""
    run = getattr(lanewise.cpp.load(str(MOVES), chip="ascend910b"), kernel)
    near, here, there = np.zeros(size, np.uint8), np.ones(size, np.uint8), np.zeros(size, np.uint8)

    def copies() -> float:
        return timed(lambda: np.copyto(there, here), rounds)

    def moves() -> float:
        short, long = (timed(lambda n=n: run[1](near, n), 1) for n in (rounds // 4, rounds + rounds // 4))
        return max(long - short, 0.0) / rounds

    return Case(f"{title}, beside memcpy", copies, moves, copies, 2.0, size)


def all_moved() -> list[Case]:
    return [
        moved("to_fractals", "GM to fractals in L1, 256 KB of half", 1 << 18),
        moved("to_l0", "L1 to L0, 32 KB of half", 1 << 15),
        moved("to_l0_turned", "L1 to L0 turned, 32 KB of half", 1 << 15),
        moved("from_l0c", "L0C to GM in rows, 64 KB of float", 1 << 16),
    ]
