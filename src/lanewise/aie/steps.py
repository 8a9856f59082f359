"""Records of a call, as the clock of its core takes them (engine/timing/slots.hpp): each with the class of its cost."""

from __future__ import annotations

from functools import cache

import numpy as np

from lanewise.aie.pragmas import is_pipelined
from lanewise.aie.trace import Trace
from lanewise.cpp.compiler import LIBRARY_CALLS
from lanewise.isa.aie.catalogue import timing
from lanewise.isa.aie.issued import MOST_TYPES
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.timing.slots import CLASSES, Flag
from lanewise.timing.units import Tally, Time, time

_FLOATS = ("float", "cfloat", "bfloat16", "cbfloat16", "accfloat", "caccfloat")
_ADDS = ("fpmac", "fpmsc")  # of the first generation: they add to a vector, which is their first operand


def classified(trace: Trace) -> Array:
    """Its records, with what their names, types and lines say to the clock."""
    found, words, places = trace.rows
    rows = found.copy()
    kinds = rows["name"].astype(np.int64)
    for at in range(MOST_TYPES):
        kinds = kinds * (len(words) + 1) + np.where(at < rows["types_count"], rows["types"][:, at] + 1, 0)
    _, firsts, which = np.unique(kinds, return_index=True, return_inverse=True)
    about = [
        _operation(words[one["name"]], tuple(words[i] for i in one["types"][: one["types_count"]]))
        for one in rows[firsts]
    ]
    cost, asks, bits = np.array(about, np.uint32).reshape(-1, 3)[which].T
    pipelined = np.array([Flag.pipelined * is_pipelined(*place) for place in places], np.uint8)
    rows["cost"], rows["bits"] = cost, rows["lanes"] * bits
    rows["asks"] = asks | pipelined[rows["place"]] if len(rows) else 0
    return rows


@cache
def _operation(name: str, types: tuple[str, ...]) -> tuple[int, int, int]:
    """Of all that are called so with these operands: the class of their cost, flags, and bits of a lane."""
    cost = timing(name) or ("function" if name in LIBRARY_CALLS else "")
    lanes = [LANE_TYPES[t] for t in types if t in LANE_TYPES]
    flags = Flag.floats * any(t in _FLOATS for t in types) | Flag.words * all(t.bits == 32 for t in lanes)
    flags |= Flag.adds_first * name.startswith(_ADDS)
    return CLASSES[cost], flags, max((t.lane_bits for t in lanes), default=32)


def call_time(chip: str, trace: Trace) -> Time:
    """Of a call, by what it asked for."""
    rows = classified(trace)
    return time(chip, Tally.of_records(rows), rows[rows["times"] == 0])
