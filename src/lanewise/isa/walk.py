"""How a definition walks memory itself, for instructions whose lanes are not one-to-one.

A walk reads and writes elements of its operands by element offset. It never sees an address: bounds, alignment and the
rule that a failed instruction changes nothing hang on the accessor.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from lanewise.isa.env import Env

Array = np.ndarray[Any, Any]


class Walk(Protocol):
    env: Env
    repeat: int
    params: tuple[int, ...]
    state: Any  # the core's registers, as a numpy structured value

    def read(self, operand: int, offsets: Array | int) -> Array:
        """Elements of an operand at these element offsets."""
        ...

    def write(self, operand: int, offsets: Array | int, values: Array) -> None:
        """Elements written when the whole walk has succeeded; later writes win."""
        ...

    def lanes(self) -> list[Array]:
        """The active lanes of each repeat, from the mask."""
        ...

    def offsets(self, operand: int, repeat: int, lanes: Array) -> Array:
        """Element offsets of lanes in a repeat, by the operand's strides."""
        ...
