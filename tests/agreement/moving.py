"""Legal calls of data copies, and of those that set state."""

from __future__ import annotations

from collections.abc import Callable

from cells import Cell
from strategies import ROOM, Call, Draw, call_of, tensor

from lanewise.isa.ascend import atomic
from lanewise.isa.record import Flag, Overload
from lanewise.numerics.formats import DTYPES, DType

Params = Callable[[Draw, DType, Call], tuple[int, ...]]
Spaces = tuple[str, str]
IN, OUT, INSIDE = ("UB", "GM"), ("GM", "UB"), ("UB", "UB")
_STAGED = {"ascend950": (("L1", "GM"),)}  # where pieces reach L1


def move(
    params: Params, *directions: Spaces, loops: bool = False, any_byte: bool = False
) -> Callable[[Cell, Draw], Call]:
    """Calls of one copy. `loops`: it obeys the loop registers; `any_byte`: GM may be reached at any byte."""

    def draw(cell: Cell, d: Draw) -> Call:
        kind = DTYPES[cell.row.types[0]]
        spaces = d.pick(*directions)
        call = call_of(cell, d, spaces=spaces, kind="AIC" if "L1" in spaces else "")
        if call.spaces == OUT and d.one_in(2):  # copies to GM may be atomic
            call.control |= d.between(1, 6) << atomic.TYPE_BIT | d.below(4) << atomic.OPERATION_BIT
        for i, space in enumerate(call.spaces):
            if space == "GM":
                step = 1 if any_byte and not call.control else kind.size
                call.tensors[i] = tensor(d, kind, step)
        call.params = (d.pick(0, 1, 7, 16, 33, 64, 500),) if cell.overload == Overload.COUNT else params(d, kind, call)
        if loops and cell.chip == "ascend950" and d.one_in(3):
            steps = tuple(32 * d.below(4) for _ in range(4))
            name = "loop_in" if call.spaces == IN else "loop_out"
            call.registers = {name: (d.between(1, 3), d.between(1, 2), *steps)}
        return call

    return draw


def blocks(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return tuple(d.below(5) for _ in range(4))


def pads(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    call.flags |= d.bit() * Flag.PAD_VALUE | d.bit() * Flag.NEAREST
    if call.chip == "ascend950":
        call.flags |= d.bit() * Flag.COMPACT
    length = d.below(10) * max(kind.size, 4 if call.control else 1)  # whole elements of the atomic type
    return (d.below(5), length, *(d.below(5) for _ in range(4)), d.below(2**kind.bits))


def slices(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    """Slices of one to three dimensions whose tensors fit."""
    while True:
        dims, burst = d.between(1, 3), d.between(1, 2)
        sides: list[list[int]] = [[], []]
        total = [kind.size, kind.size]
        for axis in range(dims):
            pieces = d.between(1, 3)
            for s, side in enumerate(sides):
                width = burst * 32 // kind.size if axis == 0 else 1
                start, stride = d.below(3) * width, d.below(3) * width
                end = start + (pieces - 1) * stride + pieces * width - 1
                shape = end + 1 + d.below(3) * width
                side += [start, end, stride, burst if axis == 0 else 1, shape]
                total[s] *= shape
        if max(total) <= ROOM:
            return (dims, *sides[0], *sides[1])


def nd2nz(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return (d.below(3), d.below(5), d.below(41), d.pick(0, 64), d.between(1, 50), d.between(1, 6), d.between(1, 2),
            d.pick(1, 64, 256), d.bit())  # fmt: skip


def nz2nd(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return (d.below(3), d.between(1, 4), d.pick(16, 32, 48), d.between(1, 2), d.below(9), d.between(1, 60),
            d.between(1, 200))  # fmt: skip


def nddma(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    call.flags |= d.bit() * Flag.NEAREST
    axes = [(d.below(10), d.below(10), d.between(1, 3), d.below(3), d.below(3)) for _ in range(d.between(1, 4))]
    return (len(axes), d.below(2**kind.bits), *(v for axis in axes for v in axis))


def state(cell: Cell, d: Draw) -> Call:
    words = [d.pick(0, 5, 2**63, 2**64 - 1) for _ in range(6)]
    params = tuple(words[:2]) if cell.instruction.name == "set_vector_mask" else (d.bit(), *words)
    return call_of(cell, d, [], params=params, control=d.bit() << 56)


MOVES = {
    "data_copy": move(blocks, IN, OUT, loops=True),
    "data_copy_ub": move(blocks, INSIDE),
    "data_copy_pad": lambda cell, d: move(pads, IN, OUT, *_STAGED.get(cell.chip, ()), loops=True,
                                          any_byte=True)(cell, d),
    "data_copy_slice": move(slices, IN, OUT, any_byte=True),
    "data_copy_nd2nz": move(nd2nz, IN),
    "data_copy_nz2nd": move(nz2nd, OUT),
    "data_copy_nddma": move(nddma, IN),
}
