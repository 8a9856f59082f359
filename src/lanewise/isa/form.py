"""Forms: how addresses, masks and repeats work. Sixteen for all instructions.

A form names the executor that walks it, on both engines, and says what the walk does. What differs from one instruction
to the next is a parameter: `BINARY("dst+ src0 src1")` is the form of two sources for an instruction that reads its
destination, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from lanewise.numerics.formats import DType


@dataclass(frozen=True)
class Operand:
    name: str
    role: str  # dst, src, inout, scratch
    space: str = "ub"  # where it may be: ub (or gm, for moves), reg, mask, unaligned, or a memory of a cube core
    strided: bool = True  # whether its strides say where a lane is; else it is packed bits, or offsets say so
    counted: bool = True  # whether its elements are lanes: the widest say how many a repeat has
    also: tuple[str, ...] = ()  # where else it may be

    @property
    def spaces(self) -> tuple[str, ...]:
        """Where it may be, the usual place first."""
        return (self.space, *self.also)

    @property
    def reads(self) -> bool:
        return self.role in ("src", "inout")

    @property
    def writes(self) -> bool:
        return self.role in ("dst", "inout")


# What may stand behind a name in `operands_of`.
MARKS: dict[str, dict[str, Any]] = {
    "+": {"role": "inout"},
    "~": {"role": "scratch", "counted": False},
    "%": {"strided": False, "counted": False},  # packed bits
    "*": {"strided": False},  # reached by offsets
    "@": {"role": "src", "counted": False},  # offsets
}


def operands_of(text: str) -> tuple[Operand, ...]:
    """Operands by name, as in "dst+ src:reg offset@": those that start with dst or out are written, a mark says more
    (MARKS), and where it is stands behind a colon,
    with | between several memories. `$name` is a number and no operand."""
    out = []
    for word in text.split():
        name, _, space = word.partition(":")
        if name.startswith("$"):
            continue
        mark = name[-1] if name[-1] in MARKS else ""
        name = name.removesuffix(mark)
        usual = {"role": "dst" if name.startswith(("dst", "out")) else "src"}
        first, *also = (space or "ub").split("|")
        out.append(Operand(name, space=first, also=tuple(also), **usual | MARKS.get(mark, {})))
    return tuple(out)


def scalars_of(text: str) -> tuple[str, ...]:
    return tuple(word[1:] for word in text.split() if word.startswith("$"))


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
    # What is the same for every instruction of a form.
    name: str
    executor: str
    compares: bool = False  # results are packed bits: mask and count mean something else on some chips
    packed: bool = False  # each of the two values that share a byte is a lane
    counts_each_repeat: bool = False  # a count in MASK is that of each repeat
    least_width: int = 1  # bytes that a lane takes at least when lanes of a repeat are counted
    # Parameters.
    operands: tuple[Operand, ...] = ()
    scalars: tuple[str, ...] = ()
    strides: StrideFields | None = None
    group: str = ""  # reductions: the lanes that make one result: repeat, block, pair or all
    loops: bool = False  # moves: the loops that the core holds wrap it
    whole_elements: bool = False  # moves: addresses in GM are multiples of the element size
    whole_blocks: bool = False  # moves: each piece is a copy of its own and starts on a block of UB
    keeps_padding: bool = False  # moves: a padding value that the call gives is that of later ones, too
    converts: bool = False  # moves: elements become others on the way

    def __call__(self, operands: str | None = None, **parameters: Any) -> Form:
        """The form with other operands or parameters."""
        fixed = parameters.keys() - PARAMETERS
        if fixed:
            raise TypeError(f"{', '.join(sorted(fixed))} of form {self.name} is no parameter")
        if operands is not None:
            parameters |= {"operands": operands_of(operands), "scalars": scalars_of(operands)}
        return replace(self, **parameters)

    @property
    def most_repeats(self) -> int:
        return 2**31 - 1 if self.group == "all" else 255

    def lane_bits(self, kind: DType) -> int:
        return 4 if self.packed and kind.packed else max(8, kind.bits)

    def width(self, sizes: Sequence[int]) -> int:
        """Bytes of one lane, given the element sizes of the operands: 256 bytes of them are a repeat."""
        return max(self.least_width, *(s for s, o in zip(sizes, self.operands, strict=True) if o.counted))


PARAMETERS = frozenset(
    ("operands", "scalars", "strides", "group", "loops", "whole_elements", "whole_blocks", "keeps_padding", "converts")
)

# Lane k makes lane k.
UNARY = Form("unary", "elementwise", strides=UNARY_STRIDES)("dst src")
BINARY = Form("binary", "elementwise", strides=BINARY_STRIDES)("dst src0 src1")
VECTOR_SCALAR = Form("vector-scalar", "elementwise", strides=UNARY_STRIDES)("dst src $scalar")
FILL = Form("fill", "elementwise", strides=FILL_STRIDES)("dst $scalar")
CONVERT = Form("convert", "elementwise", packed=True, strides=UNARY_STRIDES)("dst src")
COPY = Form("copy", "elementwise", counts_each_repeat=True, strides=COPY_STRIDES)("dst src")
# Lanes become one.
REDUCE = Form("reduce", "reduce", strides=REDUCE_STRIDES)("dst src")
# The meaning reads and writes elements itself, through one accessor: under a mask if there are strides or a count.
COMPARE = Form("compare", "walk", compares=True, strides=BINARY_STRIDES)("dst% src0 src1")
OFFSETS = Form("offsets", "walk", least_width=2)  # elements of one byte take two
WALK = Form("walk", "walk")
# Pieces of bytes.
MOVE = Form("move", "move")("dst src")
# Registers: lane by lane under a mask, where the meaning sees arrays as for memory, and anything else.
REGISTERS = Form("registers", "registers")
REGISTER_WALK = Form("register-walk", "register-walk")
# A product of matrices that lie in fractals.
TILE = Form("tile", "tile")
# A function of the high-level library.
MACRO = Form("macro", "macro")
# What the core holds, or what happens on it.
STATE = Form("state", "state")
