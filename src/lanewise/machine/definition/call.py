"""One call of an instruction, as its executor sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa import saturation
from lanewise.isa.env import Env
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.machine.definition.lanes import BLOCK, REPEAT
from lanewise.numerics.formats import BY_CODE, DTYPES, DType


@dataclass
class Call:
    core: Any
    ins: Instruction
    row: Row
    how: Overload
    flags: int
    tensors: tuple[Any, ...]
    scalars: tuple[int, ...]  # bits
    mask: Any
    repeat: int
    strides: tuple[int, ...] | None
    params: tuple[int, ...]

    @cached_property
    def units(self) -> list[Any]:
        """The types that lanes work in; none for a mask register."""
        return [DTYPES[self.row.unit or t] if t else None for t in self.row.types]

    @cached_property
    def packed(self) -> list[bool]:
        """Which operands hold two lanes in a byte."""
        return [u is not None and self.ins.form.lane_bits(u) == 4 for u in self.units]

    @cached_property
    def per_repeat(self) -> int:
        """Lanes of a repeat; 0 where there are none."""
        if self.ins.form.executor == "reduce":
            return REPEAT // int(self.units[1].size)
        if self.ins.form.executor in ("elementwise", "walk"):
            return REPEAT // self.ins.form.width([u.size for u in self.units])
        return 0

    @cached_property
    def pitch(self) -> list[tuple[int, int]]:
        """Block and repeat stride of every operand in bytes; contiguous when the call gave none."""
        count = len(self.ins.form.operands)
        if self.strides is not None:
            return [(self.strides[i] * BLOCK, self.strides[count + i] * BLOCK) for i in range(count)]
        return [
            (BLOCK, self.per_repeat // 2 if packed else self.per_repeat * unit.size)
            for unit, packed in zip(self.units, self.packed, strict=True)
        ]

    @cached_property
    def values(self) -> list[Any]:
        """The scalars as numbers. One that is an element of a tensor is read when it is asked for."""
        if not self.ins.form.scalars:
            return []
        kind = DTYPES[self.ins.scalar_type(self.row)]
        if self.flags & Flag.SCALAR_TENSOR:
            return [self._element(kind)]
        return [np.frombuffer(b.to_bytes(kind.size, "little"), storage_dtype(kind))[0] for b in self.scalars]

    def _element(self, kind: DType) -> Any:
        """The operand after the form's own."""
        source = self.tensors[len(self.ins.form.operands)]
        if source.code != kind.code:
            raise LanewiseError(
                "TYPE-001", op=self.ins.name, operand="scalar", got=BY_CODE[source.code].name, need=kind.name,
                like=f"like {self.ins.form.operands[-1].name}",
            )
        start, mem = source.address, self.core.mem
        if start % kind.size or start + kind.size > mem.size:
            raise LanewiseError(
                "MEM-001", op=self.ins.name, operand="scalar", memory=VECTOR_MEMORY.name, first=start,
                last=start + kind.size - 1, chip=self.core.chip.name, size=mem.size,
            )
        self.core.touches.add(VECTOR_MEMORY, start, kind.size, write=False)
        return mem[start : start + kind.size].view(storage_dtype(kind))[0]

    @cached_property
    def env(self) -> Env:
        ins, ctrl, policy = self.ins, int(self.core.state["ctrl"]), self.core.policy
        to = self.units[0] if self.units else None
        wraps = ins.wraps_wide and to is not None and to.is_integer and to.size == 8
        return Env(
            self.units,
            policy,
            self.values,
            self.flags,
            saturate=ins.saturates and saturation.halves(ctrl),
            int_saturate=saturation.integers(policy, ctrl) and not wraps,
            params=self.params,
            ctrl=ctrl,
            deqscale=int(self.core.state["deqscale"]),
        )


def storage_dtype(dtype: DType) -> np.dtype[Any]:
    """How lanes see a type: booleans and storage types are bytes that nothing may normalise."""
    return np.dtype(np.uint8) if dtype.kind in "bs" else dtype.numpy
