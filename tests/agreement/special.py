"""How to make legal calls of every instruction on memory: by its executor, or by name where it walks memory itself."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from casts import CASTS
from cells import Cell, cells
from cubes import CUBES
from moving import MOVES, state
from reductions import reduction
from sorting import SORTING
from strategies import Call, Draw, call_of, lanewise, set_mask

from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Instruction
from lanewise.numerics.formats import DTYPES
from picking import PICKING

Maker = Callable[[Cell, Draw], Call]


def brcb(cell: Cell, d: Draw) -> Call:
    return call_of(cell, d, repeat=d.below(6), params=(d.below(4), d.pick(0, 1, 8, 9)),
                   register=d.pick((1, 2, 0, 0), (0, 0, 0, 0)))  # fmt: skip


def vector_padding(cell: Cell, d: Draw) -> Call:
    call = lanewise(cell, d)
    call.params = (d.below(3), d.bit())
    return call


def bilinear_interpolation(cell: Cell, d: Draw) -> Call:
    """Block offsets lie where every memory has some."""
    half, offsets, scratch = DTYPES["half"], DTYPES["uint32"], DTYPES["uint8"]
    tensors = [(32 * d.below(61), 4096, half), (32 * d.below(61), 4096, half), (40960, 256, offsets),
               (32 * d.below(61), 256, half), (57344, 512, scratch)]  # fmt: skip
    params = (d.between(1, 3), d.bit(), d.below(3), d.pick(128, 144, 256), d.between(1, 3))
    call = call_of(cell, d, tensors, params=params, control=d.bit() << 48)
    set_mask(cell, d, call, 128, most=127)
    call.repeat = 1
    return call


SPECIAL: dict[str, Maker] = {
    "brcb": brcb,
    "vector_padding": vector_padding,
    "bilinear_interpolation": bilinear_interpolation,
    "create_vec_index": lanewise,
    **MOVES,
    **SORTING,
    **PICKING,
    **CASTS,
    **CUBES,
}
BY_EXECUTOR: dict[str, Maker] = {"elementwise": lanewise, "state": state, "reduce": reduction}


def maker(ins: Instruction) -> Maker | None:
    """How to call an instruction, or None when nobody has said how."""
    return SPECIAL.get(ins.name) or BY_EXECUTOR.get(ins.form.executor)


# Registers and the library have tests of their own.
MEMORY = [i.name for i in instructions().values() if not i.form.executor.startswith(("register", "macro"))]


def calls(name: str, at_least: int | None = None, salt: int = 0) -> Iterator[tuple[Cell, Call]]:
    """A legal call for every cell of a record, the same ones in every run with the same salt."""
    ins = instructions()[name]
    make = maker(ins)
    assert make is not None, f"nobody has said how to call {name}"
    for number, cell in enumerate(cells(ins) if at_least is None else cells(ins, at_least)):
        yield cell, make(cell, Draw(zlib.crc32(name.encode()), salt, number))


def sample(name: str, count: int, salt: int = 0) -> list[Call]:
    """So many of the calls, from all over the cells."""
    made = [call for _, call in calls(name, count, salt)]
    return [made[i * len(made) // count] for i in range(count)]
