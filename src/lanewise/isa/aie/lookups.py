"""Tables: values by index, and straight lines by segment. Here a table is an array; its layout in memory is C++'s."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.aie import floats
from lanewise.isa.aie.accums import Accum, empty
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import LATER, Operation, table
from lanewise.isa.aie.types import product_tag
from lanewise.isa.aie.vectors import Vector, refuse, vector


def _entries(index: Array, count: int, truncate: bool) -> Array:
    """Outside the table: its nearest end, or the entry that the low bits name (policy lookup_range)."""
    return index % count if truncate else np.clip(index, 0, count - 1)


class parallel_lookup:  # noqa: N801
    """`parallel_lookup(table, step_bits, bias).fetch(v)`: table[(v >> step_bits) + bias]."""

    def __init__(self, table: Any, step_bits: int = 0, bias: int = 0, truncate: bool = False) -> None:
        self.table = table if isinstance(table, Vector) else vector(table)
        self.step_bits, self.bias, self.truncate = step_bits, bias, truncate

    def fetch(self, v: Vector) -> Vector:
        if v.type.is_float or v.type.is_complex:
            raise refuse("parallel_lookup", "index_type", type=v.type)
        index = (v.data.astype(np.int64) >> self.step_bits) + self.bias
        return Vector(self.table.data[_entries(index, self.table.size, self.truncate)].copy(), self.table.type)


class linear_approx:  # noqa: N801
    """`linear_approx(slopes, offsets, step_bits, bias).compute(v)`: slope * v + offset of the segment of v, which is
    (v >> step_bits) + bias. Integers meet the slope with their low `step_bits` bits; their offset is shifted up by
    `shift_offset`. The result is an accumulator.
    """

    def __init__(self, slopes: Any, offsets: Any, step_bits: int, bias: int = 0, shift_offset: int = 0) -> None:
        self.slopes, self.offsets = (t if isinstance(t, Vector) else vector(t) for t in (slopes, offsets))
        self.step_bits, self.bias, self.shift_offset = step_bits, bias, shift_offset

    def compute(self, v: Vector) -> Accum:
        core = current("linear_approx")
        tag = product_tag(v.type, self.slopes.type, core.family)
        if v.type.is_float:
            whole = np.floor(np.ldexp(v.data.astype(np.float64), -self.step_bits))
            index = np.clip(np.nan_to_num(whole, nan=0.0), -(2.0**31), 2.0**31 - 1).astype(np.int64)
        else:
            index = v.data.astype(np.int64) >> self.step_bits
        segment = _entries(index + self.bias, self.slopes.size, truncate=False)
        slope, offset = self.slopes.data[segment], self.offsets.data[segment]
        if v.type.is_float:
            product = floats.multiply(core, slope.astype(np.float32), v.data.astype(np.float32))
            return Accum(floats.add(core, product, offset.astype(np.float32)), tag, core.family)
        low = v.data.astype(np.int64) & ((1 << self.step_bits) - 1)
        up = np.full(v.size, 1 << self.shift_offset, np.int64)
        sums = empty(core, tag, v.size)
        parts = [[(slope.astype(np.int64), low, False), (offset.astype(np.int64), up, False)]]
        core.note("accumulator_overflow", core.unit.mac(sums, tag.lane_bits(core.family), parts))
        return Accum(sums, tag, core.family)


class lut:  # noqa: N801
    """The values of a table. In C++ it says how many copies lie side by side in memory."""

    def __init__(self, values: Any, parallel: int = 4) -> None:
        self.values, self.parallel = (values if isinstance(values, Vector) else vector(values)), parallel


_RULES = ("lookup_layout", "lookup_range")
OPERATIONS = (
    Operation("lut", "lookup", "A table in memory, repeated so that several lanes can read at once", lut,
              table({LATER: "int8 uint8 int16 int32 bfloat16 float"}), ("aie::lut",), policies=_RULES),
    Operation("parallel_lookup", "lookup", "table[(v >> step_bits) + bias] for every lane", parallel_lookup,
              table({LATER: "int8/int8 int8/int16 int8/bfloat16 uint8/uint8 int16/int8 int16/int16 int16/int32 "
                            "int16/float int16/bfloat16"}), ("aie::parallel_lookup",), policies=_RULES),
    Operation("linear_approx", "lookup", "slope * v + offset of the segment that v lies in", linear_approx,
              table({LATER: "int8/acc32 int16/acc64 bfloat16/accfloat float/accfloat"}), ("aie::linear_approx",),
              policies=(*_RULES, "accumulator_overflow"), status=("accumulator_overflow",)),
)
