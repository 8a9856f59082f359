"""Calls the kernels of visitors_engine.cc, and two of Python: `lanewise run visitors_engine.py -- CASE fault`."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie


def split_and_joined_py(fault):
    """One kernel deals words to two; the last takes them in turn, or all of the one first."""
    left, right = aie.Stream("int32", name="left"), aie.Stream("int32", name="right")

    def deals(a, b):
        for i in range(64):
            (b if i % 2 else a).write(i)  #! split_and_joined_py 66 SYNC-003

    def joins(a, b):
        if fault:
            for stream in (a, b):
                for _ in range(32):
                    stream.read()  #! split_and_joined_py 66 SYNC-003
        else:
            for _ in range(32):
                a.read()
                b.read()

    aie.run((deals, left, right), (joins, left, right), chip="aie-ml")


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    if case == "split_and_joined_py":
        split_and_joined_py(fault)
    else:
        kernels = aie.load(Path(__file__).with_name("visitors_engine.cc"), chip="aie-ml")
        x, y = np.full(64, 72 if case == "scaled_by_the_data" else 12000, np.int16), np.zeros(64, np.int16)
        getattr(kernels, case)(x, y, fault)
