"""Calls the kernels of by_hand_engine.cc, and streams of its own: `lanewise run by_hand_engine.py -- CASE fault`."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie


def taken_more_often_py(fault):
    """Three vectors are put, and a fourth is waited for."""
    link = aie.Cascade("acc48", name="sums")

    def first(out):
        for _ in range(3):
            out.put(aie.zeros("acc48", 8))

    def second(source):
        for _ in range(4 if fault else 3):
            source.get(8)  #! taken_more_often_py 66 SYNC-003

    aie.run((first, link), (second, link), chip="aie")


def words_left_py(fault):
    """A reader that ends as soon as it has seen enough."""
    link = aie.Stream("int32", name="words")

    def writes(out):
        for i in range(8):
            out.write(i)  #! words_left_py 66 SYNC-105 check

    def reads(source):
        for _ in range(5 if fault else 8):
            source.read()

    aie.run((writes, link), (reads, link), chip="aie-ml")


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    if case.endswith("_py"):
        globals()[case](fault)
    else:
        kernels = aie.load(Path(__file__).with_name("by_hand_engine.cc"), chip="aie-ml")
        x, y = np.full(128, 1001, np.int16), np.zeros(128, np.int16)
        if case == "after_an_early_end":
            kernels.ends_early(x, y, fault)
        getattr(kernels, case)(x, y, fault)
