"""What an instruction is: its names, form, operands, legal types per chip, ranges and meaning.

An Instruction is written once, in a family module beside this file. Everything else (Python functions, legality, docs,
tests, the tables of the C++ engine) is derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from lanewise.isa import calls as shapes
from lanewise.isa.calls import Call
from lanewise.isa.form import Form
from lanewise.isa.issued import GM, SPACES, VECTOR_MEMORY, Space
from lanewise.markup import paragraph, table
from lanewise.numerics.formats import DTYPES


class Overload(IntEnum):
    """How a call says which elements take part."""

    COUNT = 0  # the first n elements, contiguous
    CONTIGUOUS = 1  # the first n elements of each repeat
    BITWISE = 2  # one bit per element of a repeat
    PLAIN = 3  # neither count nor mask

    @property
    def label(self) -> str:
        return ("count", "contiguous mask", "bitwise mask", "plain")[self]


COUNT = (Overload.COUNT,)
MASKED = (Overload.CONTIGUOUS, Overload.BITWISE)
ALL_FORMS = COUNT + MASKED
PLAIN = (Overload.PLAIN,)

NOWHERE = ""  # in the place of a Python name: the front has no such call
MOVES = "MTE"  # in the place of a pipe: which one it is says where a move leads from and to
UNTIMED = "none"  # in the place of a class of costs: the record tells lenses something, and is no work of a pipe


class Flag(IntEnum):
    """Bits of `flags` in an issued record."""

    SET_MASK = 1  # the call sets MASK itself (isSetMask)
    ROUND = 2  # ShiftRight: add the last bit shifted out
    SCALAR_LEFT = 4  # the scalar is the left operand
    SCALAR_TENSOR = 8  # the scalar is one element of a tensor
    KEEP_SUBNORMALS = 16  # an algorithm that does not flush subnormals was asked for
    EXACT = 32  # a 0-ulp algorithm was asked for
    COMPACT = 64  # DataCopyPad packs its pieces
    PAD_VALUE = 128  # DataCopyPad was given a padding value
    NEAREST = 256  # NdDma pads with the nearest element, DataCopyPad with the first of each piece
    MERGE = 512  # lanes that the mask leaves out keep the old register (else they become zero)


@dataclass(frozen=True)
class Row:
    """One legal combination: element types of the operands, on these chips, in these overloads."""

    chips: tuple[str, ...]
    types: tuple[str, ...]
    overloads: tuple[Overload, ...]
    evidence: str = "documented"
    unit: str = ""  # the type the lanes really work in, where that is not the operands' own
    scalar: str = ""  # type of the scalar, where it is not that of the last source
    modes: tuple[int, ...] = ()  # which of the instruction's modes there are; empty: all
    round_modes: int = 0  # a bit for every round mode that may be the first parameter; 0: no mode is asked for


Meaning = Callable[..., Any]

# Policies that only concern some kinds of elements.
POLICY_KINDS = {
    "float_rounding": "fc", "float_saturation": "f", "nan_result": "fc", "div_nan": "f", "function_accuracy": "f",
    "function_subnormals": "f", "multiply_add": "f", "max_min_special": "f", "relu_zero": "f",
    "hifloat8_hybrid": "s", "packed_order": "s",
    "complex_arithmetic": "c", "integer_overflow": "iu", "integer_minimum": "i", "integer_divide_by_zero": "iu",
    "compare_nan": "f",
}


@dataclass(frozen=True)
class Range:
    """Bounds of a scalar on some chips: `high` None means no upper bound; "bits" means the element width."""

    low: int
    high: int | str | None
    evidence: str = "documented"


@dataclass(frozen=True, repr=False)
class Instruction:
    name: str
    family: str
    form: Form
    vendor: tuple[str, ...]
    summary: str
    meaning: Meaning
    rows: tuple[Row, ...]
    old: tuple[str, ...] = ()  # vendor names of earlier releases
    python: tuple[str, ...] = ()  # names in lanewise.asc; the canonical name when empty, none when it says NOWHERE
    operator: str = ""  # the C++ operator form, if any
    policies: tuple[str, ...] = ()
    saturates: bool = False  # half results obey CTRL[48]
    wraps_wide: bool = False  # 64-bit integers wrap, whatever CTRL[53] says
    ranges: Mapping[str, Range] = field(default_factory=dict)  # chip -> bounds of the scalar
    call: str = ""  # how it is called, where its form does not say
    lane: str = ""  # the engine's lane function, where another instruction's does
    accumulates: bool = False  # running accumulation into the second source is allowed
    count_reads_mask: bool = False  # the count form has isSetMask
    flexible: tuple[str, ...] = ()  # chips where the scalar may stand left or be a tensor element
    algorithms: tuple[str, ...] = ()  # chips where a precision algorithm may be asked for
    rounds: tuple[str, ...] = ()  # chips where roundEn may be true
    modes: tuple[str, ...] = ()  # names of what the first parameter may say: 0, 1, ...
    parameters: Mapping[str, float | str] = field(default_factory=dict)  # all parameters by name, with their defaults
    calls: tuple[Call, ...] = ()  # one for each overload, where it is called like no other
    c: str | tuple[Call, ...] = ()  # in the C interface: its name where it is called like others, else its calls
    fold: str = ""  # reductions: sum, max or min
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # chip -> orders of value and index
    timing: str = ""
    pipe: str = "V"
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.name} ({', '.join(self.vendor)}): {self.summary}; on {', '.join(self.chips)}>"

    def _repr_html_(self) -> str:
        types = [(chip, ", ".join(dict.fromkeys("/".join(row.types) for row in self.rows_on(chip) if any(row.types))))
                 for chip in self.chips]
        about = [("Ascend C", ", ".join([*self.vendor, *self.old])), ("Python", ", ".join(self.python_names)),
                 ("operands", ", ".join([*(o.name for o in self.form.operands), *self.form.scalars])),
                 ("pipe", self.pipe), ("rests on policies", ", ".join(self.policies)), ("notes", "\n".join(self.notes))]
        head = paragraph(self.name, bold=True) + paragraph(self.summary)
        return head + table(("", ""), [row for row in about if row[1]]) + table(("chip", "types"), types)

    @property
    def python_names(self) -> tuple[str, ...]:
        """Names in lanewise.asc; those of registers are in lanewise.asc.reg."""
        names = tuple(name for name in self.python or (self.name,) if name != NOWHERE)
        if not self.form.executor.startswith("register"):
            return names
        return tuple(f"reg.{name.removeprefix('reg_')}" for name in names)

    @property
    def shape(self) -> str:
        """How it is called: most instructions of a form are called alike."""
        return self.call or self.form.name

    @property
    def overloads(self) -> tuple[Call, ...]:
        """Its calls; a line without a name stands for each of its names."""
        names = tuple(o.name for o in self.form.operands)
        return self.calls or shapes.shape(self.shape, names, self.form.scalars)

    @property
    def c_overloads(self) -> tuple[Call, ...]:
        """Its calls in the C interface on registers; those on memory follow their C++ calls (cpp/c_api.py)."""
        if isinstance(self.c, tuple):
            return self.c
        names = tuple(o.name for o in self.form.operands)
        return shapes.c_lane_by_lane(self.c, names, self.form.scalars) if self.form.executor == "registers" else ()

    @property
    def resets_mask(self) -> bool:
        """Whether MASK may be all ones behind it, though it has no mask."""
        return "block_broadcast_mask" in self.policies

    @property
    def timed(self) -> bool:
        """Whether its record is work of a pipe or a step of order, or only tells what happens."""
        return self.timing != UNTIMED

    @property
    def chips(self) -> tuple[str, ...]:
        seen: dict[str, None] = {}
        for row in self.rows:
            seen.update(dict.fromkeys(row.chips))
        return tuple(seen)

    def rows_on(self, chip: str) -> Iterator[Row]:
        return (row for row in self.rows if chip in row.chips)

    def operand_spaces(self, operand: int) -> list[Space]:
        """The memories that an operand may lie in, the usual one first. Moves on UB have their other side in GM."""
        named = [SPACES[name] for name in self.form.operands[operand].spaces]
        return [*named, GM] if self.form.executor == "move" and named == [VECTOR_MEMORY] else named

    def policies_on(self, chip: str) -> tuple[str, ...]:
        """The policies that this instruction can meet on a chip, given the types it takes there."""
        kinds = {DTYPES[t].kind for row in self.rows_on(chip) for t in (row.unit or t for t in row.types) if t}
        return tuple(
            name
            for name in self.policies
            if (name != "round_by_zero" or chip in self.rounds)
            and (not kinds or kinds & set(POLICY_KINDS.get(name, "iufcbs")))
        )

    def scalar_type(self, row: Row) -> str:
        return row.scalar or row.types[-1]


def rows(
    types: Mapping[Any, str],
    count_only: Mapping[Any, str] | None = None,
    operands: int = 1,
    overloads: tuple[Overload, ...] = ALL_FORMS,
) -> tuple[Row, ...]:
    """Rows from a compact table: chips -> "int16 half float/half/half"; one name means the same type everywhere.

    `count_only` lists the types that have no masked form on some chips.
    """
    out = []
    for chips, text in types.items():
        narrow: set[str] = set()
        for group, names in (count_only or {}).items():
            if set(group) & set(chips):
                narrow |= set(names.split())
        for word in text.split():
            parts = tuple(word.split("/"))
            for part in parts:
                if part and part not in DTYPES:
                    raise ValueError(f"{part} in row {word!r} is not an element type")
            tuple_ = parts * operands if len(parts) == 1 else parts  # an empty name: a register without a type
            only = COUNT if narrow & {word, *parts} else overloads
            out.append(Row(chips, tuple_[:operands], only, scalar=tuple_[operands] if len(tuple_) > operands else ""))
    return tuple(out)
