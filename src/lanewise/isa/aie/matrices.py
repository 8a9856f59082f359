"""Matrix multiplication: the tiles a core multiplies, and whole matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.aie import blocks, floats
from lanewise.isa.aie.accums import Accum, empty
from lanewise.isa.aie.blocks import KINDS, BlockVector, block_vector
from lanewise.isa.aie.env import Env, current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.mmul import block_shapes, shapes
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.operands import Operand, operand, products
from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.types import (
    FAMILIES,
    LANE_TYPES,
    SUPPORTED,
    LaneType,
    Tag,
    check_tag,
    lane_type,
    product_tag,
    tag,
)
from lanewise.isa.aie.vectors import Vector, refuse, vector


def _multiply(
    core: Env, acc: Array, kind: Tag, a: Operand, b: Operand, m: int, k: int, n: int, fresh: bool
) -> None:  # fmt: skip
    """acc[m, n] += a[m, k] @ b[k, n], row major; a fresh one holds nothing yet, not even a positive zero."""
    left = Operand(a.type, a.real.reshape(m, k), None if a.imag is None else a.imag.reshape(m, k))
    right = Operand(b.type, _second(b.real, k, n, b.transposed), _second(b.imag, k, n, b.transposed))
    parts = products(left, right)
    core.multiplied(m * k * n * sum(map(len, parts)))
    if not kind.is_float:
        core.note("accumulator_overflow", core.unit.matmul(acc, kind.lane_bits(core.family), parts))
        return
    whole = 32 in (a.type.bits, b.type.bits)
    for inner in range(k):
        for i, terms in enumerate(parts):
            here = acc[..., i] if len(parts) == 2 else acc
            step = [
                (np.broadcast_to(x[:, inner, None], (m, n)), np.broadcast_to(y[None, inner], (m, n)), minus)
                for x, y, minus in terms
            ]
            here[...] = floats.accumulate(core, None if fresh and not inner else here.copy(), step, whole)


def _second(x: Any, k: int, n: int, transposed: bool) -> Any:
    return None if x is None else np.ascontiguousarray(x.reshape(n, k).T) if transposed else x.reshape(k, n)


class Mmul:
    """A tile: `t = aie.mmul(4, 8, 4, "int8", "int8"); t.mul(a, b); t.mac(c, d); t.to_vector("int8", shift)`.

    Block floats run along K, so the second matrix of them is held with its columns as rows.
    """

    def __init__(
        self, m: int, k: int, n: int, a: str | LaneType, b: str | LaneType, acc: str | Tag | None = None
    ) -> None:
        core = current("mmul")
        self.m, self.k, self.n = m, k, n
        self.converts = str(a) == "bfloat16" and b in KINDS  # the first matrix becomes blocks
        self.blocks = tuple(str(kind) for kind in ((b if self.converts else a), b) if kind in KINDS)
        if len(self.blocks) == 1:
            raise refuse("mmul", "block_matrix", type=self.blocks[0])
        self.a, self.b = (lane_type("float" if self.blocks else kind) for kind in (a, b))
        known = block_shapes(core.family) if self.blocks else shapes(self.a, self.b, core.family)
        if f"{m}x{k}x{n}" not in known:
            what = f"matrix multiplication {m}x{k}x{n} of {a} and {b}"
            raise LanewiseError("AIE-003", what=what, chip=core.family, known=", ".join(known) or "none of these types")
        self.tag = check_tag(product_tag(self.a, self.b, core.family) if acc is None else tag(acc), core.family)
        self.acc: Accum | None = None

    def mul(self, a: Vector | Operand | BlockVector, b: Vector | Operand | BlockVector) -> Mmul:
        self.acc = None
        return self.mac(a, b)

    @observed("mmul", lambda tile, *_: (tile.m, tile.k, tile.n))
    def mac(self, a: Vector | Operand | BlockVector, b: Vector | Operand | BlockVector) -> Mmul:
        core = current("mmul")
        if self.blocks:
            return self._mac_blocks(self._in_blocks(a, 0), self._in_blocks(b, 1))
        left, right = self._as_operand(a, 0), self._as_operand(b, 1)
        wanted = ((left, self.a, self.m * self.k, "first"), (right, self.b, self.k * self.n, "second"))
        for v, kind, size, what in wanted:
            if v.size != size:
                raise refuse("mmul", "matrix_size", which=what, lanes=v.size, type=v.type, size=size, kind=kind)
        shape = (self.m, self.n, 2) if self.tag.is_complex else (self.m, self.n)
        sums = empty(core, self.tag, self.m * self.n).reshape(shape)
        if self.acc is not None:
            sums[...] = self.acc.lanes.reshape(shape)
        _multiply(core, sums, self.tag, left, right, self.m, self.k, self.n, self.acc is None)
        self.acc = Accum(sums.reshape(-1, 2) if self.tag.is_complex else sums.reshape(-1), self.tag, core.family)
        return self

    def _mac_blocks(self, a: BlockVector, b: BlockVector) -> Mmul:
        lane, term = np.arange(self.m * self.n)[:, None], np.arange(self.k)[None]
        rows, columns = lane // self.n * self.k + term, lane % self.n * self.k + term
        self.acc = blocks.multiply("mmul", self.acc, a, b, rows, columns, False)
        return self

    def _in_blocks(self, v: Vector | Operand | BlockVector, which: int) -> BlockVector:
        if isinstance(v, Vector) and which == 0 and self.converts and v.type.name == "bfloat16":
            return block_vector(v, self.blocks[1])
        given = v.kind if isinstance(v, BlockVector) else v.type.name
        wanted = "bfloat16" if which == 0 and self.converts else self.blocks[which]
        if not isinstance(v, BlockVector) or given != wanted:
            raise refuse("mmul", "matrix_type", which=("first", "second")[which], given=given, wanted=wanted)
        return v

    def _as_operand(self, v: Vector | Operand | BlockVector, which: int) -> Operand:
        given = v.kind if isinstance(v, BlockVector) else v.type.name
        wanted = (self.a, self.b)[which].name
        if isinstance(v, BlockVector) or given != wanted:
            raise refuse("mmul", "matrix_type", which=("first", "second")[which], given=given, wanted=wanted)
        return operand("mmul", v)

    def to_accum(self) -> Accum:
        if self.acc is None:
            raise refuse("mmul", "nothing_multiplied")
        return self.acc.copy()

    def to_vector(self, type: str | LaneType, shift: int = 0) -> Vector | BlockVector:
        if type in KINDS:
            return block_vector(self.to_accum().to_vector("float"), str(type))
        return self.to_accum().to_vector(type, shift)


mmul = Mmul


def matmul(a: Any, b: Any, tag_name: str | Tag | None = None, acc: Accum | None = None) -> Accum:
    """Whole matrices of any size, row major; complex ones have a trailing axis of two. The lanes are the result's."""
    core = current("matmul")
    left, right = np.asarray(a), np.asarray(b)
    if left.ndim not in (2, 3) or right.ndim not in (2, 3) or left.shape[1] != right.shape[0]:
        raise refuse("matmul", "matrix_shapes", left=left.shape, right=right.shape)
    (m, k), n = left.shape[:2], right.shape[1]
    x, y = (vector(v.reshape(-1, 2) if v.ndim == 3 else v.reshape(-1), _kind(v)) for v in (left, right))
    default = product_tag(x.type, y.type, core.family) if tag_name is None else tag(tag_name)
    kind = check_tag(default if acc is None else acc.tag, core.family)
    shape = (m, n, 2) if kind.is_complex else (m, n)
    sums = (empty(core, kind, m * n) if acc is None else acc.lanes.copy()).reshape(shape)
    _multiply(core, sums, kind, operand("matmul", x), operand("matmul", y), m, k, n, acc is None)
    return Accum(sums.reshape(-1, 2) if kind.is_complex else sums.reshape(-1), kind, core.family)


