"""Counting bytes into 16-bit bins."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.calls import call
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk

FAMILY = "register histogram"
BINS = 128


def histograms(w: RegisterWalk) -> None:
    """params: which 128 values, 1 to count smaller values too. Counts add on to dst and wrap."""
    part, cumulative = w.params
    counts = np.bincount(w.lanes(1)[w.active(2, 1)], minlength=2 * BINS)
    if cumulative:
        counts = np.cumsum(counts)  # from value 0 on, in the upper half too
    w.put(0, (w.lanes(0) + counts[part * BINS :][:BINS]).astype(np.uint16))


INSTRUCTIONS = (
    Instruction("reg_histograms", FAMILY, REGISTER_WALK("dst+:reg src:reg mask:mask"), ("Reg::Histograms",),
                "dst += how often each of 128 values is in src, or how many elements are not above it", histograms,
                (Row(ON_950, ("uint16", "uint8", ""), PLAIN),), modes=("BIN0", "BIN1"),
                parameters={"bins": "BIN0", "cumulative": 0}, timing="histogram",
                notes=("ACCUMULATE counts from value 0 on, for BIN1 too", "counters wrap"),
                calls=(call("<T~S, U~V, mode:HistogramsBinType, type:HistogramsType>(dst:V, src:S, mask) -> mode, type",
                            check="static_assert(mode == HistogramsBinType::BIN0 || mode == HistogramsBinType::BIN1, "
                                  '"bytes fill BIN0 and BIN1 only")'),),
                c=tuple(call(f"asc_{kind}_histogram_bin{part}(dst:uint16, src:uint8, mask) -> {part}, {n}")
                        for n, kind in enumerate(("frequency", "cumulative")) for part in (0, 1))),
)
