"""The record of one issued instruction and the state of a core, as plain data shared by Python and C++.

numpy views them as structured arrays; the build writes the same layouts as C++ structs.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from lanewise.chips import cores

MAX_OPERANDS = 9


# Where an operand is: in a memory of a core, in what all cores share, or in a register. The address of a register is
# where the host keeps it: REG 256 bytes (two of them: 512); MASK 32 bytes, one bit per register byte, then a byte: for
# how wide lanes it was made; UNALIGNED what a stream has read ahead or not yet written.
REGISTERS = {"REG": "a vector register", "MASK": "a mask register", "UNALIGNED": "an unaligned register"}
_SHARED = cores.memory(cores.SHARED).name
_NAMES = [*(one.name for one in cores.memories()), _SHARED, *REGISTERS]
Space = IntEnum("Space", {name: k for k, name in enumerate(_NAMES)})  # type: ignore[misc]
VECTOR_MEMORY, GM = Space[cores.memory("vector").name], Space[_SHARED]
REG, MASK, UNALIGNED = (Space[name] for name in REGISTERS)

# By the words of records.
SPACES = {space.name.lower(): space for space in Space}


def on_core(space: int) -> bool:
    """Whether it is one of a core's memories."""
    return space < GM


def in_memory(space: int) -> bool:
    """Whether it is a memory at all, and no register."""
    return space <= GM


class Trait(IntEnum):
    """What else a record says of an operand: bits."""

    TENSOR = 1  # a TensorTrait tensor
    READ_AROUND = 2  # in GM: the program told copies to read it around L2
    WRITE_AROUND = 4


class MaskMode(IntEnum):
    NORMAL = 0  # MASK bits gate every repeat
    COUNTER = 1  # MASK low word is a total element count
    NONE = 2  # the instruction has no mask


OPERAND = np.dtype(
    [
        ("address", "<u8"),
        ("extent", "<u4"),  # bytes from the address to the end of the tensor; 0: not known
        ("block_stride", "<i4"),
        ("repeat_stride", "<i4"),
        ("dtype", "u1"),
        ("space", "u1"),
        ("role", "u1"),
        ("trait", "u1"),  # bits of Trait
    ]
)

RECORD = np.dtype(
    [
        ("sequence", "<u8"),
        ("operands", OPERAND, (MAX_OPERANDS,)),
        ("mask", "<u8", (4,)),
        ("scalars", "<u8", (2,)),
        ("payload", "<u8"),  # address of extra parameters while issued; index into the trace's pool afterwards
        ("payload_count", "<u4"),
        ("repeat", "<u4"),
        ("flags", "<u4"),
        ("line", "<u4"),
        ("file", "<u4"),
        ("opcode", "<u2"),
        ("overload", "u1"),
        ("mask_mode", "u1"),
        ("operand_count", "u1"),
        ("pipe", "u1"),
        # Who issued it: a block of the launch, on a core of the chip, and one of the threads that run on it.
        ("block", "<u2"),
        ("core", "<u2"),
        ("thread", "<u2"),
    ]
)
MAX_THREADS = 1 << 16  # of a block

STATE = np.dtype(
    [
        ("mask", "<u8", (4,)),
        ("ctrl", "<u8"),
        ("cmpmask", "<u8", (4,)),
        ("deqscale", "<u8"),
        ("acc_val", "<u8"),
        ("max_min_cnt", "<u8"),
        ("vms4_sr", "<u2", (4,)),
        ("rsvd_cnt", "<u8"),
        ("pad_value", "<u8"),
        ("pad_is_set", "<u8"),
        ("loop_in", "<u8", (6,)),  # SetLoopModePara OUT_TO_UB: size1, size2, src1, dst1, src2, dst2
        ("loop_out", "<u8", (6,)),
        ("ar", "<u8"),  # AR: bytes stored by unaligned stores that follow Squeeze
        ("squeezed", "<u8"),  # bytes of the last Squeeze that await their store, plus one; 0: none
        ("compacting", "<u8"),  # 1: from the first Squeeze that counts for AR to the Post of its stores
        ("atomic", "<u8"),  # scalar stores to GM: number of the type | operation << 8; 0: off. Copies: CTRL[10:6]
        # Loads of a cube core: height, width and padding (left, right, top, bottom) of the feature map, of either
        # operand; what fills it; stride, times, direction and target stride of repeats.
        ("fmatrix", "<u8", (12,)),
        ("load_pad", "<u8"),
        ("load_repeat", "<u8", (4,)),
        ("hf32", "<u8"),  # products: 1, float operands are cut to HF32; 2, with ties to even
        # Results of a cube core: the scale, where those of columns lie, and matrices of a copy (number, strides).
        ("quant_pre", "<u8"),
        ("quant_address", "<u8"),
        ("nz2nd", "<u8", (3,)),
        ("sequence", "<u8"),
    ]
)

# One run of bytes that an instruction touched.
ACCESS = np.dtype(
    [
        ("sequence", "<u8"),  # of the record that it belongs to
        ("address", "<u8"),
        ("bytes", "<u8"),  # every one of them: gaps of masks and strides lie between accesses
        ("line", "<u4"),
        ("file", "<u4"),
        ("block", "<u2"),
        ("space", "u1"),
        ("pipe", "u1"),
        ("write", "u1"),
        ("atomic", "u1"),
        ("thread", "<u2"),
    ]
)

COUNTER_BIT = 56  # CTRL[56]: Counter mode
ALL_ONES = (1 << 64) - 1


def _cpp_fields(layout: np.dtype) -> list[str]:
    names = {"u1": "std::uint8_t", "<u2": "std::uint16_t", "<u4": "std::uint32_t", "<u8": "std::uint64_t",
             "<i4": "std::int32_t", "<i8": "std::int64_t", "|u1": "std::uint8_t"}
    lines = []
    for name in layout.names or ():
        kind = layout[name]
        base, shape = kind.subdtype if kind.subdtype else (kind, ())
        text = "Operand" if base == OPERAND else names[base.str]
        lines.append(f"    {text} {name}{''.join(f'[{n}]' for n in shape)};")
    return lines


def cpp_structs() -> str:
    """The layouts as C++ structs."""
    out = [f"inline constexpr std::uint8_t trait_{bit.name.lower()} = {int(bit)};" for bit in Trait]
    for name, layout in (("Operand", OPERAND), ("Record", RECORD), ("State", STATE), ("AccessRow", ACCESS)):
        out += [f"struct {name} {{", *_cpp_fields(layout), "};",
                f"static_assert(sizeof({name}) == {layout.itemsize});", ""]
    return "\n".join(out)
