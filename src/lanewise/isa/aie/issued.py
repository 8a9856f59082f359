"""One operation that an AI Engine core was asked for, as plain data shared by Python and C++ (lanewise/aie/told.h)."""

from __future__ import annotations

import numpy as np

MOST_TYPES, MOST_NUMBERS, MOST_AFTER = 4, 12, 6
SUM = 1 << 31  # of `after`: through an accumulator
# Names and types are numbers of words, places numbers of stacks: whoever keeps the records keeps those, too.
ISSUED = np.dtype(
    [
        ("name", "<u4"),
        ("place", "<u4"),
        ("lanes", "<u4"),  # of the widest operand
        ("types_count", "<u4"),
        ("types", "<u4", MOST_TYPES),
        ("rounding", "<u4"),  # in the order of ROUNDINGS and SATURATIONS
        ("saturation", "<u4"),
        ("bytes", "<u4"),  # that it reaches in memory
        ("numbers_count", "<u4"),
        ("address", "<u8"),
        ("numbers", "<i8", MOST_NUMBERS),
        ("before", "<u4", MOST_TYPES),  # numbers that stand in front of each operand
        ("flags", "<u4"),  # a bit for each number that is true or false
        ("after_count", "<u4"),
        ("after", "<u4", MOST_AFTER),  # records whose results it takes, counted from 1
    ]
)
