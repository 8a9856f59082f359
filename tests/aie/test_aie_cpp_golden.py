"""Published golden data, value for value, from C++ kernels."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load

GOLDEN = str(Path(__file__).resolve().parents[1] / "programs" / "aie" / "open" / "golden")
SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "golden.cc")

pytestmark = needs_compiler


def _data(name: str):
    return np.load(os.path.join(GOLDEN, f"{name}.npz"))


def _tiles(m, rows: int, columns: int):
    a, b = m.shape
    return np.ascontiguousarray(m.reshape(a // rows, rows, b // columns, columns).transpose(0, 2, 1, 3)).reshape(-1)


@pytest.mark.parametrize("name", ["beamforming_downlink", "beamforming_uplink"])
def test_aie_cpp_golden_beamforming_cascade(name: str) -> None:
    d = _data(name)
    x, c, gold = d["x"], d["c"], d["gold"]
    core = load(SOURCE, chip="aie")
    chain, blocks, steps = x.shape[0], x.shape[1], x.shape[2]
    got = np.zeros_like(gold)
    for row in range(gold.shape[0]):
        for block in range(blocks):
            wire = np.zeros((steps * 8, 2), np.int64)
            core.beam_first(x[0, block], c[row, 0, block], wire, steps)
            for k in range(1, chain - 1):
                following = np.zeros_like(wire)
                core.beam_middle(x[k, block], c[row, k, block], wire, following, steps)
                wire = following
            out = np.zeros((steps * 8, 2), np.int16)
            core.beam_last(x[-1, block], c[row, -1, block], wire, out, steps)
            got[row, block] = out.reshape(gold.shape[2:])
    assert np.array_equal(got, gold)


def test_aie_cpp_golden_fir24() -> None:
    d = _data("fir24_symmetric")
    s = np.concatenate([np.zeros((24, 2), np.int16), d["x"]])
    core = load(SOURCE, chip="aie")
    got = np.zeros_like(d["gold"])
    for block in range(0, 2048, 64):
        taps = np.zeros(16, np.int16)
        taps[:12] = d["narrow"] if block < 1024 else d["wide"]
        out = np.zeros((64, 2), np.int16)
        core.fir24(s[block : block + 88], out, taps)
        got[block : block + 64] = out
    assert np.array_equal(got, d["gold"])


def test_aie_cpp_golden_fir29() -> None:
    d = _data("two_tone_fir29")
    taps = np.zeros(16, np.int16)
    taps[:15] = d["half_taps"]
    s = np.concatenate([np.zeros((28, 2), np.int16), d["x"]])
    got = np.zeros_like(d["gold"])
    load(SOURCE, chip="aie").fir29(s, taps, got, len(got))
    assert np.array_equal(got, d["gold"])


def test_aie_cpp_golden_polyphase() -> None:
    d = _data("polyphase_filterbank")
    core = load(SOURCE, chip="aie")
    got = np.zeros_like(d["gold"])
    for f in range(16):
        out = np.zeros_like(got[f])
        core.polyphase(d["x"][f], out, d["taps"][f], len(out), (f // 2 + 1) % 8)
        got[f] = out
    assert np.array_equal(got, d["gold"])


@pytest.mark.parametrize("chip", ["aie", "aie-ml"])
@pytest.mark.parametrize(("name", "shift"), [("layer2", 8), ("layer4", 7), ("layer5", 6)])
def test_aie_cpp_golden_lenet(chip: str, name: str, shift: int) -> None:
    d = _data("lenet_int8_layers")
    a, b, gold = d[f"{name}_a"], d[f"{name}_b"], d[f"{name}_gold"]
    (m, k), n = a.shape, b.shape[1]
    got = np.zeros(m * n, np.int8)
    load(SOURCE, chip=chip).layer(_tiles(a, 4, 8), _tiles(b, 8, 4), got, m // 4, k // 8, n // 4, shift)
    assert np.array_equal(got, _tiles(gold, 4, 4))


def test_aie_cpp_golden_shuffle() -> None:
    d = _data("shuffle_up_fill")
    got = np.zeros_like(d["gold"])
    load(SOURCE, chip="aie").shuffle_fill(d["x"], got)
    assert np.array_equal(got, d["gold"])
