"""How a definition reaches registers, and the forms that its instructions take.

A register is 256 bytes. Its lanes are its elements; a bit of a mask register stands for a byte, and the lowest bit of a
lane decides about it. An operand of two registers holds the low parts of its elements in the first and the high parts
in the second.
"""

from __future__ import annotations

from typing import Any, NoReturn, Protocol

import numpy as np

from lanewise.isa.env import Env
from lanewise.isa.form import REGISTERS
from lanewise.isa.record import Meaning
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]

BYTES = 256  # of a vector register
# The first words of a register that was never written: reading it is refused.
UNWRITTEN = (0x9E3779B97F4A7C15, 0xF39CC0605CEDC834)

REG_UNARY = REGISTERS("dst:reg src:reg mask:mask")
REG_BINARY = REGISTERS("dst:reg src0:reg src1:reg mask:mask")
REG_ACCUMULATE = REGISTERS("dst+:reg src0:reg src1:reg mask:mask")
REG_SCALAR = REGISTERS("dst:reg src:reg mask:mask $scalar")


class RegisterWalk(Protocol):
    """What a meaning of the register-walk executor works with. Results count when it has returned."""

    env: Env
    strict: bool
    params: tuple[int, ...]
    state: Any  # the core's special registers

    def count(self, operand: int) -> int:
        """Lanes of an operand."""
        ...

    def lanes(self, operand: int, kind: DType | None = None) -> Array:
        """The lanes of a vector register; `kind`: as elements of another type."""
        ...

    def bits(self, operand: int) -> Array:
        """The 256 bits of a mask register as booleans."""
        ...

    def active(self, operand: int, like: int, stride: int = 1) -> Array:
        """For each lane of operand `like`, whether mask register `operand` lets it take part.

        A mask for lanes of another width is refused. `stride`: only every so many-th lane, from the first on, is used,
        so that a mask for lanes of that distance will do.
        """
        ...

    def lane_bits(self, operand: int, pitch: int, lanes: int = BYTES, stride: int = 1) -> Array:
        """The same for the first lanes of any register whose lanes are `pitch` bytes apart."""
        ...

    def width(self, operand: int) -> int:
        """How many bytes the lanes are wide that a mask register was made for; 0: any."""
        ...

    def old(self, operand: int) -> Array:
        """The bytes of a register that is written, as they are before; zero when nobody wrote it."""
        ...

    def put(self, operand: int, values: Array, kind: DType | None = None) -> None:
        """A whole vector register; missing lanes at the end become zero."""
        ...

    def put_masked(self, operand: int, values: Array, active: Array) -> None:
        """Active lanes; the others become zero, or stay in a merging call."""
        ...

    def put_bits(self, operand: int, bits: Array, width: int = 0) -> None:
        """A whole mask register, for lanes of so many bytes; 0: any."""
        ...

    def put_lane_bits(self, operand: int, lanes: Array, like: int) -> None:
        """A mask register from one boolean for each lane of operand `like`: its lowest bit, the others zero."""
        ...

    def stream(self, operand: int) -> Array:
        """The 64 bytes of an unaligned register, to be changed in place: see ascend_reg/reg_unaligned.py."""
        ...

    def address(self, operand: int) -> int:
        """The UB byte address of an operand in memory."""
        ...

    def reaches(self, end: int) -> bool:
        """Whether UB has so many bytes."""
        ...

    def reach(self, operand: int, offset: int, align: int = 1, size: int = 0) -> None:
        """Refuse `size` bytes, `offset` behind an operand's address: outside UB, or at no multiple of `align`."""
        ...

    def load(self, operand: int, offset: int, size: int, align: int = 1, only: Array | None = None) -> Array:
        """Bytes of UB from `offset` bytes behind an operand's address; the sum must be a multiple of `align`.

        `only`: those that count.
        """
        ...

    def store(self, operand: int, offset: int, data: Array, align: int = 1, keep: Array | None = None) -> None:
        """Bytes of UB, written when the walk has ended; `keep` marks bytes that stay as they are."""
        ...

    @property
    def chip(self) -> str:
        """Its name, for messages."""
        ...

    def refuse(self, id: str, **fields: Any) -> NoReturn:
        """The call breaks a rule of this instruction."""
        ...


__all__ = [
    "BYTES", "REG_ACCUMULATE", "REG_BINARY", "REG_SCALAR", "REG_UNARY", "UNWRITTEN", "Meaning",
    "RegisterWalk",
]
