"""Block floats of the third generation: 8 or 16 values share the exponent of the largest."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from lanewise.isa.aie import floats
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import LATEST, Operation, Row
from lanewise.isa.aie.types import LANE_TYPES, TAGS
from lanewise.isa.aie.vectors import Vector, refuse, vector
from lanewise.numerics import accumulator

_SIZES = {"bfp16ebs8": 8, "bfp16ebs16": 16}
KINDS = tuple(_SIZES)
_POINT = 133  # a mantissa is value * 2**(133 - exponent)


def _mantissa(x: float, exponent: int, rounding: str) -> int:
    """The nearest whole number by the mode, clamped to 16 bits; NaN gives 0."""
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return 32767 if x > 0 else -32768
    exact = Fraction(x) * Fraction(2) ** (_POINT - exponent)
    down = exact.denominator.bit_length() - 1
    return accumulator.fit_to_width(accumulator.shift_round(exact.numerator, down, rounding), 16, True, "saturate")


class BlockVector:
    """Lanes in blocks: `exponents` has one number per block, `mantissas` a row for each."""

    def __init__(self, kind: str, exponents: Any, mantissas: Any) -> None:
        self.kind = kind
        self.exponents, self.mantissas = np.asarray(exponents, np.uint8), np.asarray(mantissas, np.int8)

    @property
    def size(self) -> int:
        return int(self.mantissas.size)

    def to_vector(self) -> Vector:
        """The numbers that the blocks stand for."""
        values = np.ldexp(self.mantissas.astype(np.float64), self.exponents.astype(np.int64)[:, None] - _POINT)
        return Vector(values.astype(np.float32).reshape(-1), LANE_TYPES["float"])

    @classmethod
    def frombytes(cls, data: Any, kind: str = "bfp16ebs8") -> BlockVector:
        """What `tobytes` or a kernel wrote."""
        rows = np.frombuffer(bytes(data), np.uint8).reshape(-1, 1 + _SIZES[kind])
        return cls(kind, rows[:, 0].copy(), rows[:, 1:].copy().view(np.int8))

    @property
    def data(self) -> Any:
        """The bytes, for a C++ kernel that takes a `bfp16ebs8 *`."""
        return np.frombuffer(self.tobytes(), np.uint8).copy()

    def tobytes(self) -> bytes:
        """Blocks one after the other without gaps, the exponent first."""
        return b"".join(bytes([e]) + m.tobytes() for e, m in zip(self.exponents.tolist(), self.mantissas, strict=True))


def block_vector(values: Any, kind: str = "bfp16ebs8") -> BlockVector:
    """Floats in blocks of 8 (bfp16ebs8) or 16 (bfp16ebs16), rounded by the core's mode."""
    if kind not in _SIZES:
        raise refuse("block_vector", "no_block_type", kind=kind, sizes=", ".join(_SIZES))
    data = (values if isinstance(values, Vector) else vector(values)).data.astype(np.float32)
    if len(data) % _SIZES[kind]:
        raise refuse("block_vector", "whole_blocks", count=len(data), sizes=_SIZES[kind])
    rounding = current("block_vector").rounding
    exponents, mantissas = [], []
    for block in data.reshape(-1, _SIZES[kind]):
        top = int((block.view(np.uint32) >> 23 & 0xFF).max())
        while True:
            exponent = min(top, 254)
            row = [_mantissa(float(x), exponent, rounding) for x in block]
            if top >= 254 or all(-128 <= m <= 127 for m in row):
                break
            top += 1
        exponents.append(exponent)
        mantissas.append([min(max(m, -128), 127) for m in row])
    return BlockVector(kind, exponents, mantissas)


def multiply(
    op: str, start: Accum | None, a: BlockVector, b: BlockVector, left: Array, right: Array, minus: bool
) -> Accum:
    """For every lane, a row: the elements of a and b that meet in its terms.

    Products of two blocks are whole numbers with one exponent: their sum is exact, and rounded once when it is added to
    the accumulator (policy block_product).
    """
    core, (size, terms) = current(op), left.shape
    for v, where in ((a, left), (b, right)):
        if v.size <= int(where.max()):
            raise refuse(op, "too_few_elements", size=v.size, need=int(where.max()) + 1)
    core.multiplied(size * terms)
    total = None if start is None else start.lanes
    run = min(terms, a.mantissas.shape[1], b.mantissas.shape[1])  # terms whose exponents are the same
    for first in range(0, terms, run):
        x, y = left[:, first : first + run], right[:, first : first + run]
        sums = (a.mantissas.reshape(-1)[x].astype(np.int64) * b.mantissas.reshape(-1)[y]).sum(axis=1)
        exponents = a.exponents[x[:, 0] // a.mantissas.shape[1]].astype(np.int64)
        exponents = exponents + b.exponents[y[:, 0] // b.mantissas.shape[1]]
        with np.errstate(all="ignore"):
            exact = np.ldexp((-sums if minus else sums).astype(np.float64), exponents - 2 * _POINT).astype(np.float32)
        total = floats.canonicalise(core, exact) if total is None else floats.add(core, total, exact)
    assert total is not None
    return Accum(total, TAGS["accfloat"], core.family)


OPERATIONS = (
    Operation("block_vector", "block float", "Floats in blocks that share an exponent", block_vector,
              (Row(LATEST, ("float", "bfp16ebs8")), Row(LATEST, ("float", "bfp16ebs16"))),
              ("aie::block_vector", "aie::{,restrict_}block_vector_{input,output}_buffer_stream"), modes=("rounding",)),
)
