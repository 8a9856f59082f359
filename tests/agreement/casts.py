"""Legal calls of conversions and of atomic modes."""

from __future__ import annotations

from cells import Cell
from strategies import Call, Draw, call_of, lanewise, tensor

from lanewise.numerics.formats import DTYPES

HALVES = (0x3C00, 0x0001, 0x7C00, 0xFC00, 0x7E00, 0x1400, 0x4900, 0)
SCALES = (0x3F800000, 0xBF000000, 0x3C23D70A, 0x7F800000, 0x7FC00001, 1)


def with_control(cell: Cell, d: Draw) -> Call:
    """Any call, with the bits of CTRL that casts look at and something in DEQSCALE."""
    call = lanewise(cell, d)
    call.like = 1
    call.control |= d.bit() << 50 | d.bit() << 59
    call.clear = d.pick(0, 1 << 60)
    typed = d.pick(*SCALES) | d.below(512) << 37 | d.bit() << 46
    call.deqscale = d.pick(d.pick(*HALVES), typed, d.word())
    return call


def cast_dequant(cell: Cell, d: Draw) -> Call:
    call = with_control(cell, d)
    call.params = (d.bit(), d.bit())
    if call.params[0]:
        blocks = d.pick(0, 1, 40, 64)
        call.deqscale = blocks if cell.policy["deqscale_address"] == "blocks" else 32 * blocks
    return call


def scale_table(cell: Cell, d: Draw) -> Call:
    words = tuple(d.word() for _ in range(16))
    return call_of(cell, d, [tensor(d, DTYPES["uint64"], room=d.pick(128, 512))], params=words)


def atomic_mode(cell: Cell, d: Draw) -> Call:
    """Typed modes name their type by a tensor without elements."""
    return call_of(cell, d, [(0, 0, DTYPES[t]) for t in cell.row.types], params=(d.below(8), d.below(3)),
                   control=d.below(32) << 6)  # fmt: skip


CASTS = {
    "cast_dequant": cast_dequant,
    "set_deq_scale_vector": scale_table,
    **dict.fromkeys(("cast", "truncate", "add_deq_relu", "add_relu_cast", "sub_relu_cast", "mul_cast", "muls_cast"),
                    with_control),
    **dict.fromkeys(("set_atomic_add", "set_atomic_max", "set_atomic_min", "set_atomic_type", "disable_dma_atomic",
                     "set_store_atomic_config"), atomic_mode),
}  # fmt: skip
