"""Sorting. The records of the older form are eight bytes: the value first, a 32-bit index second.

Equal values keep their order; a NaN counts as larger than any number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.calls import by_hand, call
from lanewise.isa.macro import INTEGERS, ONLY_950, Part, everywhere, first_elements, lines, macro

FAMILY = "library sort"
POLICIES = ("sort_order",)
RECORD, PER_REPEAT = 8, 32
Array = np.ndarray[Any, Any]


def _ranks(bits: Array, kind: Any) -> Array:
    """A number for each value that grows with it; equal values have equal numbers."""
    values = bits.view(kind.numpy)
    if kind.is_float:
        wide = values.astype(np.float64)
        nan = np.isnan(wide)
        ranks = np.unique(np.where(nan, np.inf, wide), return_inverse=True)[1].reshape(-1).astype(np.int64)
        return np.where(nan, ranks.max(initial=0) + 1, ranks)
    return np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)


def order(bits: Array, kind: Any, descending: bool) -> Array:
    """Positions, best first."""
    ranks = _ranks(bits, kind)
    return np.argsort(-ranks if descending else ranks, kind="stable")


def sort_records(m: Any) -> None:
    """params: repeats of 32 values, whether all make one list."""
    repeats, full = m.params[:2]
    n, kind = repeats * PER_REPEAT, m.type(1)
    each = n if full else PER_REPEAT
    values, indices = m.raw(1, first_elements(n)), m.raw(2, first_elements(n))
    places = [at + order(values[at : at + each], kind, True) for at in range(0, n, each)] if n else []
    chosen = np.concatenate(places) if places else np.zeros(0, np.int64)
    words = np.zeros((n, RECORD // kind.size), f"u{kind.size}")
    words[:, 0] = values[chosen]
    words[:, 4 // kind.size :] = indices[chosen].astype("<u4").view(f"u{kind.size}").reshape(n, 4 // kind.size)
    m.put_raw(0, first_elements(words.size), words)


def extract(m: Any) -> None:
    """Records back to values and indices. params: repeats of 32 records."""
    n, kind = m.params[0] * PER_REPEAT, m.type(2)
    words = m.raw(2, first_elements(n * RECORD // kind.size)).reshape(n, RECORD // kind.size)
    m.put_raw(0, first_elements(n), words[:, 0])
    m.put_raw(
        1, first_elements(n), np.ascontiguousarray(words[:, 4 // kind.size :]).view("<u4")[:, 0] if n else np.zeros(0)
    )


def sort_arrays(m: Any) -> None:
    """params: how many, descending. Without given indices, positions."""
    n, descending = m.params[:2]
    values = m.raw(2, first_elements(n))
    chosen = order(values, m.type(2), bool(descending))
    m.put_raw(0, first_elements(n), values[chosen])
    if m.has(1):
        m.put_raw(1, first_elements(n), m.raw(3, first_elements(n))[chosen] if m.has(3) else chosen)


def topk(m: Any) -> None:
    """params: k, rows, pitch, n, packed results, largest. A NaN comes first whichever end is asked for."""
    k, rows, pitch, n, small, largest = m.params[:6]
    if k < 1 or k > n or n > pitch:
        m.refuse("k", k, "1..n, and n at most inner")
    kind = m.type(2)
    bits = m.raw(2, Part(rows, pitch, n)).reshape(rows, n)
    steps = [k if small else -(-k // m.per_block(i)) * m.per_block(i) for i in (0, 1)]
    values, indices = np.zeros((rows, k), bits.dtype), np.zeros((rows, k), np.int64)
    given = None
    if m.has(3):
        given = m.raw(3, Part(rows, pitch, n) if small else first_elements(n)).reshape(-1, n)
    for r in range(rows):
        ranks = _ranks(bits[r], kind)
        if not largest:
            nan = np.isnan(bits[r].view(kind.numpy).astype(np.float64)) if kind.is_float else np.zeros(n, bool)
            ranks = np.where(nan, ranks.max() + 1, -ranks)
        chosen = np.argsort(-ranks, kind="stable")[:k]
        values[r] = bits[r][chosen]
        indices[r] = chosen if given is None else given[r if small else 0][chosen]
    if m.has(4):
        indices = np.where((m.raw(4, first_elements(rows)) != 0)[:, None], n, indices)
    m.put_raw(0, Part(rows, steps[0], k), values)
    m.put_raw(1, Part(rows, steps[1], k), indices.astype(np.uint32))


_KINDS = f"{INTEGERS} half bfloat16 float"


def _sorts() -> str:
    out = []
    for t in _KINDS.split():
        out += [f"{t}//{t}/", f"{t}/uint32/{t}/", *(f"{t}/{u}/{t}/{u}" for u in ("uint32", "int32", "uint64", "int64"))]
    return " ".join(out)


def _best(names: str) -> str:
    return " ".join(f"{t}/int32/{t}/{given}/{finish}" for t in names.split() for given in ("", "int32")
                    for finish in ("", "bool"))


_CONFIGURED = "configurations of several kinds decide which operands count"

INSTRUCTIONS = (
    macro("sort", FAMILY, "Sort", "dst src index", "sort values with their indices into records", sort_records,
          everywhere("half/half/uint32 float/float/uint32"), policies=POLICIES,
          parameters={"repeats": 1, "full": 1},
          calls=by_hand(_CONFIGURED, "<T, isFullSort:bool>(dst:T, concat:T, index:uint32, tmp:T, repeatTime:i32)")),
    macro("extract", FAMILY, "Extract", "dst_value dst_index src", "values and indices of sorted records", extract,
          everywhere("half/uint32/half float/uint32/float"), parameters={"repeats": 1},
          calls=(call("<T>(dstValue:T, dstIndex:uint32, src:T, repeatTime:i32) -> repeatTime"),)),
    macro("sort_arrays", FAMILY, "Sort", "dst dst_index src src_index", "sort a plain array, with indices or without",
          sort_arrays, lines(ONLY_950, _sorts()), policies=POLICIES, parameters={"count": 0, "descending": 0},
          calls=by_hand(_CONFIGURED, "<T, isReuseSource:bool=false, config:SortConfig=DEFAULT_SORT_CONFIG>(dst:T, "
                                     "src:T, count:u32)",
                        "<T, U, isReuseSource:bool=false, config:SortConfig=DEFAULT_SORT_CONFIG>(dst:T, "
                        "dstIndex:U, src:T, "
                        "srcIndex:U, count:u32)")),
    macro("topk", FAMILY, "TopK", "dst_value dst_index src src_index finish",
          "the best k of each row with their indices", topk,
          everywhere(_best("half float")) + lines(ONLY_950, _best(f"{INTEGERS} bfloat16")), policies=POLICIES,
          parameters={"k": 1, "rows": 1, "pitch": 0, "n": 0, "packed": 0, "largest": 1},
          calls=by_hand(_CONFIGURED, "<T>(dstValue:T, dstIndex:int32, src:T, srcIndex:int32, finish:bool, k:i32, "
                        "tiling:TopkTiling&, info:TopKInfo&, isLargest:bool=true)")),
)
