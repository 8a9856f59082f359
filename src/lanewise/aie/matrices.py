"""Matrix multiplication: the tiles a core multiplies, and whole matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.aie import floats, lanes
from lanewise.aie.accums import Accum, empty
from lanewise.aie.cores import Core, current_core
from lanewise.aie.lanes import Array
from lanewise.aie.operands import Operand, operand, products
from lanewise.aie.vectors import Vector, refuse, vector
from lanewise.errors import LanewiseError
from lanewise.isa.aie.mmul import shapes
from lanewise.isa.aie.types import LaneType, Tag, check_tag, lane_type, product_tag, tag


def _multiply(core: Core, acc: Array, kind: Tag, a: Operand, b: Operand, m: int, k: int, n: int) -> None:
    """acc[m, n] += a[m, k] @ b[k, n], row major."""
    left = Operand(a.type, a.real.reshape(m, k), None if a.imag is None else a.imag.reshape(m, k))
    right = Operand(b.type, b.real.reshape(k, n), None if b.imag is None else b.imag.reshape(k, n))
    parts = products(left, right)
    if not kind.is_float:
        core.note("accumulator_overflow", lanes.matmul(acc, kind.lane_bits(core.family), parts))
        return
    whole = a.type.bits == 32 or b.type.bits == 32
    for inner in range(k):
        for i, terms in enumerate(parts):
            here = acc[..., i] if len(parts) == 2 else acc
            step = [
                (np.broadcast_to(x[:, inner, None], (m, n)), np.broadcast_to(y[None, inner], (m, n)), minus)
                for x, y, minus in terms
            ]
            here[...] = floats.accumulate(core, here.copy(), step, whole)


class Mmul:
    """A tile: `t = aie.mmul(4, 8, 4, "int8", "int8"); t.mul(a, b); t.mac(c, d); t.to_vector("int8", shift)`."""

    def __init__(
        self, m: int, k: int, n: int, a: str | LaneType, b: str | LaneType, acc: str | Tag | None = None
    ) -> None:
        core = current_core("mmul")
        self.m, self.k, self.n = m, k, n
        self.a, self.b = lane_type(a), lane_type(b)
        known = shapes(self.a, self.b, core.family)
        if f"{m}x{k}x{n}" not in known:
            what = f"matrix multiplication {m}x{k}x{n} of {self.a} and {self.b}"
            raise LanewiseError("AIE-003", what=what, chip=core.family, known=", ".join(known) or "none of these types")
        self.tag = check_tag(product_tag(self.a, self.b, core.family) if acc is None else tag(acc), core.family)
        self._acc: Accum | None = None

    def mul(self, a: Vector, b: Vector) -> Mmul:
        self._acc = None
        return self.mac(a, b)

    def mac(self, a: Vector, b: Vector) -> Mmul:
        core = current_core("mmul")
        for v, kind, size, what in ((a, self.a, self.m * self.k, "first"), (b, self.b, self.k * self.n, "second")):
            if v.type != kind or v.size != size:
                raise refuse("mmul", f"the {what} matrix has {v.size} lanes of {v.type}, not {size} of {kind}")
        shape = (self.m, self.n, 2) if self.tag.is_complex else (self.m, self.n)
        sums = empty(core, self.tag, self.m * self.n).reshape(shape)
        if self._acc is not None:
            sums[...] = self._acc.lanes.reshape(shape)
        _multiply(core, sums, self.tag, operand("mmul", a), operand("mmul", b), self.m, self.k, self.n)
        self._acc = Accum(sums.reshape(-1, 2) if self.tag.is_complex else sums.reshape(-1), self.tag, core.family)
        return self

    def to_accum(self) -> Accum:
        if self._acc is None:
            raise refuse("mmul", "nothing has been multiplied yet")
        return self._acc.copy()

    def to_vector(self, type: str | LaneType, shift: int = 0) -> Vector:
        return self.to_accum().to_vector(type, shift)


mmul = Mmul


def matmul(a: Any, b: Any, tag_name: str | Tag | None = None, acc: Accum | None = None) -> Accum:
    """Whole matrices of any size, row major; complex ones have a trailing axis of two. The lanes are the result's."""
    core = current_core("matmul")
    left, right = np.asarray(a), np.asarray(b)
    if left.ndim not in (2, 3) or right.ndim not in (2, 3) or left.shape[1] != right.shape[0]:
        raise refuse("matmul", f"matrices of shape {left.shape} and {right.shape} do not multiply")
    (m, k), n = left.shape[:2], right.shape[1]
    x, y = (vector(v.reshape(-1, 2) if v.ndim == 3 else v.reshape(-1), _kind(v)) for v in (left, right))
    default = product_tag(x.type, y.type, core.family) if tag_name is None else tag(tag_name)
    kind = check_tag(default if acc is None else acc.tag, core.family)
    shape = (m, n, 2) if kind.is_complex else (m, n)
    sums = (empty(core, kind, m * n) if acc is None else acc.lanes.copy()).reshape(shape)
    _multiply(core, sums, kind, operand("matmul", x), operand("matmul", y), m, k, n)
    return Accum(sums.reshape(-1, 2) if kind.is_complex else sums.reshape(-1), kind, core.family)


def _kind(v: Array) -> str | None:
    """A matrix of two columns is not a row of complex lanes: only a third axis makes it complex."""
    name = "float" if v.dtype == np.float32 else v.dtype.name
    return f"c{name}" if v.ndim == 3 else name
