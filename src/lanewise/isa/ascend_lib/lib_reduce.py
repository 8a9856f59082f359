"""Reductions of matrices, running sums, and Welford's statistics.

Sum, Mean and WelfordFinalize add neighbours in trees of 256 bytes, every sum rounded; the Reduce functions add in
float64, one element after the other. AR reduces the inner axis, RA the outer one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.calls import call, scratched
from lanewise.isa.macro import INTEGERS, ONLY_950, Macro, Part, everywhere, first_elements, lines, macro, same_type
from lanewise.isa.record import Instruction, Row
from lanewise.numerics.formats import BY_CODE, DTYPES

FAMILY = "library reduce"
POLICIES = ("library_functions", "float_saturation", "nan_result")
Array = np.ndarray[Any, Any]


def running(x: Array) -> Array:
    """Sums along the last axis, from zero on, one element after the other."""
    start = np.zeros((*x.shape[:-1], 1), x.dtype)
    sums: Array = np.add.accumulate(np.concatenate([start, x], axis=-1), axis=-1)[..., -1]
    return sums


def tree(m: Any, x: Array, kind: str) -> Array:
    """Neighbours of each row are added until one value is left; every sum is rounded to the type."""
    if not x.shape[1]:
        return np.zeros(x.shape[0])
    while x.shape[1] > 1:
        even = x.shape[1] // 2 * 2
        x = np.concatenate([m.rounded(x[:, 0:even:2] + x[:, 1:even:2], kind), x[:, even:]], axis=1)
    return x[:, 0]


def repeat_tree(m: Any, x: Array, kind: str) -> Array:
    """Trees over the elements of one repeat each, then over their results, until one repeat holds them all."""
    repeat = 256 // DTYPES[kind].size
    while True:
        parts = [tree(m, x[:, at : at + repeat], kind) for at in range(0, x.shape[1], repeat)]
        x = np.stack(parts, axis=1) if parts else np.zeros((x.shape[0], 0))
        if x.shape[1] <= repeat:
            return tree(m, x, kind)


def sum_rows(m: Any) -> None:
    """params: rows, pitch, how many of each row count."""
    rows, pitch, n = m.params[:3]
    x = m.numbers(1, Part(rows, pitch, n)).reshape(rows, n)
    m.put(0, first_elements(rows), repeat_tree(m, x, m.type(0).name))


def mean_rows(m: Any) -> None:
    """params: rows, pitch, how many of each row count, the type that sums are made and scaled in."""
    rows, pitch, n, code = m.params[:4]
    kind = BY_CODE[code].name
    x = m.numbers(1, Part(rows, pitch, n)).reshape(rows, n)
    share = m.rounded(np.float64(np.float32(1) / np.float32(n)), kind)
    m.put(0, first_elements(rows), m.rounded(repeat_tree(m, x, kind) * share, kind))


def _lines(m: Any, read: Callable[..., Array]) -> Array | None:
    """The lines to reduce, as rows; nothing when one axis is empty. params: rows, columns, inner, padded."""
    rows, columns, inner, padded = m.params[:4]
    block = m.per_block(1)
    pitch = -(-columns // block) * block if padded else columns
    if not rows or not columns:
        return None
    x = read(1, Part(rows, pitch, columns)).reshape(rows, columns)
    return x if inner else x.T


def _min_or_max(above: bool) -> Callable[[Macro], None]:
    """The largest or smallest, the first of equals; a NaN wins."""

    def meaning(m: Any) -> None:
        bits = _lines(m, m.raw)
        if bits is None:
            return
        values, best = bits.view(m.type(1).numpy), np.array(bits[:, 0])
        for i in range(1, bits.shape[1]):
            held, new = best.view(values.dtype), values[:, i]
            best = np.where(((new > held) if above else (new < held)) | (new != new), bits[:, i], best)
        m.put_raw(0, first_elements(len(best)), best)

    return meaning


def reduce_sum(m: Any) -> None:
    if m.type(0).is_integer:
        x = _lines(m, m.raw)
        if x is not None:
            m.put_raw(0, first_elements(len(x)), np.add.reduce(x.astype(np.uint64), axis=1))
        return
    values = _lines(m, m.numbers)
    if values is not None:
        m.put(0, first_elements(len(values)), running(values))


def reduce_mean(m: Any) -> None:
    x = _lines(m, m.numbers)
    if x is not None:
        m.put(0, first_elements(len(x)), running(x) / x.shape[1])


def reduce_prod(m: Any) -> None:
    x = _lines(m, m.numbers)
    if x is not None:
        m.put(0, first_elements(len(x)), np.multiply.accumulate(x, axis=1)[:, -1])


def reduce_xor_sum(m: Any) -> None:
    n = m.params[0]
    total = int((m.integers(1, first_elements(n)) ^ m.integers(2, first_elements(n))).astype(np.int64).sum())
    m.put(0, first_elements(1), np.float64(min(32767, max(-32768, total))))


def cumsum(m: Any) -> None:
    """params: rows, columns, whether along rows, whether the last row is a result. In float, one after the other."""
    rows, columns, inner, _ = m.params[:4]
    x = m.numbers(2, first_elements(rows * columns)).astype(np.float32).reshape(rows, columns)
    sums = np.add.accumulate(x, axis=1 if inner else 0).astype(np.float64)
    m.put(0, first_elements(rows * columns), sums)
    if m.has(1) and rows:
        m.put(1, first_elements(columns), sums[-1])


def welford_update(m: Any) -> None:
    """params: rows, lanes, lanes that count, whether the others are copied, 1 / n. Every step rounds to float."""
    rows, lanes, used, copied = m.params[:4]
    share, live = np.float32(m.real(4)), Part(rows, lanes, used)
    x, mean, squares = (m.numbers(i, live).astype(np.float32) for i in (4, 2, 3))
    d = x - mean
    now = d * share + mean
    m.put(0, live, now)
    m.put(1, live, d * (x - now) + squares)
    if copied:
        rest = (np.arange(rows)[:, None] * lanes + np.arange(used, lanes)).ravel()
        m.put_raw(0, rest, m.raw(2, rest))
        m.put_raw(1, rest, m.raw(3, rest))


def welford_finalize(m: Any) -> None:
    """params: lanes, head count, head lanes, tail count, whether all counts are equal, that count, share of the mean,
    share of the variance."""
    n, head, head_lanes, tail, equal, each = m.params[:6]
    share, variance_share = np.float32(m.real(6)), np.float32(m.real(7))
    mean, squares = (m.numbers(i, first_elements(n)).astype(np.float32) for i in (2, 3))
    if m.has(4):
        counts = m.integers(4, first_elements(n)).astype(np.float32)
    elif equal:
        counts = np.full(n, np.float32(each))
    else:
        counts = np.where(np.arange(n) < head_lanes, np.float32(head), np.float32(tail))
    weighted = mean if equal else mean * counts
    total = repeat_tree(m, (weighted * share).astype(np.float64)[None, :], "float").astype(np.float32)
    d = mean - total
    spread = (d * d * counts + squares) * variance_share
    variance = repeat_tree(m, spread.astype(np.float64)[None, :], "float")
    if m.policy["welford_rest"] == "cleared":
        for operand in (0, 1):
            m.put(operand, np.arange(1, 8), np.zeros(7))
    m.put(0, first_elements(1), total)
    m.put(1, first_elements(1), variance)


_MATRIX = {"rows": 1, "columns": 0, "inner": 1, "padded": 0}


_SCRATCH = ("", "_tmp:LocalTensor<std::uint8_t>&, ")  # it is never used
_REUSE = "_isReuseSource:bool=false"
_ALONG = tuple(
    call(f"<T, pattern, {_REUSE}>(dst:T, src:T, {scratch}srcShape:const std::uint32_t*, srcInnerPad:bool) "
         "-> srcShape[0], srcShape[1], std::is_same_v<pattern, Pattern::Reduce::AR>, srcInnerPad",
         when="lanewise::library::ReducesMatrix<pattern>")
    for scratch in _SCRATCH
)
_BASIC = "_isBasicBlock:bool=false"


def _reduce(vendor: str, name: str, summary: str, meaning: Any, rows: tuple[Row, ...]) -> Instruction:
    return macro(name, FAMILY, vendor, "dst src", summary, meaning, rows, policies=POLICIES, parameters=_MATRIX,
                 calls=_ALONG)


_REAL = everywhere(same_type(2, "half float"))
_WIDE = _REAL + lines(ONLY_950, same_type(2, f"{INTEGERS} bfloat16"))
_FLOAT = everywhere("float/float") + lines(ONLY_950, same_type(2, "half bfloat16"), evidence="inferred")
_TRUTH = everywhere("uint8/uint8 float/float") + lines(
    ONLY_950, same_type(2, "half bfloat16 int8"), evidence="inferred"
)

_FINAL = (f"<{_REUSE}, config:WelfordFinalizeConfig=WFFINALIZE_DEFAULT_CFG>(outMean:float, outVariance:float, "
          "mean:float, variance:float, ")
_SHARE = "lanewise::library::real_bits(config.isCorrection ? para.rRecWithCorrection : para.rRec)"

INSTRUCTIONS = (
    macro("sum", FAMILY, "Sum", "dst src", "sums of rows, neighbours first", sum_rows, _REAL, policies=POLICIES,
          parameters={"rows": 1, "pitch": 0, "n": 0},
          calls=tuple(call(f"<T, _reduceDim:i32=-1, {_REUSE}, {_BASIC}>(dst:T, src:T, {scratch}params:SumParams&) "
                           "-> params.outter, params.inner, params.n") for scratch in _SCRATCH)),
    macro("mean", FAMILY, "Mean", "dst src", "means of rows, neighbours first", mean_rows, _REAL, policies=POLICIES,
          parameters={"rows": 1, "pitch": 0, "n": 0, "sums in": DTYPES["float"].code},
          calls=tuple(call(f"<T, accType=T, {_REUSE}, {_BASIC}, _reduceDim:i32=-1>(dst:T, src:T, {scratch}"
                           "params:MeanParams&) -> params.outter, params.inner, params.n, "
                           "static_cast<std::int64_t>(lanewise::dtype_of<accType>)") for scratch in _SCRATCH)),
    _reduce("ReduceMax", "reduce_max", "maxima along an axis", _min_or_max(True), _WIDE),
    _reduce("ReduceMin", "reduce_min", "minima along an axis", _min_or_max(False), _WIDE),
    _reduce("ReduceAny", "reduce_any", "or of zeros and ones along an axis", _min_or_max(True), _TRUTH),
    _reduce("ReduceAll", "reduce_all", "and of zeros and ones along an axis", _min_or_max(False), _TRUTH),
    _reduce("ReduceSum", "reduce_sum", "sums along an axis", reduce_sum,
            _FLOAT + lines(ONLY_950, same_type(2, "int32 uint32 int64 uint64"))),
    _reduce("ReduceMean", "reduce_mean", "means along an axis", reduce_mean, _FLOAT),
    _reduce("ReduceProd", "reduce_prod", "products along an axis", reduce_prod, _FLOAT),
    macro("reduce_xor_sum", FAMILY, "ReduceXorSum", "dst src0 src1", "sum of exclusive ors, limited to 16 bits",
          reduce_xor_sum, everywhere(same_type(3, "int16")), parameters={"count": 0},
          calls=tuple(call(f"<T, {_REUSE}>(dst:T, src0:T, src1:T, {scratch}count:u32)",
                           check="static_assert(std::is_same_v<T, std::int16_t>, "
                                 '"ReduceXorSum takes tensors of int16_t")')
                      for scratch in _SCRATCH)),
    macro("cum_sum", FAMILY, "CumSum", "dst dst_last src", "running sums along an axis", cumsum,
          everywhere("half/half/half half//half float/float/float float//float"), policies=POLICIES,
          python=("cumsum",), parameters={"rows": 1, "columns": 0, "inner": 1, "last row": 1},
          calls=scratched("<T, config:CumSumConfig=defaultCumSumConfig>(dst:T, dstLast:T, src:T, "
                          "{scratch}info:CumSumInfo&) "
                          "-> info.outter, info.inner, config.isLastAxis, config.outputLastRow",
                          operands="dst, lanewise::library::given<config.outputLastRow>(dstLast), src")),
    macro("welford_update", FAMILY, "WelfordUpdate", "out_mean out_variance mean variance src",
          "one step of running mean and sum of squares", welford_update,
          everywhere("float/float/float/float/half float/float/float/float/float")
          + lines(ONLY_950, "float/float/float/float/bfloat16"),
          parameters={"rows": 1, "lanes": 0, "used": 0, "copied": 0, "share": 0.0},
          calls=scratched(f"<T, U, {_REUSE}, config:WelfordUpdateConfig=WFUPDATE_DEFAULT_CFG>(outMean:U, "
                          f"outVariance:U, mean:U, "
                          "variance:U, src:T, {scratch}para:WelfordUpdateParam&) -> para.rnLength ? para.rnLength : 1, "
                          "para.abLength, para.abComputeLength, config.isInplace, "
                          "lanewise::library::real_bits(para.nRec)")),
    macro("welford_finalize", FAMILY, "WelfordFinalize", "out_mean out_variance mean variance counts",
          "reduce running statistics to one mean and variance", welford_finalize,
          everywhere("float/float/float/float/ float/float/float/float/int32"), policies=("welford_rest",),
          parameters={"lanes": 0, "head": 0, "head lanes": 0, "tail": 0, "equal": 1, "each": 0, "share": 0.0,
                      "variance share": 0.0},
          calls=(
              *scratched(f"{_FINAL}{{scratch}}para:WelfordFinalizePara&) -> para.abLength, para.headCount, "
                         "para.headCountLength, para.tailCount, equal, para.rnLength, "
                         f"lanewise::library::real_bits(equal ? para.abRec : para.rRec), {_SHARE}",
                         operands="outMean, outVariance, mean, variance, lanewise::library::None{}",
                         check="const bool equal = !para.tailCount || !para.tailCountLength"),
              *scratched(f"{_FINAL}counts:int32, {{scratch}}para:WelfordFinalizePara&) -> para.abLength, 0, 0, 0, "
                         f"0, 0, "
                         f"lanewise::library::real_bits(para.rRec), {_SHARE}"))),
)
