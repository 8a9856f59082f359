"""Legal calls of a cube core: loads, products and results."""

from __future__ import annotations

from collections.abc import Callable

from cells import Cell
from strategies import Call, Draw, call_of

from lanewise.isa.ascend import atomic
from lanewise.numerics.formats import DTYPES, DType

Params = Callable[[Draw, DType, Call], tuple[int, ...]]
ROOM = 40 * 1024  # bytes of a tensor: more than any call here needs
KIND = "AIC"
SMALL = {"BT": 1024, "FB": 1024, "L0AMX": 2048, "L0BMX": 2048, "L0BI": 8192}


def tensor(d: Draw, kind: DType, step: int, room: int = ROOM) -> tuple[int, int, DType]:
    return step * d.below(3), room * 8 // kind.bits, kind


def load(params: Params, *ways: tuple[str, ...], room: int = ROOM) -> Callable[[Cell, Draw], Call]:
    """Calls of one move; a way is where it leads to and from."""

    def draw(cell: Cell, d: Draw) -> Call:
        spaces = d.pick(*ways)
        types = [DTYPES[t] for t in cell.row.types]
        steps = {"GM": 4, "L1": 32, "L0A": 512, "L0B": 512, "L0C": 1024, "BT": 64, "FB": 128, "UB": 32,
                 "L0AMX": 32, "L0BMX": 32, "L0BI": 128}
        tensors = [tensor(d, kind, steps[space], SMALL.get(space, room))
                   for kind, space in zip(types, spaces, strict=True)]  # fmt: skip
        call = call_of(cell, d, tensors, spaces=spaces, kind=KIND)
        call.params = params(d, types[0], call)
        return call

    return draw


