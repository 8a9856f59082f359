"""More faults on AI Engines: `lanewise run later_engine.py -- CASE fault`; the kernels are in later_engine.cc."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie


def crossed_streams_py(fault):
    """Two kernels that exchange a word each: both read first."""
    there, back = aie.Stream("int32", name="there"), aie.Stream("int32", name="back")

    def first(out, source):
        if not fault:
            out.write(1)
        source.read()  #! crossed_streams_py 66 SYNC-003
        if fault:
            out.write(1)

    def second(source, out):
        source.read()  #! crossed_streams_py 66 SYNC-003
        out.write(2)

    aie.run((first, there, back), (second, there, back), chip="aie-ml")


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    if case == "crossed_streams_py":
        crossed_streams_py(fault)
    else:
        kernels = aie.load(Path(__file__).with_name("later_engine.cc"), chip="aie-ml")
        x, y = np.full(128, 100, np.int8), np.zeros(128, np.int8)
        if case == "saturates_by_hope":
            kernels.sets_saturation(x, y, 0)
        getattr(kernels, case)(x, y, fault)
