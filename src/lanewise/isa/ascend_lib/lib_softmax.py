"""The softmax family: rows of a matrix, and per row a data block with its sum or maximum in every lane.

Shapes are (height, pitch, rows, columns, nz): rows of `pitch` elements, or with nz 16 columns at a time over `height`
rows; `rows` x `columns` of it count. Everything is float64; sums run from left to right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend_lib.lib_reduce import running
from lanewise.isa.calls import by_hand
from lanewise.isa.macro import Macro, Part, everywhere, macro
from lanewise.isa.record import Instruction
from lanewise.numerics import elementary

FAMILY = "library softmax"
POLICIES = ("softmax_half", "library_functions", "float_saturation", "nan_result")
SHAPE = {"height": 0, "pitch": 0, "rows": 0, "columns": 0, "nz": 0}
Array = np.ndarray[Any, Any]


def element_offsets(m: Macro) -> Part | Array:
    height, pitch, rows, columns, nz = m.params[:5]
    if not nz:
        return Part(rows, pitch, columns)
    r, c = np.arange(rows)[:, None], np.arange(columns)
    return (c // 16 * height * 16 + r * 16 + c % 16).ravel()


def _matrix(m: Macro, operand: int) -> Array:
    return m.numbers(operand, element_offsets(m)).reshape(m.params[2], m.params[3])


def _state(m: Macro, operand: int, spread: bool = True) -> Array:
    """One number per row, from the first lane of a block."""
    step = m.per_block(operand) if spread else 1
    return m.numbers(operand, np.arange(m.params[2]) * step)


def _put_state(m: Macro, operand: int, values: Array, spread: bool = True) -> None:
    lanes = m.per_block(operand) if spread else 1
    rows = m.params[2]
    m.put(operand, Part(rows, lanes, lanes), np.repeat(values, lanes), m.tied_away)


def _maximum(x: Array) -> Array:
    """The first of the largest; NaN when there is one."""
    if not x.shape[1]:
        return np.full(x.shape[0], -np.inf)
    return np.take_along_axis(x, np.argmax(x, axis=1)[:, None], axis=1)[:, 0] if x.size else np.zeros(0)


def _exp(x: Array, most: Array) -> Array:
    out: Array = elementary.exp(x - most[:, None])
    return out


def softmax(m: Macro) -> None:
    x = _matrix(m, 3)
    most = _maximum(x)
    e = _exp(x, most)
    total = running(e)
    m.put(0, element_offsets(m), e / total[:, None], m.tied_away)
    if m.has(1):
        _put_state(m, 1, total)
        _put_state(m, 2, most)


def log_softmax(m: Macro) -> None:
    """To base ten."""
    x = _matrix(m, 3)
    most = _maximum(x)
    e = _exp(x, most)
    total = running(e)
    m.put(0, element_offsets(m), elementary.log10(e / total[:, None]), m.tied_away)
    _put_state(m, 1, total)
    _put_state(m, 2, most)


def simple_softmax(m: Macro) -> None:
    x = _matrix(m, 3)
    m.put(0, element_offsets(m), _exp(x, _state(m, 2)) / _state(m, 1)[:, None], m.tied_away)


def _flash(m: Macro, whole: bool) -> None:
    """Further params: whether there is a state to update, whether states fill blocks. `whole`: divided at each step."""
    update, spread = m.params[5], bool(m.params[6])
    x = _matrix(m, 3)
    mine = _maximum(x)
    if not update:
        e = _exp(x, mine)
        total = running(e)
        m.put(0, element_offsets(m), e / total[:, None] if whole else e, m.tied_away)
        _put_state(m, 1, total, spread)
        _put_state(m, 2, mine, spread)
        return
    before_sum, before = _state(m, 5, spread), _state(m, 6, spread)
    most = np.where(before > mine, before, mine)
    factor = elementary.exp(before - most)
    e = _exp(x, most)
    if whole:
        total = np.add.accumulate(np.concatenate([(factor * before_sum)[:, None], e], axis=1), axis=1)[:, -1]
        m.put(0, element_offsets(m), e / total[:, None], m.tied_away)
        _put_state(m, 4, factor * before_sum / total, spread)
    else:
        total = factor * before_sum + running(e)
        m.put(0, element_offsets(m), e, m.tied_away)
        _put_state(m, 4, factor, spread)
        if m.has(7):
            _put_state(m, 7, mine, spread)
    _put_state(m, 1, total, spread)
    _put_state(m, 2, most, spread)


def flash(m: Macro) -> None:
    _flash(m, True)


def flash_v2(m: Macro) -> None:
    _flash(m, False)


def flash_v3(m: Macro) -> None:
    """Rows are shifted towards their mean first. Further params: update, loop count, parts of the mean, alpha.

    Partial means are summed in one grouping of the columns and applied in another; the two agree for 512 columns.
    """
    rows, n, update, loops, split = m.params[2], m.params[3], m.params[5], m.params[6], m.params[7]
    if n < 512 or n % 64:
        m.refuse("srcK", n, "a multiple of 64 from 512 on")
    if not 1 <= split <= 8:
        m.refuse("splitMeanCnt", split, "1..8")
    group, alpha = n // split, m.real(8)
    strength = float(np.float32(np.float32(alpha) / np.float32(np.float32(1) - np.float32(alpha))))
    x = _matrix(m, 4)
    column = np.arange(n)
    parts = np.zeros((rows, 64))
    for c in range(n):
        parts[:, c // 8 if c < 512 else c % 64] += x[:, c]
    local = np.zeros((rows, 8))
    for i in range(64):
        local[:, i // 8] += parts[:, i] / group
    mean_of_all = np.zeros(rows)
    for i in range(8):
        mean_of_all += local[:, i] / 8
    x = x - (mean_of_all[:, None] - local[:, column // group]) * strength
    mine = _maximum(x)
    mean, shift, most = mean_of_all, np.zeros(rows), mine
    if update:
        before_mean, before_sum, before = _state(m, 6), _state(m, 7), _state(m, 8)
        mean = (mean_of_all + before_mean * (loops - 1)) / loops
        shift, old_shift = (mean_of_all - mean) * strength, (before_mean - mean) * strength
        most = np.where(mine + shift > before + old_shift, mine + shift, before + old_shift)
    e = _exp(x, most - shift)
    total = running(e)
    m.put(0, element_offsets(m), e, m.tied_away)
    if update:
        factor = elementary.exp(before - most + old_shift)
        _put_state(m, 5, factor)
        total = total + factor * before_sum
    _put_state(m, 1, mean)
    _put_state(m, 2, total)
    _put_state(m, 3, most)


def grad(m: Macro) -> None:
    """One more param: whether the row sums are the result."""
    front = m.params[5]
    g, x = _matrix(m, 1), _matrix(m, 2)
    sums = running(g * x)
    if front:
        _put_state(m, 0, sums)
    else:
        m.put(0, element_offsets(m), (g - sums[:, None]) * x, m.tied_away)


def adjust(m: Any) -> None:
    """Further params: bits to look for, bits to fill with, whether maxima fill blocks."""
    wanted, filler, spread = m.params[5:8]
    rows, columns = m.params[2], m.params[3]
    step = m.per_block(1) if spread else 1
    hit = m.raw(1, np.arange(rows) * step) == wanted
    where = element_offsets(m)
    offsets = (where.offsets if isinstance(where, Part) else where).reshape(rows, columns)[hit].ravel()
    kind = m.type(0)
    m.put_raw(0, offsets, np.full(offsets.size, filler & (1 << kind.bits) - 1, f"u{kind.size}"))


def _states(form: str) -> str:
    """Data D with states S: both alike, or half with float."""
    return " ".join(form.replace("D", d).replace("S", s) for d, s in (("half", "half"), ("float", "float"),
                                                                     ("half", "float")))


def _softmax(
    name: str, vendor: str, operands: str, summary: str, meaning: Any, types: str, **more: float
) -> Instruction:
    return macro(name, FAMILY, vendor, operands, summary, meaning, everywhere(types), policies=POLICIES,
                 parameters={**SHAPE, **more}, python=(name,),
                 calls=by_hand("its shape is told by a tensor, a structure or a tiling, and its layout by the template",
                               f"<T>({', '.join(operands.split())}, tiling:SoftMaxTiling&, "
                               "softmaxShapeInfo:SoftMaxShapeInfo&={})"))


_FLASH = "dst out_sum out_max src out_exp_max in_sum in_max"

INSTRUCTIONS = (
    _softmax("softmax", "SoftMax", "dst out_sum out_max src", "softmax of rows, with their maxima and sums", softmax,
             f"{_states('D/S/S/D')} half///half float///float"),
    _softmax("log_softmax", "LogSoftMax", "dst out_sum out_max src", "logarithm to base ten of the softmax of rows",
             log_softmax, _states("D/S/S/D")),
    _softmax("simple_softmax", "SimpleSoftMax", "dst in_sum in_max src", "softmax of rows with given maxima and sums",
             simple_softmax, _states("D/S/S/D")),
    _softmax("softmax_flash", "SoftmaxFlash", _FLASH, "softmax in pieces, divided at each step", flash,
             _states("D/S/S/D/D/S/S"), update=0, spread=1),
    _softmax("softmax_flash_v2", "SoftmaxFlashV2", f"{_FLASH} out_reduce_max",
             "softmax in pieces, divided by the caller", flash_v2,
             f"{_states('D/S/S/D/D/S/S/')} {_states('D/S/S/D/D/S/S/S')}", update=0, spread=1),
    _softmax("softmax_flash_v3", "SoftmaxFlashV3",
             "dst out_mean out_sum out_max src out_exp_max in_mean in_sum in_max",
             "softmax in pieces of rows shifted towards their mean", flash_v3,
             _states("D/S/S/S/D/D/S/S/S"), update=0, loops=1, split=8, alpha=0.9375),
    _softmax("softmax_grad", "SoftmaxGrad", "dst grad src", "gradient of the softmax of rows", grad,
             "half/half/half float/float/float", front=0),
    _softmax("softmax_grad_front", "SoftmaxGradFront", "dst grad src", "row sums of gradient times softmax", grad,
             "half/half/half float/float/float", front=1),
    _softmax("adjust_softmax_res", "AdjustSoftMaxRes", "dst max",
             "fill the rows of a softmax whose maximum has given bits", adjust,
             "half/half half/float float/half float/float", wanted=0, filler=0, spread=1),
)
