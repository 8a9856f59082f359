"""What an instruction is: its names, form, operands, legal types per chip, ranges and meaning.

An Instruction is written once, in a family module beside this file. Everything else (Python functions, legality, docs,
tests, the tables of the C++ engine) is derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from lanewise.numerics.formats import DTYPES, DType


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
class Operand:
    name: str
    role: str  # dst, src, inout, scratch
    space: str = "ub"  # where it may be: ub (or gm, for moves), reg, mask, unaligned

    @property
    def reads(self) -> bool:
        return self.role in ("src", "inout")

    @property
    def writes(self) -> bool:
        return self.role in ("dst", "inout")


@dataclass(frozen=True)
class StrideFields:
    """Width in bits of the block and repeat stride fields of each operand; keywords as the front spells them."""

    block: int
    repeat: int
    params: str  # the parameter class of the Python front


UNARY_STRIDES = StrideFields(16, 8, "UnaryRepeatParams")
BINARY_STRIDES = StrideFields(8, 8, "BinaryRepeatParams")
COPY_STRIDES = StrideFields(16, 12, "CopyRepeatParams")
FILL_STRIDES = StrideFields(16, 8, "")
REDUCE_STRIDES = StrideFields(16, 16, "")


@dataclass(frozen=True)
class Form:
    """How addresses, masks and repeats work for a group of instructions, and which executor walks them."""

    name: str
    executor: str
    operands: tuple[Operand, ...]
    scalars: tuple[str, ...] = ()
    strides: StrideFields | None = None
    lanes_of: int | None = None  # the operand whose type says how many lanes a repeat has; else the widest one
    unstrided: tuple[int, ...] = ()  # operands that are packed bits or go by offsets, whatever their strides say
    least_width: int = 1  # bytes that a lane takes at least when lanes of a repeat are counted
    group: str = ""  # reductions: the lanes that make one result: repeat, block, pair or all
    most_repeats: int = 255

    @property
    def compares(self) -> bool:
        """Results are bits packed into memory: the mask and the count mean something else on some chips."""
        return self.name in ("compare", "compare-scalar")

    def width(self, sizes: Sequence[int]) -> int:
        """Bytes of one lane, given the element sizes of the operands: 256 bytes of them are a repeat."""
        if self.lanes_of is not None:
            return max(sizes[self.lanes_of], self.least_width)
        return max(s for s, o in zip(sizes, self.operands, strict=True) if o.role != "scratch")


def operands_of(text: str) -> tuple[Operand, ...]:
    """Operands by name: those that start with dst or out are written, `+` is read and written, `~` is scratch."""
    roles = {"d": "dst", "+": "inout", "t": "scratch"}
    out = []
    for word in text.split():
        word, _, space = word.partition(":")
        role = "dst" if word.startswith(("dst", "out")) else "src"
        if word.endswith("+"):
            word, role = word[:-1], roles["+"]
        elif word.endswith("~"):
            word, role = word[:-1], roles["t"]
        out.append(Operand(word, role, space or "ub"))
    return tuple(out)


UNARY = Form("unary", "elementwise", operands_of("dst src"), strides=UNARY_STRIDES)
BINARY = Form("binary", "elementwise", operands_of("dst src0 src1"), strides=BINARY_STRIDES)
VECTOR_SCALAR = Form("vector-scalar", "elementwise", operands_of("dst src"), ("scalar",), UNARY_STRIDES)
FILL = Form("fill", "elementwise", operands_of("dst"), ("scalar",), FILL_STRIDES)
CONVERT = Form("convert", "elementwise", operands_of("dst src"), strides=UNARY_STRIDES)
COPY = Form("copy", "elementwise", operands_of("dst src"), strides=COPY_STRIDES)
MOVE = Form("move", "move", operands_of("dst src"))
STATE = Form("state", "state", ())
REDUCE = Form("reduce", "reduce", operands_of("dst src"), strides=REDUCE_STRIDES)


def lane_bits(form: Form, kind: DType) -> int:
    """Bits of one lane: conversions work on each of the two values that share a byte."""
    return 4 if form.name == CONVERT.name and kind.packed else max(8, kind.bits)


def form_with(form: Form, operands: str | None = None, **changes: Any) -> Form:
    """A form with other operands, for example a destination that is read too (`dst+`)."""
    if operands is not None:
        changes["operands"] = operands_of(operands)
    return replace(form, **changes)


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


@dataclass(frozen=True)
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
    ranges: Mapping[str, Range] = field(default_factory=dict)  # chip -> bounds of the scalar
    lane: str = ""  # the engine's lane function, where another instruction's does
    accumulates: bool = False  # running accumulation into the second source is allowed
    count_reads_mask: bool = False  # the count form has isSetMask
    flexible: tuple[str, ...] = ()  # chips where the scalar may stand left or be a tensor element
    algorithms: tuple[str, ...] = ()  # chips where a precision algorithm may be asked for
    rounds: tuple[str, ...] = ()  # chips where roundEn may be true
    modes: tuple[str, ...] = ()  # names of what the first parameter may say: 0, 1, ...
    parameters: Mapping[str, float | str] = field(default_factory=dict)  # all parameters by name, with their defaults
    fold: str = ""  # reductions: sum, max or min
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # chip -> orders of value and index
    timing: str = ""
    pipe: str = "V"
    notes: tuple[str, ...] = ()

    @property
    def python_names(self) -> tuple[str, ...]:
        """Names in lanewise.asc; those of registers are in lanewise.asc.reg."""
        names = tuple(name for name in self.python or (self.name,) if name != NOWHERE)
        if not self.form.executor.startswith("register"):
            return names
        return tuple(f"reg.{name.removeprefix('reg_')}" for name in names)

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
