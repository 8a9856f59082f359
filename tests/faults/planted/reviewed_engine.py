"""Calls the kernels of reviewed_engine.cc, and Python kernels: `lanewise run reviewed_engine.py -- CASE fault`."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie


def stream_of_one_less_py(fault):
    link = aie.Stream("int32", name="samples")

    def producer(out):
        for i in range(15 if fault else 16):
            out.write(i)

    def consumer(source):
        total = 0
        for _ in range(16):
            total += source.read()  #! stream_of_one_less_py 66 SYNC-003

    aie.run((producer, link), (consumer, link), chip="aie")


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    if case.endswith("_py"):
        globals()[case](fault)
    else:
        kernels = aie.load(Path(__file__).with_name("reviewed_engine.cc"), chip="aie-ml")
        kind = np.float32 if case in ("largest_of_one_more", "behind_a_header") else np.int16
        x, y = np.full(256, 77, kind), np.zeros(256, kind)
        if case == "rounds_as_it_finds":
            kernels.rounds_to_even(x, y, fault)
        getattr(kernels, case)(x, y, fault)
