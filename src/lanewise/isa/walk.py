"""How a definition walks memory itself, for instructions whose lanes are not one-to-one.

A walk reads and writes elements of its operands by element offset. It never sees an address: bounds, alignment and the
rule that a failed instruction changes nothing hang on the accessor.
"""

from __future__ import annotations

from typing import Any, NoReturn, Protocol

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

    def read(self, operand: int, offsets: Array | int, kind: DType | None = None) -> Array:
        """Elements of an operand at these element offsets. `kind`: as elements of another type."""
        ...

    def write(self, operand: int, offsets: Array | int, values: Array, kind: DType | None = None) -> None:
        """Elements written when the whole walk has succeeded; later writes win. `kind`: as elements of another type."""
        ...

    def lanes(self) -> list[Array]:
        """The active lanes of each repeat, from the mask."""
        ...

    def offsets(self, operand: int, repeat: int, lanes: Array, kind: DType | None = None) -> Array:
        """Element offsets of lanes in a repeat, by the operand's strides. `kind`: as elements of another type."""
        ...

    def span(self, operand: int, first: bool = False) -> int:
        """Bytes from an operand's start to the end of its last active lane, in the `first` repeat or in all."""
        ...

    def room(self, operand: int) -> int:
        """Bytes from an operand's start to the end of its tensor."""
        ...

    def peek(self, name: str, address: int, size: int, align: int = 1, only: Array | None = None) -> Array:
        """Bytes of UB at an address that a register holds; `name` is for messages. `only`: those that count."""
        ...

    def reach(self, operand: int, end: int, align: int = 32) -> None:
        """The instruction touches an operand up to `end` bytes after its start, which must be a multiple of `align`.

        Without it an operand is checked access by access and must start on a block.
        """
        ...

    def wants(self, operand: int, size: int) -> None:
        """The documents ask for a tensor of so many bytes, though the instruction touches less."""
        ...

    def entry(self, operand: int, index: int, address: int, size: int) -> int:
        """Element offset, in an operand, of a UB byte address from a list; the address is checked like a tensor's."""
        ...

    def next_repeat(self) -> None:
        """A repeat has ended: what it wrote is what the next one reads."""
        ...

    def address(self, operand: int) -> int:
        """Where an operand starts, for rules about where operands lie; never to reach memory."""
        ...

    def within(self, field: str, value: int, low: int, high: int) -> None:
        """A parameter must fit its field."""
        ...

    def refuse(self, id: str, **fields: Any) -> NoReturn:
        """The call breaks a rule of this instruction."""
        ...