def dn2nz(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return (d.below(3), d.below(5), d.below(41), d.pick(0, 64), d.between(1, 50), d.between(1, 6), d.between(1, 2),
            d.pick(1, 64, 256))


def blocks(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return d.below(3), 2 * d.below(3), d.below(3), d.below(3)


def table(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return d.pick(0, 1, 1, 2), d.below(3), d.below(2), d.below(2)


def fill(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return d.below(4), d.below(4), d.below(3), d.below(2**kind.bits)


def fractals(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    down = d.bit()
    turn = d.bit() if kind.bits == 16 else 0
    return (d.between(6, 9) if down else d.below(5), d.below(4), d.below(3), d.below(3), turn, down)


def tile_parameters(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    turn = d.bit()
    m, k = d.pick(0, 2, 2, 4), d.pick(0, 2, 2, 4)
    m = 2 * m if kind.packed and turn else m  # squares of 64 x 64
    return (d.below(3), 2, m, k, d.pick(4, 5, -1), d.between(4, 8), turn)


def scales(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return d.below(3), d.below(3), d.below(4), d.below(4), d.below(6), d.below(6)


def index(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return d.below(4), d.below(5)


def squares(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    down = d.bit()
    gap = d.pick(0, 0, 1)
    return (d.between(9, 12) if down else d.below(4), d.below(4), d.below(3), d.below(3), d.below(3), down, gap)


def pieces(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    return d.below(4), d.below(4), d.below(3), d.below(3), d.bit()


def feature_map(d: Draw, kind: DType, call: Call) -> tuple[int, ...]:
    """A part of the matrix of a small feature map, whose size and padding are registers."""
    c0 = 32 // kind.size
    call.registers = {
        "fmatrix": tuple(v for _ in range(2) for v in (d.between(1, 5), d.between(1, 6),
                                                       *(d.below(3) for _ in range(4)))),
        "load_pad": d.below(2**min(32, kind.bits)), "load_repeat": (0, d.pick(1, 1, 1, 0), 0, d.between(4, 8)),
    }  # fmt: skip
    return (d.pick(c0, 2 * c0, 4), d.between(1, 60), d.between(1, 40), c0 * d.below(3), d.below(9), d.between(1, 2),
            d.between(1, 2),
            d.between(1, 3), d.between(1, 3), d.between(1, 2), d.between(1, 2), d.bit(), d.bit(), 0)


def multiply(cell: Cell, d: Draw) -> Call:
    """A product of matrices of any size that fit."""
    types = [DTYPES[t] for t in cell.row.types]
    spaces = tuple(o.space.upper() for o in cell.instruction.form.operands)
    steps = {"L0C": 1024, "L0A": 512, "L0B": 512, "BT": 64, "L0BI": 128, "L0AMX": 32, "L0BMX": 32}
    tensors = [tensor(d, kind, steps[space], SMALL.get(space, ROOM)) for kind, space in zip(types, spaces, strict=True)]
    call = call_of(cell, d, tensors, spaces=spaces, like=d.below(3), kind=KIND)
    m, n, k = d.pick(0, 1, 1, 2, 15, 16, 17, 33), d.pick(0, 1, 7, 16, 33), d.pick(0, 1, 8, 15, 16, 17, 40, 65)
    unit = 64 if "L0AMX" in spaces else 4 if "L0BI" in spaces else 2 if types[1].bits == 4 else 1
    call.params = (m, n, -(-k // unit) * unit, d.pick(0, 2, 3), d.bit(), d.bit(), d.bit())
    call.registers = {"hf32": d.below(4)}
    return call


def fixpipe(cell: Cell, d: Draw) -> Call:
    """A result of any size, with one scale or with one for each column, which may be anything."""
    types = [DTYPES[t] for t in cell.row.types]
    spaces = (d.pick("GM", "GM", "L1"), "L0C")
    tensors = [tensor(d, types[0], 32), tensor(d, types[1], 64)]
    call = call_of(cell, d, tensors, spaces=spaces, kind=KIND, like=1)
    order = d.below(3)
    n = d.pick(0, 1, 16, 17, 33) if order else 32 * d.below(3)
    split = int(order == 0 and types[0].name == "float" and d.bit())
    stride = d.between(1, 200)
    if spaces[0] == "GM" and types[0].name in ("float", "half", "bfloat16", "int32") and d.one_in(3):
        call.control |= {"float": 1, "half": 2, "bfloat16": 6, "int32": 4}[types[0].name] << atomic.TYPE_BIT
    call.control |= d.bit() << 48
    call.registers = {"quant_pre": d.word(), "quant_address": 128 * d.below(2)}
    call.params = (cell.mode or 0, n, d.pick(0, 1, 5, 17), d.pick(16, 32), stride, d.bit(), d.bit(), 0,
                   d.pick(0, 1, 2), d.below(40),
                   d.below(300), order, split, d.below(2), 0, 0)
    return call


TO_OPERANDS = (("L0A", "L1"), ("L0B", "L1"))
_FROM_GM = {"all": (("L0A", "GM"), ("L0B", "GM"), ("L1", "GM")), "staged": (("L1", "GM"),)}
CUBES: dict[str, Callable[[Cell, Draw], Call]] = {
    "data_copy_dn2nz": load(dn2nz, ("L1", "GM")),
    "data_copy_bias": load(table, ("BT", "L1")),
    "data_copy_scales": load(table, ("FB", "L1")),
    "data_copy_l1_to_ub": load(pieces, ("UB", "L1")),
    "init_const_value": load(fill, ("L1",), ("L0A",), ("L0B",)),
    "load_data": lambda cell, d: load(fractals, *TO_OPERANDS, *_FROM_GM[cell.policy["direct_ways"]])(cell, d),
    "load_data_2dv2": load(tile_parameters, *TO_OPERANDS, ("L1", "GM")),
    "load_data_mx": load(scales, ("L0AMX", "L1"), ("L0BMX", "L1")),
    "load_data_with_sparse": load(index, ("L0BI", "L1")),
    "load_data_with_transpose": load(squares, *TO_OPERANDS),
    "load_data_3d": load(feature_map, *TO_OPERANDS),
    **dict.fromkeys(("mmad", "mmad_bias", "mmad_mx", "mmad_mx_bias", "mmad_with_sparse"), multiply),
    "fixpipe": fixpipe,
}
