"""Legal calls of the instructions that compare, select, gather and scatter."""

from __future__ import annotations

import numpy as np
from cells import Cell
from strategies import ROOM, UB_WINDOW, Call, Draw, call_of, lanewise

from lanewise.isa.record import Overload
from lanewise.numerics.formats import DTYPES


def draw_mask_word(d: Draw) -> int:
    return int(d.pick(0, 1, 5, 2**63, 2**64 - 1, 0x5555555555555555, 0x123456789ABCDEF0))


def compared(cell: Cell, d: Draw) -> Call:
    """Half of the time memory is made of few different bytes, so that elements are often equal."""
    call = lanewise(cell, d)
    call.registers = {"cmpmask": tuple(draw_mask_word(d) for _ in range(4))}
    call.like = 1
    if d.bit():
        data = np.random.default_rng(call.seed).choice(np.array([0, 0, 0, 1, 0x80, 0xFF], np.uint8), 2 * UB_WINDOW)
        call.memory = ((0, data.tobytes()),)
    return call


def cmpmask(cell: Cell, d: Draw) -> Call:
    kind = DTYPES[cell.row.types[0]]
    return call_of(cell, d, [(16 * d.below(4), d.pick(8192, 128) // kind.size, kind)],
                   registers={"cmpmask": tuple(draw_mask_word(d) for _ in range(4))})  # fmt: skip


def selected(cell: Cell, d: Draw) -> Call:
    """CMPMASK holds what is a place of bits in UB as well as bits."""
    call = lanewise(cell, d)
    call.registers = {"cmpmask": (32 * d.below(200) | d.pick(0, 7, 2**31) << 32, draw_mask_word(d), 0, 0)}
    return call


def _offsets(cell: Cell, d: Draw, call: Call, unit: int, limit: int) -> None:
    """Whole elements inside the tensor. Where the chip looks at the low bits alone, others are set, too."""
    rng = np.random.default_rng(call.seed)
    offsets = rng.integers(0, limit // unit, 1024).astype(np.uint32) * np.uint32(unit)
    if cell.policy["gather_offset"] == "low" and "gather_offset" in cell.instruction.policies and unit < 4:
        offsets |= rng.integers(0, 2, 1024).astype(np.uint32) << np.uint32(20)
    if d.bit():  # far from the other operands
        call.tensors[2] = (4 * UB_WINDOW, *call.tensors[2][1:])
    call.memory = ((call.tensors[2][0], offsets.tobytes()),)


def by_offsets(cell: Cell, d: Draw) -> Call:
    call = lanewise(cell, d)
    size = call.tensors[0][2].size
    call.params = (d.pick(0, 0, 0, size, 64),)
    _offsets(cell, d, call, size, ROOM - 64)
    return call


def by_blocks(cell: Cell, d: Draw) -> Call:
    low = cell.policy["gatherb_block_stride"] == "low_byte"
    params = (d.pick(0, 1, 1, 2, *((256, 257) if low else ())), d.pick(0, 1, 8, 9))
    call = call_of(cell, d, repeat=d.between(0, 3), params=params, register=d.pick((1, 2, 0, 0), (0, 0, 0, 0)))
    _offsets(cell, d, call, 32, ROOM)
    return call


def packed(cell: Cell, d: Draw) -> Call:
    mask = d.pick(0, 1, 7, 63, 64, 100, 128, 129, 300)
    params = (d.bit(), mask, d.pick(0, 1, 1, 2), d.pick(0, 1, 2, 3), d.pick(0, 1, 8, 9), d.below(3))
    if cell.mode is not None:
        params = (cell.mode, *params)
    return call_of(cell, d, params=params, control=d.bit() << 56, registers={"rsvd_cnt": 99})


def even_count(cell: Cell, d: Draw) -> Call:
    """An even count."""
    call = lanewise(cell, d)
    if call.overload == Overload.COUNT:
        call.mask += call.mask % 2
    return call


PICKING = {
    **dict.fromkeys(("compare", "compares", "compare_register"), compared),
    **dict.fromkeys(("get_cmp_mask", "set_cmp_mask"), cmpmask),
    **dict.fromkeys(("select", "select_scalar", "select_preset", "select_preset_scalar"), selected),
    **dict.fromkeys(("gather_mask", "gather_mask_builtin"), packed),
    **dict.fromkeys(("gather", "scatter"), by_offsets),
    "gatherb": by_blocks,
    **dict.fromkeys(("interleave", "de_interleave", "de_interleave_one"), even_count),
}