def _kind(v: Array) -> str | None:
    """A matrix of two columns is not a row of complex lanes: only a third axis makes it complex."""
    name = "float" if v.dtype == np.float32 else v.dtype.name
    return f"c{name}" if v.ndim == 3 else name


def _shapes() -> tuple[Row, ...]:
    """A row for every pair of types, with the shapes of it."""
    return tuple(
        Row((chip,), (a.name, b.name, product_tag(a, b, chip).name), ", ".join(known))
        for chip in FAMILIES
        for a in LANE_TYPES.values()
        for b in LANE_TYPES.values()
        if a.name in SUPPORTED[chip] and b.name in SUPPORTED[chip] and a.is_float == b.is_float
        and (known := shapes(a, b, chip))
    )  # fmt: skip


OPERATIONS = (
    Operation("mmul", "matrix multiplication", "C[m, n] (+)= sum over k of A[m, k] * B[k, n], row major", Mmul,
              _shapes(), ("aie::mmul",),
              policies=("accumulator_overflow", "float_sum_order", "float_product", "block_product"),
              modes=("rounding", "saturation"), status=("accumulator_overflow", "srs_saturated"), timing="multiply"),
    Operation("matmul", "matrix multiplication", "Whole matrices of any size, as tiles would leave them", matmul,
              _shapes(), policies=("accumulator_overflow", "float_sum_order", "float_product"), modes=("rounding",),
              status=("accumulator_overflow",), timing="multiply"),
)
