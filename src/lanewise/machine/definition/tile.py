"""The tile executor: operands in fractals become arrays, and the product becomes fractals again."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa import fractals
from lanewise.isa.tile import TileEnv
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.lanes import Lanes
from lanewise.moves import Layout
from lanewise.numerics.formats import BY_CODE, DTYPES

Array = np.ndarray[Any, Any]

DST, LEFT, RIGHT, BIAS = range(4)
RESULT_ALIGN = 1024


def run(call: Call, lanes: Lanes | None) -> None:
    """params: m, n, k, unit_flag, adds, aligned, no_row: whether it adds to what is there, whether k takes 16 at once,
    and whether a single row lies in fractals like any other."""
    core, ins = call.core, call.ins
    m, n, k, _unit_flag, adds, aligned, no_row = call.params
    types = [BY_CODE[t.code] for t in call.tensors]
    if not (m and n and k):
        return
    if types[LEFT].bits == 4 and k % 2:
        raise LanewiseError("PARAM-001", op=ins.name, what="k", value=k, need="even: two elements share a byte")
    layouts = [
        fractals.product(m, n, types[DST].bits),
        fractals.left(m, k, types[LEFT].bits, core.policy["left_layout"], row=m == 1 and not no_row,
                      aligned=bool(aligned)),
        fractals.right(k, n, types[RIGHT].bits),
    ]  # fmt: skip
    for operand, layout in enumerate(layouts):
        bounds = layout.bounds()[1]
        assert bounds is not None
        last = fractals.up(bounds.high * layout.bits, 8)
        rules.touches(core, ins, operand, call.tensors[operand], last, RESULT_ALIGN if operand == DST else 0)
    bias = None
    if len(call.tensors) > BIAS:
        rules.touches(core, ins, BIAS, call.tensors[BIAS], n * types[BIAS].size)
        at = call.tensors[BIAS].address
        core.touches.add(call.tensors[BIAS].space, at, n * types[BIAS].size, write=False)
        table = core.memories[call.tensors[BIAS].space]
        bias = np.tile(table[at : at + n * types[BIAS].size].view(types[BIAS].numpy), (m, 1))
    a, b = (_read(core, call.tensors[i], layouts[i]) for i in (LEFT, RIGHT))
    start = bias
    if start is None:
        start = _read(core, call.tensors[DST], layouts[DST]) if adds else np.zeros((m, n), types[DST].numpy)
    env = TileEnv(types, call.params, core.policy, core.state)
    _write(core, call.tensors[DST], layouts[DST], ins.meaning(env, start, a, b))


def _read(core: Any, tensor: Any, layout: Layout) -> Array:
    """A matrix as an array; elements of 4 bits one by one."""
    _touch(core, tensor, layout, write=False)
    of, (rows, columns) = BY_CODE[tensor.code], (a.extent for a in layout.axes)
    _, at, _ = layout.places()
    data = core.memories[tensor.space][tensor.address :]
    if of.bits == 4:
        fours = data[at // 2] >> (at % 2 * 4).astype(np.uint8) & 15
        return ((fours.astype(np.int8) ^ 8) - 8).reshape(rows, columns)
    return data[: data.size // of.size * of.size].view(of.numpy)[at].reshape(rows, columns)


def _write(core: Any, tensor: Any, layout: Layout, values: Array) -> None:
    _touch(core, tensor, layout, write=True)
    _, at, _ = layout.places()
    data = core.memories[tensor.space][tensor.address :]
    size = DTYPES[BY_CODE[tensor.code].name].size
    data[: data.size // size * size].view(values.dtype)[at] = values.ravel()


def _touch(core: Any, tensor: Any, layout: Layout, *, write: bool) -> None:
    """The elements that count, and no padding around them."""
    _, at, _ = layout.places()
    if layout.bits < 8:
        core.touches.add(tensor.space, np.unique(tensor.address + at // 2), 1, write=write)
    else:
        core.touches.add(tensor.space, tensor.address + at * (layout.bits // 8), layout.bits // 8, write=write)
