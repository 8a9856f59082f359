"""Graph programs from Python: arrays in the place of files, parameters by their kernels' ports."""

from __future__ import annotations

import golden
import numpy as np
import pytest
from running import EXAMPLES

from lanewise import aie
from lanewise.errors import LanewiseError


def ints(values: np.ndarray) -> list[int]:
    return [int(v) for v in values.ravel()]


def random(count: int, most: int, dtype: type, seed: int = 5) -> np.ndarray:
    return np.random.default_rng(seed).integers(-most, most, count).astype(dtype)


def test_python_fir_chain_goes_on_where_it_stopped() -> None:
    x = random(768, 25000, np.int16)
    g = aie.graph(EXAMPLES / "fir_chain" / "graph.cpp", chip="aie")
    g.plio["DataIn"] = x[:512]
    g.run(4)
    g.plio["DataIn"] = x[512:]
    g.run()  # as long as there is input
    assert ints(g.plio["DataOut"].numpy()) == golden.fir(golden.fir(ints(x)))


def test_python_cascade_matmul() -> None:
    a = [random(256, 3000, np.int16, seed) for seed in (1, 2)]
    g = aie.graph(EXAMPLES / "cascade_matmul" / "graph.cpp", chip="aie", graph="graph")
    g.plio["A0"], g.plio["A1"] = a
    g.run(4)
    assert ints(g.plio["C"].numpy()) == golden.matmul(ints(a[0]), ints(a[1]))


def test_python_runtime_gain_waits_for_the_fourth_update() -> None:
    x = random(64, 500, np.int32)
    g = aie.graph(EXAMPLES / "runtime_gain" / "graph.cpp", chip="aie")
    g.plio["DataIn"] = x
    g.update("gain.in[2]", [0, 1, 2, 3])
    g.run(4, wait=False)
    for value in range(4):
        g.update("gain.in[1]", value)
    g.wait()
    samples, peaks = golden.gain([*ints(x), *([0] * 64)])
    assert ints(g.plio["DataOut"].numpy()) == samples[:64]
    assert g.read("gain.inout[0]") == peaks[0]
    g.plio["DataIn"] = x
    g.run(4, wait=False)
    for value in range(3):
        g.update("gain.in[1]", value)
    said = r"gain waits for an update of gain.in\[1\] in call 8 of 8.*update\(\) it once"
    with pytest.raises(LanewiseError, match=said):
        g.wait()


def test_python_packets_and_main() -> None:
    words = [0, *range(8), 3, *range(100, 108)]
    g = aie.graph(EXAMPLES / "packets" / "graph.cpp", chip="aie")
    g.plio["DataIn"] = np.array(words, np.int32)
    g.run()
    out = g.plio["DataOut"].numpy()
    assert {int(p[0]) & 31: [ints(p[1:])] for p in out.reshape(-1, 9)} == golden.packets(words)


def test_python_two_rate_runs_its_own_main() -> None:
    x = random(192, 30000, np.int16)
    g = aie.graph(EXAMPLES / "two_rate" / "graph.cpp", chip="aie")
    g.plio["DataIn"] = x
    assert g.main() == 0
    assert ints(g.plio["DataOut"].numpy()) == golden.resampled(ints(x))


def test_python_says_what_is_missing() -> None:
    g = aie.graph(EXAMPLES / "two_rate" / "graph.cpp", chip="aie")
    with pytest.raises(LanewiseError, match=r"Data is not a PLIO of this graph\. Known: DataIn, DataOut"):
        g.plio["Data"] = [1]
    with pytest.raises(LanewiseError, match="the graph writes it"):
        g.plio["DataOut"] = [1]
    with pytest.raises(LanewiseError, match="do not fit int16"):
        g.plio["DataIn"] = [40000]
    g.plio["DataIn"] = np.zeros(100, np.int16)
    said = r"up waits for data in stream DataIn -> up.in\[0\].*has given all its 200 bytes"
    with pytest.raises(LanewiseError, match=said):
        g.run(2)
