"""Legal calls of reductions: every order, unit of stride, alignment and buffer size, few and many repeats."""

from __future__ import annotations

from cells import Cell
from strategies import Call, Draw, call_of, set_mask, tensor

from lanewise.isa.record import Overload
from lanewise.numerics.formats import DTYPES

LONG = (2000, 4097, 9000)  # several stretches of repeats, two levels of trees
FAR = 80 * 1024  # bytes of a tensor that as many elements of 8 bytes fit


def reduction(cell: Cell, d: Draw) -> Call:
    ins, group = cell.instruction, cell.instruction.form.group
    kinds = [DTYPES[t] for t in cell.row.types]
    lanes = 256 // kinds[1].size
    align = {"pair": 32, "block": max(16, 8 * kinds[0].size)}.get(group, max(4, 2 * kinds[0].size))
    tensors = [tensor(d, kinds[0], d.pick(align, 32), FAR), *(tensor(d, k, room=FAR) for k in kinds[1:])]
    call = call_of(cell, d, tensors, control=d.bit() << 48 | d.bit() << 53)
    set_mask(cell, d, call, lanes)
    if cell.mask == "tail" and d.bit():
        call.mask = d.pick(*LONG, 4 * lanes - 5, 4 * lanes + 1)
    if ins.orders:
        call.params = (d.pick(*ins.orders[cell.chip]),)
    elif ins.fold != "sum":
        call.params = (d.bit() if group == "all" else d.below(4),)
    if cell.overload == Overload.COUNT:
        return call
    blocks, repeats, results = d.pick(1, 1, 1, 0, 2, 3), d.pick(8, 8, 0, 1, 4, 9, 20), d.pick(0, 1, 1, 1, 2, 3, 9)
    if cell.mask in ("part", "whole", "kept") and d.one_in(8):
        call.repeat = 40 if group == "pair" else d.pick(40, 130, 255)
        repeats, results = d.pick(0, 1, 8), d.pick(0, 1)
    if results == 0 and cell.policy["reduce_zero_stride"] == "refused":
        results = 1
    call.strides = (1, 1, 1, 0, repeats, 0) if group == "all" else (1, blocks, results, repeats)
    return call
