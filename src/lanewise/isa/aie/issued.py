"""One operation that an AI Engine core was asked for, as plain data: in C++ lanewise/shared/aie/issued.h."""

from __future__ import annotations

import numpy as np

MOST_TYPES, MOST_NUMBERS, MOST_AFTER = 4, 12, 6
SUM = 1 << 31  # of `after`: through an accumulator
WIDTHS = (8, 16, 32, 64)  # of factors
PORTS = ("", "stream_in", "stream_out", "cascade")
SMALL_FLOATS, FLOATS = 16, 17  # factors of bfloat16, and wider ones
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
        ("products", "<u4"),  # real ones
        ("results", "<u4"),  # bits of accumulator lanes that take them
        ("crossed", "<u4"),  # bits that went through a port
        ("port", "<u4"),  # 4 * its number + its kind, a number of PORTS
        ("elements", "<u4"),  # different words of 32 bits that the scalar unit reached first
        ("times", "<u4"),  # operations like it that have no record of their own; 0: it is one
        ("bits", "<u4"),  # of all its lanes, where somebody has looked its types up (aie/steps.py); cost and asks, too
        ("factors", "u1"),  # of the products: 4 * width + width, numbers of WIDTHS, or kinds of floats
        ("scalar", "u1"),  # the scalar unit loads or stores an element
        ("cost", "u1"),  # its class, a number of TIMINGS
        ("asks", "u1"),  # bits of timing.slots.Flag
    ]
)
