"""Random calls of library functions: shapes that fit, with pitches, padding, missing operands and overlaps."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

import numpy as np
from cells import Cell, answers
from strategies import Call

from lanewise.isa.ascend_lib import lib_move, lib_quant
from lanewise.isa.catalogue import instructions
from lanewise.isa.macro import bits_of
from lanewise.isa.record import Instruction, Overload
from lanewise.numerics.formats import DTYPES

WINDOW = 24 * 1024  # of UB, filled with telling values
Rng = np.random.Generator
NUMBERS = (0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.5, 1e-12, 40.0, float("inf"))


def _pick(rng: Rng, *values: Any) -> Any:
    return values[int(rng.integers(len(values)))]


def _number(rng: Rng) -> int:
    return bits_of(_pick(rng, *NUMBERS))


def _count(rng: Rng) -> int:
    return int(_pick(rng, 0, 1, 7, 8, 16, 33, 64, 100, 257))


def _map(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    two_tensors = len(types) == 3 and all(types)
    return (_count(rng), _number(rng), _number(rng), _number(rng), int(_pick(rng, 0, 1, 2)) if two_tensors else 0)


def _draw_count(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    return (_count(rng), int(rng.integers(-(2**63), 2**63 - 1)), int(rng.integers(-(2**40), 2**40)))


def _powers(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    return (_count(rng), int(_pick(rng, 0, 1, 2, 3, 7, -1, 255)), int(_pick(rng, 0, 1, 2, 5, -1, -2, 31)))


def _sum(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    n = int(rng.integers(0, 300))
    pitch = n + int(rng.integers(0, 20))
    return (int(rng.integers(1, 4)), pitch, n)


def _draw_mean(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    rows, pitch, n = _sum(rng, types)
    return (rows, pitch + 1, n + 1, DTYPES[_pick(rng, types[0], "float")].code)


def _matrix(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    return (int(rng.integers(0, 9)), int(rng.integers(0, 40)), int(rng.integers(2)), int(rng.integers(2)))


def _welford(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    lanes = int(rng.integers(1, 80))
    used = int(rng.integers(0, lanes + 1))
    return (int(rng.integers(1, 4)), lanes, used, int(rng.integers(2)), bits_of(np.float32(1 / 3)))


def _finalize(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    n, equal = int(rng.integers(0, 200)), 0 if types[4] else int(rng.integers(2))
    return (n, 3, n // 2, 2, equal, 3, bits_of(np.float32(1 / 7)), bits_of(np.float32(1 / 5)))


def _shape(rng: Rng, nz: bool = True) -> tuple[int, ...]:
    rows, columns = int(rng.integers(0, 6)), int(rng.integers(1, 50))
    return (16, -(-columns // 16) * 16, rows, columns, int(rng.integers(2)) if nz else 0)


def _softmax(*more: Callable[[Rng], int]) -> Callable[[Rng, tuple[str, ...]], tuple[int, ...]]:
    return lambda rng, types: (*_shape(rng), *(draw(rng) for draw in more))


def _bit(rng: Rng) -> int:
    return int(rng.integers(2))


def _v3(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    columns = int(_pick(rng, 512, 512, 576, 640))
    loops, alpha = int(rng.integers(1, 4)), bits_of(np.float32(0.9375))
    return (16, columns, int(rng.integers(0, 3)), columns, 0, _bit(rng), loops, 8, alpha)


def _rows(*more: Callable[[Rng], int]) -> Callable[[Rng, tuple[str, ...]], tuple[int, ...]]:
    def draw(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
        valid = int(rng.integers(1, 60))
        return (int(rng.integers(0, 5)), valid + int(rng.integers(0, 20)), valid, *(d(rng) for d in more))

    return draw


def _draw_epsilon(rng: Rng) -> int:
    return bits_of(np.float32(1e-5))


def _share(rng: Rng) -> int:
    return bits_of(float(rng.random()))


def _batch(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    return (int(rng.integers(1, 6)), int(rng.integers(0, 60)), _draw_epsilon(rng))


def _group(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    n, groups, each, plane = (int(rng.integers(1, 4)) for _ in range(4))
    return (n, groups * each, groups, each, 5 * plane, 5 * plane + int(rng.integers(0, 9)), _draw_epsilon(rng))


def _quant(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    back = DTYPES[types[0]].is_float
    ways: tuple[int, ...] = (lib_quant.TO_SMALL, lib_quant.TO_SMALL_BY_HALF)
    if back:
        ways = (lib_quant.TO_FLOAT, lib_quant.TO_FLOAT_BY_HALF)
    how = ways[0] if types[0] not in ("half", "int8") else _pick(rng, *ways)
    rows, columns = int(rng.integers(0, 6)), int(rng.integers(0, 40))
    spare = int(rng.integers(0, 20))
    if types[1] == "int4":
        spare = 2 * spare + columns % 2
    share = int(rng.integers(5))
    group = int(rng.integers(share == lib_quant.GROUP, 6))
    return (share, _bit(rng), rows, columns, group, columns + spare,
            columns + int(rng.integers(0, 9)), int(_pick(rng, 1, 1, 2, 3, 4, 5)), how, _bit(rng),
            int(rng.integers(0, 9)), int(rng.integers(0, 9)), _number(rng), _number(rng))


def _topk(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    n = int(rng.integers(1, 60))
    k = int(rng.integers(1, n + 1))
    return (k, int(rng.integers(0, 4)), n + int(rng.integers(0, 9)), n, _bit(rng), _bit(rng))


def _broadcast(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    rank = int(rng.integers(1, 5))
    to = [int(rng.integers(1, 6)) for _ in range(rank)]
    frm = [1 if rng.random() < 0.5 else n for n in to]
    return (rank, *to, *frm)


def _pad(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    """Margins that fit the whole data blocks of a row."""
    per_block = 32 // DTYPES[types[0]].size
    width = int(rng.integers(1, 40))
    spare = -width % per_block
    original = width if spare else width - int(rng.integers(0, min(4, width)))
    left = int(rng.integers(0, min(spare, 2) + 1))
    right = int(rng.integers(0, min(spare - left if spare else width - original, 2) + 1))
    return (int(rng.integers(0, 5)), width, original, left, right, int(_pick(rng, 0, 1, -3, 70000)))


def _transpose(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    kinds = (*range(lib_move.NZ2ND_0213, lib_move.ND2ND_ONLY + 1), *range(lib_move.ND2ND_021, lib_move.ND2ND_210 + 1))
    kind = int(_pick(rng, *kinds))
    return (kind, int(rng.integers(1, 3)), int(rng.integers(1, 4)), int(rng.integers(1, 17)), int(rng.integers(1, 17)))


def _volume(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    packed = int(_pick(rng, lib_move.NDC1HWC0, lib_move.FRACTAL_Z_3D))
    pair = (lib_move.NCDHW, packed) if rng.random() < 0.5 else (packed, lib_move.NCDHW)
    return (*pair, *(int(rng.integers(1, high)) for high in (3, 20, 3, 8)))


def _masked(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    columns = int(rng.integers(1, 40))
    pitch = columns + int(rng.integers(0, 9))
    return (int(rng.integers(0, 5)), columns, pitch, int(rng.integers(0, 2**31)), 0x3C003C00)


def _dropout(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    columns = int(rng.integers(1, 60))
    pitch = columns + int(rng.integers(0, 9))
    return (int(rng.integers(0, 5)), columns, pitch, int(rng.integers(1, 5)), bits_of(np.float32(0.7)))


def _arange(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    if DTYPES[types[0]].is_float:
        return (_count(rng), _number(rng), bits_of(np.float32(rng.normal())))
    return (_count(rng), int(rng.integers(-100, 100)), int(rng.integers(-9, 9)))


def _philox(rng: Rng, types: tuple[str, ...]) -> tuple[int, ...]:
    words = [int(v) for v in rng.integers(0, 2**32, 6)]
    if rng.random() < 0.3:
        words[2:5] = [0xFFFFFFFF] * 3
    return (int(rng.integers(0, 90)), int(rng.integers(0, 4)), int(rng.integers(0, 60)), *words, int(_pick(rng, 7, 10)))


PARAMS: dict[str, Callable[[Rng, tuple[str, ...]], tuple[int, ...]]] = {
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "xor", "where", "clamp", "sin_cos",
                     "reduce_xor_sum"), _draw_count),
    "power_integers": _powers, "sum": _sum, "mean": _draw_mean,
    **dict.fromkeys(("reduce_max", "reduce_min", "reduce_any", "reduce_all", "reduce_sum", "reduce_mean", "reduce_prod",
                     "cum_sum"), _matrix),
    "welford_update": _welford, "welford_finalize": _finalize,
    **dict.fromkeys(("softmax", "log_softmax", "simple_softmax"), _softmax()),
    **dict.fromkeys(("softmax_flash", "softmax_flash_v2"), _softmax(_bit, _bit)), "softmax_flash_v3": _v3,
    **dict.fromkeys(("softmax_grad", "softmax_grad_front"), _softmax(_bit)),
    "adjust_softmax_res": _softmax(lambda rng: int(_pick(rng, 0, 0xFF800000, 0x3F800000, 0x3C00)),
                                   lambda rng: 0x12345678, _bit),
    "layer_norm": _rows(_draw_epsilon, _bit), "deep_norm": _rows(_draw_epsilon, _number),
    "normalize": _rows(_draw_epsilon),
    "rms_norm": _rows(_draw_epsilon, _share), "layer_norm_grad": _rows(_draw_epsilon), "layer_norm_grad_beta": _rows(),
    "batch_norm": _batch, "group_norm": _group,
    **dict.fromkeys(("ascend_quant", "quantize", "ascend_dequant", "dequantize", "ascend_anti_quant",
                     "anti_quantize"), _quant),
    "sort": lambda rng, types: (int(rng.integers(0, 4)), _bit(rng)),
    "extract": lambda rng, types: (int(rng.integers(0, 4)),),
    "sort_arrays": lambda rng, types: (_count(rng), _bit(rng)), "topk": _topk,
    "broadcast": _broadcast, "fill": lambda rng, types: (_count(rng), int(rng.integers(0, 2**62))), "pad": _pad,
    "unpad": lambda rng, types: (int(rng.integers(0, 5)), 20, int(rng.integers(0, 21))), "transpose": _transpose,
    "trans_data": _volume, "select": _masked, "dropout": _dropout, "arange": _arange, "philox_random": _philox,
}  # fmt: skip


def cells(ins: Instruction, at_least: int) -> list[Cell]:
    """Every row, on a chip for each way that the policies of the function are answered, again and again."""
    bare = []
    for row in ins.rows:
        rules = {answers(ins.name, on): on for on in row.chips}
        bare += [Cell(ins, row, on, Overload.PLAIN, None, "-") for on in rules.values()]
    return list(islice(cycle(bare), max(at_least, len(bare))))


def call(cell: Cell, rng: Rng) -> Call:
    """A legal call: operands anywhere in the window, sometimes two in one place."""
    ins, row = cell.instruction, cell.row
    draw = _map if ins.lane else PARAMS[ins.name.removeprefix("lib_")]
    tensors: list[Any] = []
    for name in row.types:
        kind = DTYPES[name] if name else None
        place = 32 * int(rng.integers(0, WINDOW // 32)) if name else 0
        if tensors and rng.random() < 0.15 and name:
            place = tensors[-1][0]
        tensors.append((place, 4096 if kind else 0, kind))
    spaces = ("GM",) if ins.name == "lib_fill" else ()
    real = [i for i, name in enumerate(row.types) if name and DTYPES[name].is_float]
    memory: tuple[tuple[int, bytes], ...] = ()
    if real and rng.random() < 0.5:  # numbers of the usual size: among special ones sums are soon NaN
        of = DTYPES[row.types[real[-1]]]
        memory = ((0, rng.normal(0, 2, WINDOW // of.size).astype(of.numpy).tobytes()),)
    return Call(ins, cell.chip, Overload.PLAIN, tensors, flags=0, params=draw(rng, row.types), spaces=spaces,
                control=int(rng.integers(2)) << 48, like=real[-1] if real else 0, seed=int(rng.integers(2**32)),
                memory=memory)


def calls(name: str, at_least: int, start: int = 0) -> Iterator[tuple[Cell, Call]]:
    """The same ones in every run with the same start."""
    for number, cell in enumerate(cells(instructions()[name], at_least), start):
        yield cell, call(cell, np.random.default_rng((zlib.crc32(name.encode()), number)))


# Places of parameters with a value that each must not have, in a call where it is looked at.
WRONG: dict[str, tuple[tuple[int, int], ...]] = {
    "lib_pad": ((4, 99),),
    "lib_softmax_flash_v3": ((3, 500), (7, 0), (7, 9)),
    "lib_topk": ((0, 0),),
    "lib_transpose": ((0, 9),),
    "lib_unpad": ((2, 21),),
}


def spoiled_calls(call: Call) -> Iterator[Call]:
    for place, value in WRONG.get(call.instruction.name, ()):
        yield replace(call, params=(*call.params[:place], value, *call.params[place + 1 :]))
