"""Published results, value for value, from the Python front."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import aie

GOLDEN = Path(__file__).resolve().parents[1] / "programs" / "aie" / "open" / "golden"

Array = np.ndarray[Any, Any]


def data(name: str) -> dict[str, Array]:
    with np.load(GOLDEN / f"{name}.npz") as file:
        return dict(file)


def beam(d: dict[str, Array], row: int, block: int) -> aie.Accum:
    """The sums of all kernels in the chain, as matrix products into one accumulator."""
    acc = None
    for k in range(len(d["x"])):
        acc = aie.matmul(d["x"][k, block], d["c"][row, k, block], acc=acc)
    assert acc is not None
    return acc


@pytest.mark.parametrize("name", ["beamforming_downlink", "beamforming_uplink"])
def test_beamforming(name: str) -> None:
    d = data(name)
    with aie.core("aie", rounding="symmetric_inf", saturation="saturate") as core:
        for row in range(len(d["gold"])):
            for block in range(112):
                got = beam(d, row, block).to_vector("cint16", 17)
                assert np.array_equal(got.data.reshape(12, 8, 2), d["gold"][row, block]), (row, block)
        assert core.status == ({"srs_saturated"} if name == "beamforming_uplink" else set())


def test_beamforming_tells_the_modes_apart() -> None:
    """Other roundings change as many values as the data's description says."""
    d = data("beamforming_downlink")
    wrong = dict.fromkeys(("positive_inf", "negative_inf", "symmetric_zero", "conv_even", "conv_odd", "floor"), 0)
    with aie.core("aie", saturation="saturate") as core:
        for row in range(8):
            for block in range(112):
                acc = beam(d, row, block)
                for mode in wrong:
                    core.rounding = mode
                    got = acc.to_vector("cint16", 17).data.reshape(12, 8, 2)
                    wrong[mode] += int((got != d["gold"][row, block]).sum())
    assert wrong == {
        "positive_inf": 4, "negative_inf": 6, "symmetric_zero": 10, "conv_even": 6, "conv_odd": 4, "floor": 86397
    }  # fmt: skip


@pytest.mark.parametrize("name", ["beamforming_downlink", "beamforming_uplink"])
def test_beamforming_over_cascades(name: str) -> None:
    """As the tutorial runs it: a core per kernel, accumulators handed on by the cascade."""
    d = data(name)
    chain, row, blocks = len(d["x"]), 1, (0, 50, 111)
    links = [aie.Cascade("cacc48", name=f"link{k}") for k in range(chain - 1)]
    results = np.zeros((len(blocks), 12, 8, 2), np.int16)

    def beamformer(k: int) -> None:
        if k == chain - 1:
            aie.set_rounding("symmetric_inf")
            aie.set_sat()
        for n, block in enumerate(blocks):
            columns = [aie.vector(c) for c in d["c"][row, k, block]]
            for t in range(12):
                acc = links[k - 1].get(8) if k else aie.zeros("cacc48", 8)
                for x, column in zip(d["x"][k, block, t].tolist(), columns, strict=True):
                    acc = aie.mac(acc, tuple(x), column)
                if k < chain - 1:
                    links[k].put(acc)
                else:
                    results[n, t] = acc.to_vector("cint16", 17).data

    aie.run(*((beamformer, k) for k in range(chain)), chip="aie")
    assert np.array_equal(results, d["gold"][row, list(blocks)])


def test_symmetric_filter_of_24_taps() -> None:
    d = data("fir24_symmetric")
    samples = np.concatenate([np.zeros((24, 2), np.int16), d["x"]])
    out = []
    with aie.core("aie"):  # the modes after reset
        for first in range(0, 2048, 64):
            taps = aie.vector(d["narrow"] if first < 1024 else d["wide"])
            block = aie.vector(samples[first : first + 64 + 24])
            out.append(aie.sliding_mul_sym(taps, block, 64, points=24).to_vector("cint16", 9).data)
    assert np.array_equal(np.concatenate(out), d["gold"])


def test_polyphase_filterbank() -> None:
    d = data("polyphase_filterbank")
    for f in range(16):
        line = np.zeros((8, 2), np.int16)
        lines = np.empty((8192, 8, 2), np.int16)
        for b in range(8192):
            if b % 8 != (f // 2 + 1) % 8 or b == 0:
                line = np.concatenate([d["x"][f, b][None], line[:-1]])
            lines[b] = line
        with aie.core("aie", rounding="positive_inf", saturation="saturate"):
            acc = aie.zeros("cacc48", 8192)
            for t in range(8):
                taps = aie.vector(np.tile(d["taps"][f, :, t], 1024))
                acc = aie.mac(acc, aie.vector(lines[:, t]), taps)
            assert np.array_equal(acc.to_vector("cint16", 15).data, d["gold"][f])


@pytest.mark.parametrize("rounding", ["positive_inf", "symmetric_zero", "conv_even"])
def test_two_tone_filter_of_29_taps(rounding: str) -> None:
    d = data("two_tone_fir29")
    samples = aie.vector(np.concatenate([np.zeros((28, 2), np.int16), d["x"]]))
    with aie.core("aie", rounding=rounding, saturation="saturate") as core:
        acc = aie.sliding_mul_sym(aie.vector(d["half_taps"]), samples, points=29)
        assert np.array_equal(acc.to_vector("cint16", 15).data, d["gold"])
        assert not core.status


@pytest.mark.parametrize("chip", ["aie", "aie-ml", "aie-mlv2"])
@pytest.mark.parametrize(("layer", "shift"), [("layer2", 8), ("layer4", 7), ("layer5", 6)])
def test_lenet_layers(chip: str, layer: str, shift: int) -> None:
    d = data("lenet_int8_layers")
    a, b = d[f"{layer}_a"], d[f"{layer}_b"]
    with aie.core(chip, rounding="symmetric_inf", saturation="saturate"):
        acc = aie.matmul(a, b)
        assert np.array_equal(acc.values().reshape(len(a), -1), d[f"{layer}_acc"])
        assert np.array_equal(acc.to_vector("int8", shift).data.reshape(len(a), -1), d[f"{layer}_gold"])


@pytest.mark.parametrize("layer", ["layer2", "layer4", "layer5"])
def test_lenet_layers_in_tiles(layer: str) -> None:
    """As mmul leaves them in memory."""
    d = data("lenet_int8_layers")
    a, b = d[f"{layer}_a"], d[f"{layer}_b"]
    shift = {"layer2": 8, "layer4": 7, "layer5": 6}[layer]
    out = []
    with aie.core("aie", rounding="symmetric_inf", saturation="saturate"):
        for i in range(0, a.shape[0], 4):
            for j in range(0, b.shape[1], 4):
                tile = aie.mmul(4, 8, 4, "int8", "int8")
                for k in range(0, a.shape[1], 8):
                    tile.mac(
                        aie.vector(a[i : i + 4, k : k + 8].reshape(-1)), aie.vector(b[k : k + 8, j : j + 4].reshape(-1))
                    )
                out.append(tile.to_vector("int8", shift).data)
    assert np.array_equal(np.concatenate(out), d[f"{layer}_gold_tiled"])


def test_shuffle_up_fill() -> None:
    d = data("shuffle_up_fill")
    out = []
    with aie.core("aie"):
        for group in d["x"].reshape(-1, 16):
            v = aie.vector(group)
            top = aie.broadcast(aie.reduce_max(v), "int32", 8)
            out += [aie.shuffle_up_fill(half, top, 4).data for half in v.split(8)]
    assert np.array_equal(np.concatenate(out), d["gold"])
