"""Faults on AI Engines: in kernels of Python, and those of ai_engine.cc. `lanewise run ai_engine.py -- CASE fault`."""

import sys
from pathlib import Path

import numpy as np

from lanewise import aie

KERNELS = {}


def planted(function):
    KERNELS[function.__name__] = function
    return function


@planted
def sums_too_far_py(fault):
    with aie.core("aie"):
        acc = aie.mul(aie.vector(np.full(16, 30000, np.int16)), 30000)
        for _ in range(18 if fault else 1):
            acc = aie.add(acc, acc)  #! sums_too_far_py 62 NUM-004 warning check=numbers


@planted
def shift_out_of_range_py(fault):
    with aie.core("aie"):
        acc = aie.mul(aie.vector(np.arange(16, dtype=np.int16)), 300)
        acc.to_vector("int16", 63 if fault else 12)  #! shift_out_of_range_py 63 AIE-005


@planted
def cascade_short_py(fault):
    link = aie.Cascade("acc48", name="sums")

    def first(out):
        for _ in range(2):
            out.put(aie.zeros("acc48", 8))

    def second(source):
        for _ in range(3 if fault else 2):
            source.get(8)  #! cascade_short_py 66 SYNC-003

    aie.run((first, link), (second, link), chip="aie")


@planted
def stream_by_one_py(fault):
    link = aie.Stream("int32", name="words")

    def first(out):
        for i in range(9 if fault else 8):
            out.write(i)  #! stream_by_one_py 66 SYNC-105 check

    def second(source):
        source.read_v(8)

    aie.run((first, link), (second, link), chip="aie-ml")


@planted
def stream_for_outside_py(fault):
    """Nobody else reads it: the program looks at it at the end."""
    link = aie.OutputStream("int32", name="words")

    def only(out):
        for i in range(9 if fault else 8):
            out.write(i)  #! stream_for_outside_py 66 silent check

    aie.run((only, link), chip="aie")


def in_cpp(case, fault):
    kernels = aie.load(Path(__file__).with_name("ai_engine.cc"), chip="aie")
    x, y = np.full(32, 30000, np.int16), np.zeros(16, np.int16)
    if case == "cascade_short":
        link = aie.Cascade("acc48", name="sums")

        def first(out):
            for _ in range(2):
                out.put(aie.zeros("acc48", 8))

        aie.run((first, link), (kernels.cascade_short, link, y, fault), chip="aie")
    elif case in ("cascade_long", "cascade_by_one"):
        link = aie.Cascade("acc48", name="sums")

        def last(source):
            for _ in range(2):
                source.get(8)

        aie.run((getattr(kernels, case), link, fault), (last, link), chip="aie")
    else:
        if case.endswith("_as_left"):
            kernels.sets_modes(x, y, fault)
            x = np.full(32, 12345, np.int16)
        getattr(kernels, case)(x, y, fault)
        if case == "set_for_others":
            kernels.rounded_as_left(x, y, fault)


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    if case in KERNELS:
        KERNELS[case](fault)
    else:
        in_cpp(case, fault)
