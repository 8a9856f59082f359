"""Calls the kernels of course_engine.cc, and Python kernels: `lanewise run course_engine.py -- CASE fault`."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie


def cascade_stops_early_py(fault):
    link = aie.Cascade("acc48", name="partial")

    def producer(out):
        for _ in range(4):
            out.put(aie.zeros("acc48", 8))  #! cascade_stops_early_py 66 SYNC-105 check

    def consumer(source):
        for _ in range(3 if fault else 4):
            source.get(8)

    aie.run((producer, link), (consumer, link), chip="aie")


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    if case.endswith("_py"):
        globals()[case](fault)
    else:
        kernels = aie.load(Path(__file__).with_name("course_engine.cc"), chip="aie-ml")
        x, y = np.full(256, 321, np.int16), np.zeros(256, np.int16)
        if case == "expects_wrapping":
            kernels.saturates_and_leaves(x, y, fault)
        getattr(kernels, case)(x, y, fault)
