"""How the definition of a library function sees its operands: whole parts, as numbers, integers or bits.

A macro never sees an address. Every part is checked when it is named, and what it writes counts when it has ended.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, C950, VECTOR_CORE
from lanewise.isa.form import MACRO
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.numerics.formats import DTYPES, DType

Array = np.ndarray[Any, Any]

EVERYWHERE = (C950, *A2A3, C310B, C310P, C910, VECTOR_CORE)
ONLY_950 = (C950,)
INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64"
ANY = f"{INTEGERS} half bfloat16 float bool"


class Part(NamedTuple):
    """Rows of `columns` elements, `pitch` apart."""

    rows: int
    pitch: int
    columns: int

    @property
    def size(self) -> int:
        return self.rows * self.columns

    @property
    def offsets(self) -> Array:
        """Element offsets, row after row."""
        return (np.arange(self.rows)[:, None] * self.pitch + np.arange(self.columns)).ravel()


def first_elements(n: int) -> Part:
    """The first n elements."""
    return Part(1, n, n)


class Macro(Protocol):
    params: tuple[int, ...]
    types: Sequence[DType | None]  # of the operands; None: left out
    policy: Mapping[str, str]
    tied_away: bool  # half results of the softmax family round ties away from zero

    def has(self, operand: int) -> bool:
        """Whether an optional operand is there."""
        ...

    def per_block(self, operand: int) -> int:
        """Elements in 32 bytes."""
        ...

    def real(self, parameter: int) -> float:
        """A parameter that holds the bits of a float64."""
        ...

    def numbers(self, operand: int, part: Part | Array) -> Array:
        """Elements as float64, exactly; of a part or at element offsets."""
        ...

    def integers(self, operand: int, part: Part | Array) -> Array:
        """Integer elements in their own type."""
        ...

    def raw(self, operand: int, part: Part | Array) -> Array:
        """The bits of elements, as unsigned integers."""
        ...

    def put(self, operand: int, part: Part | Array, values: Array, away: bool = False) -> None:
        """Numbers rounded once to the element type. Half obeys CTRL[48]; `away`: from float, ties away from zero."""
        ...

    def put_raw(self, operand: int, part: Part | Array, values: Array) -> None:
        """Bits as they are."""
        ...

    def rounded(self, values: Array, kind: str) -> Array:
        """Numbers rounded to a float type, as float64."""
        ...

    def refuse(self, what: str, value: Any, need: str) -> NoReturn:
        """A parameter does not fit."""
        ...


def bits_of(value: float) -> int:
    """How a number travels as a parameter."""
    return int(struct.unpack("<q", struct.pack("<d", float(value)))[0])


def lines(chips: Sequence[str], *types: str, evidence: str = "documented") -> tuple[Row, ...]:
    """Rows of macros: words such as "float/float//half" with an empty place for an operand that is left out."""
    found = []
    for word in " ".join(types).split():
        names = tuple(word.split("/"))
        for name in names:
            if name and name not in DTYPES:
                raise ValueError(f"{name} in {word!r} is not an element type")
        found.append(Row(tuple(chips), names, PLAIN, evidence))
    return tuple(found)


def same_type(count: int, names: str) -> str:
    """Words in which all operands have the same type."""
    return " ".join("/".join([name] * count) for name in names.split())


def everywhere(*types: str) -> tuple[Row, ...]:
    """Rows of the chips that the library is described for, and of the others, where it is not."""
    described = (C950, *A2A3)
    others = tuple(c for c in EVERYWHERE if c not in described)
    return lines(described, *types) + lines(others, *types, evidence="assumed")


def macro(
    name: str, family: str, vendor: str | tuple[str, ...], operands: str, summary: str, meaning: Any,
    rows: tuple[Row, ...], **more: Any,
) -> Instruction:
    """A record: `operands` as in forms; a destination that starts with `out` counts as one, too."""
    vendors = (vendor,) if isinstance(vendor, str) else vendor
    python = more.pop("python", ())
    return Instruction(
        f"lib_{name}", family, MACRO(operands), vendors, summary, meaning, rows,
        python=tuple(f"adv.{p}" for p in python) or (f"adv.{name}",), saturates=True, timing="library", **more,
    )
