"""The tile executor: operands in fractals become arrays, and the product becomes fractals again."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa import fractals
from lanewise.isa.issued import Space
from lanewise.isa.tile import TileEnv, value_bits
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.lanes import Lanes
from lanewise.moves import Layout
from lanewise.numerics.formats import BY_CODE

Array = np.ndarray[Any, Any]

DST, LEFT, RIGHT = range(3)
RESULT_ALIGN = 1024


def run(call: Call, lanes: Lanes | None) -> None:
    """params: m, n, k, unit_flag, adds, aligned, no_row: whether it adds to what is there, whether k takes 16 at once,
    and whether a single row lies in fractals like any other. Behind the matrices there may be a bias, scales of both,
    or the index of a sparse right matrix, which holds half of k."""
    core, ins = call.core, call.ins
    m, n, k, _unit_flag, adds, aligned, no_row = call.params
    types = [BY_CODE[t.code] for t in call.tensors]
    more = {_use(o.space): i for i, o in enumerate(ins.form.operands) if i > RIGHT}
    if not (m and n and k):
        return
    _check_depth(ins, k, types, more)
    sparse = "right_index" in more
    layouts = {
        DST: fractals.product(m, n, types[DST].bits),
        LEFT: fractals.left_matrix(m, k, value_bits(types[LEFT]), core.policy["left_layout"],
                            row=m == 1 and not no_row and not sparse, aligned=bool(aligned)),
        RIGHT: fractals.right(k // 2 if sparse else k, n, value_bits(types[RIGHT])),
    }  # fmt: skip
    of_more = {"left_scales": fractals.scales(m, k), "right_scales": fractals.scales(n, k),
               "right_index": fractals.sparse_index(k // 2, n)}  # fmt: skip
    layouts |= {operand: of_more[use] for use, operand in more.items() if use in of_more}
    for operand, layout in sorted(layouts.items()):
        bounds = layout.bounds()[1]
        assert bounds is not None
        last = fractals.ceil_div(bounds.high * layout.bits, 8)
        rules.check_operand(core, ins, operand, call.tensors[operand], last, RESULT_ALIGN if operand == DST else 0)
    start = None
    if (bias := more.get("bias")) is not None:
        size = n * types[bias].size
        rules.check_operand(core, ins, bias, call.tensors[bias], size)
        at = call.tensors[bias].address
        core.touches.add(call.tensors[bias].space, at, size, write=False)
        table = core.memories[call.tensors[bias].space]
        start = np.tile(table[at : at + size].view(types[bias].numpy), (m, 1))
    arrays = [_load_matrix(core, call.tensors[i], layout) for i, layout in sorted(layouts.items()) if i != DST]
    if start is None:
        start = _load_matrix(core, call.tensors[DST], layouts[DST]) if adds else np.zeros((m, n), types[DST].numpy)
    env = TileEnv(types, call.params, core.policy, core.state)
    _write(core, call.tensors[DST], layouts[DST], ins.meaning(env, start, *arrays))


def _use(space: str) -> str:
    return next(use for use in ("bias", "left_scales", "right_scales", "right_index")
                if memory(use).name.lower() == space)  # fmt: skip


def _check_depth(ins: Any, k: int, types: list[Any], more: dict[str, int]) -> None:
    unit, why = 1, ""
    if "left_scales" in more:
        unit, why = 64, "a multiple of 64: two scales each"
    elif "right_index" in more:
        unit, why = 4, "a multiple of 4: two of four values are kept"
    elif value_bits(types[LEFT]) == 4:
        unit, why = 2, "even: two elements share a byte"
    if k % unit:
        raise LanewiseError("PARAM-001", op=ins.name, what="k", value=k, need=why)


def _load_matrix(core: Any, tensor: Any, layout: Layout) -> Array:
    """A matrix as an array; elements of less than a byte one by one."""
    _record_touch(core, tensor, layout, write=False)
    of, (rows, columns) = BY_CODE[tensor.code], (a.extent for a in layout.axes)
    _, at, _ = layout.places()
    data = core.memories[Space(tensor.space)][tensor.address :]
    if layout.bits < 8:
        each = 8 // layout.bits
        parts = data[at // each] >> (at % each * layout.bits).astype(np.uint8) & ((1 << layout.bits) - 1)
        signed = of.name == "int4"
        return (((parts.astype(np.int8) ^ 8) - 8) if signed else parts).reshape(rows, columns)
    return data[: data.size // of.size * of.size].view(of.numpy)[at].reshape(rows, columns)


def _write(core: Any, tensor: Any, layout: Layout, values: Array) -> None:
    _record_touch(core, tensor, layout, write=True)
    _, at, _ = layout.places()
    data = core.memories[tensor.space][tensor.address :]
    size = BY_CODE[tensor.code].size
    data[: data.size // size * size].view(values.dtype)[at] = values.ravel()


def _record_touch(core: Any, tensor: Any, layout: Layout, *, write: bool) -> None:
    """The elements that count, and no padding around them."""
    _, at, _ = layout.places()
    if layout.bits < 8:
        core.touches.add(tensor.space, np.unique(tensor.address + at * layout.bits // 8), 1, write=write)
    else:
        core.touches.add(tensor.space, tensor.address + at * (layout.bits // 8), layout.bits // 8, write=write)
