"""Calls the kernels of fresh_engine.cc: `lanewise run fresh_engine.py -- CASE fault`."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie

if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    kernels = aie.load(Path(__file__).with_name("fresh_engine.cc"), chip="aie-ml")
    x, y = np.full(256, 321, np.int16), np.zeros(256, np.int16)
    if case == "expects_floor":
        kernels.rounds_and_leaves(x, y, fault)
    getattr(kernels, case)(x, y, fault)
