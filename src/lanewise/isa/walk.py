"""How a definition walks memory itself, for instructions whose lanes are not one-to-one.

A walk reads and writes elements of its operands by element offset. It never sees an address: bounds, alignment and the
rule that a failed instruction changes nothing hang on the accessor.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from lanewise.isa.env import Env
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]


class Walk(Protocol):
    env: Env
    repeat: int
    params: tuple[int, ...]
    state: Any  # the core's registers, as a numpy structured value
    counted: bool  # the count form: every operand is contiguous

    def read(self, operand: int, offsets: Array | int) -> Array:
        """Elements of an operand at these element offsets."""
        ...

    def write(self, operand: int, offsets: Array | int, values: Array, kind: DType | None = None) -> None:
        """Elements written when the whole walk has succeeded; later writes win. `kind`: as elements of another type."""
        ...

    def peek(self, name: str, address: int, count: int, kind: DType) -> Array:
        """Elements of UB at an address that a register holds."""
        ...

    def address(self, operand: int) -> int:
        """Where an operand starts, for registers that hold addresses."""
        ...

    def lanes(self) -> list[Array]:
        """The active lanes of each repeat, from the mask."""
        ...

    def offsets(self, operand: int, repeat: int, lanes: Array, kind: DType | None = None) -> Array:
        """Element offsets of lanes in a repeat, by the operand's strides. `kind`: as elements of another type."""
        ...
