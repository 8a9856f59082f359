"""Legal calls of the layout and sorting instructions."""

from __future__ import annotations

from cells import Cell
from strategies import Call, Draw, call_of, tensor

from lanewise.numerics.formats import DTYPES


def transpose(cell: Cell, d: Draw) -> Call:
    params: tuple[int, ...] = ()
    if cell.instruction.name == "transpose_nchw":
        per = 32 // DTYPES[cell.row.types[0]].size
        area = d.pick((0, 4), (1, per), (per, 1), (2, per), (3, per), (per, 2))
        params = (d.below(4), d.below(6), *area, d.bit())
    call = call_of(cell, d, params=params)
    if d.one_in(4):
        call.tensors[1] = call.tensors[0]  # in place
    return call


def block_lists(cell: Cell, d: Draw) -> Call:
    """Sixteen blocks anywhere behind the start of each tensor."""
    starts = d.pick((0, 0), (0, 0), (512, 0), (0, 1024))
    kind = DTYPES[cell.row.types[0]]
    lists = [start + 32 * d.below(100) for start in starts for _ in range(16)]
    params = (*lists, d.bit(), d.bit(), *(d.pick(0, 0, 1, 2, 16) for _ in range(2)))
    return call_of(cell, d, [(start, 16384 // kind.size, kind) for start in starts], params=params,
                   repeat=d.pick(0, 1, 1, 2, 3))  # fmt: skip


def by_repeat(cell: Cell, d: Draw) -> Call:
    """Sort32, RpSort16 and the proposal fields."""
    params = (d.below(6),) if cell.instruction.name.startswith("proposal") else ()
    return call_of(cell, d, repeat=d.pick(0, 1, 1, 2, 3, 5), params=params)


def merge(cell: Cell, d: Draw) -> Call:
    """Lists anywhere, or back to back as repeats want them; they need not be sorted."""
    kind = DTYPES[cell.row.types[0]]
    proposals = cell.instruction.name == "mrg_sort4"
    record = 8 * kind.size if proposals else 8
    call = call_of(cell, d, [tensor(d, kind), *(tensor(d, kind, record) for _ in range(4))])
    call.repeat = d.pick(1, 1, 1, 2, 3) if proposals else d.pick(0, 1, 1, 1, 2, 3)
    lengths = [d.pick(0, 1, 2, 3, 7, 16, 33) for _ in range(4)]
    valid, suspend = d.pick(3, 7, 15, 15), d.bit()
    if call.repeat > 1:
        lengths, valid, suspend = lengths[:1] * 4, 15, 0
        first = call.tensors[1][0]
        call.tensors[1:] = [(first + i * lengths[0] * record, 4096, kind) for i in range(4)]
    call.params = (*lengths, suspend, valid)
    return call


SORTING = {
    **dict.fromkeys(("transpose", "transpose_nd2nd_b16", "transpose_nchw"), transpose),
    "trans_data_to_5hd": block_lists,
    **dict.fromkeys(("sort32", "rp_sort16", "proposal_concat", "proposal_extract"), by_repeat),
    **dict.fromkeys(("mrg_sort", "mrg_sort4"), merge),
}
