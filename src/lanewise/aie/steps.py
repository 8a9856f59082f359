"""Records of a call, and what it counted, to the clock of its core (engine/timing/slots.hpp)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from lanewise.aie.pragmas import is_pipelined
from lanewise.aie.trace import Issued, Trace
from lanewise.cpp.compiler import LIBRARY_CALLS
from lanewise.isa.aie.catalogue import timing
from lanewise.isa.aie.issued import MOST_AFTER, SUM
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.timing.slots import CLASSES, USES, Flag
from lanewise.timing.units import Tally, Time, time

_FLOATS = ("float", "cfloat", "bfloat16", "cbfloat16", "accfloat", "caccfloat")
_ADDS = ("fpmac", "fpmsc")  # of the first generation: they add to a vector, which is their first operand


def uses(records: Sequence[Issued]) -> Array:
    """What each asks of its core."""
    places: dict[tuple[str, int, str, int], int] = {}
    out = []
    for one in records:
        cost, flags, bits = _operation(one.name, one.types)
        place = places.setdefault((one.file, one.line, one.name, one.site), len(places))
        if is_pipelined(one.file, one.line):
            flags |= Flag.pipelined
        after = [(n + 1) | SUM * (n in one.sums) for n in one.after if n >= 0][:MOST_AFTER]
        after += [0] * (MOST_AFTER - len(after))
        out.append((one.lanes, one.lanes * bits, one.bytes, place, after, cost, flags, (0, 0)))
    return np.array(out, USES)


@cache
def _operation(name: str, types: tuple[str, ...]) -> tuple[int, int, int]:
    """Of all that are called so with these operands: the class of their cost, flags, and bits of a lane."""
    cost = timing(name) or ("function" if name in LIBRARY_CALLS else "")
    lanes = [LANE_TYPES[t] for t in types if t in LANE_TYPES]
    flags = Flag.floats * any(t in _FLOATS for t in types) | Flag.words * all(t.bits == 32 for t in lanes)
    flags |= Flag.adds_first * name.startswith(_ADDS)
    return CLASSES[cost], flags, max((t.lane_bits for t in lanes), default=32)


def call_time(chip: str, tally: Tally, trace: Trace) -> Time:
    """Of a call, by what it counted and asked for."""
    return time(chip, tally, uses(trace))
