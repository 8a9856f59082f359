"""Stages of transforms: every rounding against Python integers, whole transforms against numpy's."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
from fft_oracle import Stage

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.load import load
from lanewise.errors import LanewiseError
from lanewise.numerics.accumulator import AIE_ML_ROUNDING_CODES, AIE_ROUNDING_CODES

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "stages.cc")
pytestmark = needs_compiler
LEGS = {2: (1,), 3: (1, 2), 4: (2, 1, 3), 5: (1, 2, 3, 4)}
KINDS = {
    "short_short": (16, 16, 16), "short_long": (16, 32, 16), "long_short": (32, 16, 16), "long_long": (32, 32, 16),
    "long_twiddles": (32, 32, 32),
}  # fmt: skip


@pytest.fixture(scope="module", params=["aie", "aie-ml", "aie-mlv2"])
def chip(request):
    return request.param


@pytest.fixture(scope="module")
def kernels(chip):
    return load(SOURCE, chip=chip)


def _tables(radix: int, groups: int, bits: int) -> list[np.ndarray]:
    """The factors of each table in the order of the call."""
    found = []
    for leg in LEGS[radix]:
        w = np.exp(-2j * np.pi * leg * np.arange(groups) / (radix * groups))
        whole = np.stack([w.real, w.imag], -1) * 2.0**bits
        found.append(np.clip(np.rint(whole), -(2.0**bits), 2.0**bits - 1).astype(np.int32))
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("radix", [2, 3, 4, 5])
def test_aie_fft_stages_round_where_the_unit_does(chip, kernels, kind: str, radix: int) -> None:
    if (chip == "aie-mlv2" and radix in (3, 5)) or (chip != "aie" and kind == "long_twiddles"):
        pytest.skip("the chip has no such stage")
    of, to, turns = KINDS[kind]
    r, vec, groups = np.random.default_rng(radix), 4, 4
    n, codes = radix * vec * groups, AIE_ROUNDING_CODES if chip == "aie" else AIE_ML_ROUNDING_CODES
    saturations = {"none": 0, "saturate": 1, "symmetric": 3}
    types = {16: np.int16, 32: np.int32}
    for case, rounding in enumerate(codes):
        s = 15 if case % 2 else 13
        shift, saturation, inv = s + case % 3, list(saturations)[case % 3], bool(case % 2)
        top = 2 ** (of - 1)
        x = r.integers(-top, top, (n, 2)).astype(types[of])
        x[: n // 2] //= 64  # half of them do not overflow
        tables = [np.clip(t, -(2 ** (turns - 1)), 2 ** (turns - 1) - 1) for t in _tables(radix, groups, s)]
        tw = np.concatenate(tables).astype(types[turns])
        y, z = np.zeros((2, n, 2), types[to])
        getattr(kernels, kind)(radix, x, tw, n, s, shift, inv, codes[rounding], saturations[saturation], y, z)
        exact = Stage(s, shift, inv, rounding, saturation, chip == "aie", turns == 32, to)
        want = exact.run(radix, [tuple(map(int, v)) for v in x], [[tuple(map(int, v)) for v in t] for t in tables], vec)
        assert y.tolist() == [list(v) for v in want], (rounding, saturation)
        assert np.array_equal(z, y)
        with aie.core(chip, rounding=rounding, saturation=saturation):
            vectors = [aie.vector(t.astype(types[turns]), f"cint{turns}") for t in tables]
            stage = getattr(aie, f"fft_dit_r{radix}_stage")
            shifts = {"vec": vec, "shift_tw": s, "shift": shift, "inv": inv}
            same = stage(aie.vector(x, f"cint{of}"), *vectors, **shifts, to=f"cint{to}")
        assert np.array_equal(same.data, y)


@pytest.mark.parametrize("points", [64, 256, 1024, 4096])
@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("bits", [16, 32])
def test_aie_fft_of_radix_4_is_the_transform(chip, kernels, points: int, inverse: bool, bits: int) -> None:
    """Each stage divides by four, so an error shrinks to the mean of four; it adds half a unit for every rounding, and
    what 15 bits of a twiddle are off by."""
    r, type = np.random.default_rng(points), np.int16 if bits == 16 else np.int32
    top = 2 ** (bits - 2)
    x = r.integers(-top, top, (points, 2)).astype(type)
    vec, tables, stages = points // 4, [], 0
    signal, same = x[:, 0] + 1j * x[:, 1], x.copy()
    with aie.core(chip, rounding="conv_even", saturation="saturate"):
        while vec:
            tables += (now := [t.astype(np.int16) for t in _tables(4, points // (4 * vec), 15)])
            turns = [aie.vector(t, "cint16") for t in now]
            samples = aie.vector(same, f"cint{bits}")
            same = aie.fft_dit_r4_stage(samples, *turns, vec=vec, shift_tw=15, shift=17, inv=inverse).data
            vec, stages = vec // 4, stages + 1
    work, y = x.copy(), np.zeros_like(x)
    getattr(kernels, f"transform{bits}")(work, y, np.concatenate(tables), points, inverse)
    result = y if stages % 2 else work
    assert np.array_equal(result, same)
    exact = np.fft.ifft(signal) if inverse else np.fft.fft(signal) / points
    a_rounding = math.sqrt(0.5)
    per_stage = a_rounding * (1.5 if chip == "aie" else 1) + 0.75 * math.sqrt(2) * 2.0**-15 * np.abs(signal).max()
    assert np.abs(result[:, 0] + 1j * result[:, 1] - exact).max() <= stages * per_stage
    assert np.abs(exact).max() > 4 * stages * per_stage or bits == 16  # the bound says something


def test_aie_fft_distance_of_legs_known_while_running() -> None:
    r, tables = np.random.default_rng(1), [t.astype(np.int16) for t in _tables(4, 4, 15)]
    x, y = r.integers(-9999, 9999, (64, 2)).astype(np.int16), np.zeros((64, 2), np.int16)
    load(SOURCE, chip="aie").while_running(x, np.concatenate(tables), 64, 4, y)
    with aie.core("aie"):
        turns = [aie.vector(t, "cint16") for t in tables]
        same = aie.fft_dit_r4_stage(aie.vector(x, "cint16"), *turns, vec=4, shift_tw=15, shift=17)
    assert np.array_equal(same.data, y)


@pytest.mark.parametrize(("chip", "radix"), [("aie", 2), ("aie", 3), ("aie", 5), ("aie-ml", 2), ("aie-ml", 4)])
@pytest.mark.parametrize("inverse", [False, True])
def test_aie_fft_of_floats(chip: str, radix: int, inverse: bool) -> None:
    import ml_dtypes

    r, groups = np.random.default_rng(2), 4
    type = np.float32 if chip == "aie" else ml_dtypes.bfloat16
    x = r.uniform(-1, 1, (16 * radix, 2)).astype(type)
    turns = [np.exp(-2j * np.pi * leg * np.arange(groups) / (radix * groups)) for leg in range(1, radix)]
    tables = [np.stack([turns[leg - 1].real, turns[leg - 1].imag], -1).astype(type) for leg in LEGS[radix]]
    y = np.zeros_like(x)
    load(SOURCE, chip=chip).of_floats(radix, x, np.concatenate(tables), 16 * radix, inverse, y)
    with aie.core(chip):
        kind = "cfloat" if chip == "aie" else "cbfloat16"
        stage, vectors = getattr(aie, f"fft_dit_r{radix}_stage"), [aie.vector(t, kind) for t in tables]
        assert stage(aie.vector(x, kind), *vectors, vec=4, inv=inverse).data.tobytes() == y.tobytes()
    wide = x.astype(np.float64)
    samples = (wide[:, 0] + 1j * wide[:, 1]).reshape(groups, radix, 4)
    factors = np.stack([np.ones(groups), *turns], 1)[:, :, None]
    legs = samples * (factors.conj() if inverse else factors)
    want = (np.fft.ifft(legs, axis=1) * radix if inverse else np.fft.fft(legs, axis=1)).transpose(1, 0, 2).reshape(-1)
    got = y.astype(np.float64)
    assert np.abs(got[:, 0] + 1j * got[:, 1] - want).max() < (1e-5 if chip == "aie" else 0.1)


@pytest.mark.parametrize(("chip", "radix", "turns", "text"), [
    ("aie-mlv2", 3, "cint16", "none of this radix"), ("aie-ml", 4, "cint32", "cint16/cint16/cint16"),
])  # fmt: skip
def test_aie_fft_what_a_chip_has_not_is_refused(chip: str, radix: int, turns: str, text: str) -> None:
    zeros = np.zeros((4 * radix, 2))
    with aie.core(chip):
        samples = aie.vector(zeros.astype(np.int16), "cint16")
        tables = [aie.vector(zeros.astype(np.int32 if "32" in turns else np.int16), turns)] * (radix - 1)
        with pytest.raises(LanewiseError, match=text):
            getattr(aie, f"fft_dit_r{radix}_stage")(samples, *tables, vec=4)
