"""Layers of networks and lines of images for AIE-ML, against numpy; with tolerance where results are rounded often."""

from __future__ import annotations

import os

import ml_dtypes
import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "network.cc")
pytestmark = needs_compiler
BF16 = ml_dtypes.bfloat16


@pytest.fixture(scope="module", params=["aie-ml", "aie-mlv2"])
def core(request):
    return load(SOURCE, chip=request.param)


@pytest.fixture
def random():
    return np.random.default_rng(21)


def _softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def _gelu(x):
    return 0.5 * x * (1 + np.tanh(0.79788456 * (x + 0.044715 * x**3)))


@pytest.mark.parametrize(
    ("name", "numbers", "want"),
    [
        ("softmax_exp2", (256,), _softmax), ("softmax_table", (256,), _softmax),
        ("rms_norm", (4, 64), lambda x: x / np.sqrt((x.reshape(4, -1) ** 2).mean(1).repeat(64) + 1e-5)),
        ("layer_norm", (4, 64), lambda x: ((x - x.reshape(4, -1).mean(1).repeat(64))
                                           / np.sqrt(x.reshape(4, -1).var(1).repeat(64) + 1e-5))),
        ("gelu", (256,), _gelu), ("leaky_relu", (256, 0.125), lambda x: np.where(x > 0, x, x / 8)),
    ],
)  # fmt: skip
def test_aie_cpp_network_layers(core, random, name, numbers, want) -> None:
    x, y = random.standard_normal(256).astype(BF16), np.zeros(256, BF16)
    getattr(core, name)(x, y, *numbers)
    exact = want(x.astype(float))
    assert np.allclose(y.astype(float), exact, rtol=0.03, atol=0.02 * np.abs(exact).max())
    assert np.abs(y.astype(float)).max() > 0


def test_aie_cpp_network_rotated_pairs(core, random) -> None:
    x, y, turn = random.standard_normal(64).astype(BF16), np.zeros(64, BF16), random.uniform(0, 6, 32)
    angles = np.stack([np.cos(turn), np.sin(turn)], 1).reshape(-1).astype(BF16)
    core.rotate_pairs(x, angles, y, 64)
    pairs, turns = (v.astype(np.float32).view(np.complex64) for v in (x, angles))
    z = pairs * turns
    want = np.stack([z.real, z.imag], 1).reshape(-1)
    assert np.allclose(y.astype(float), want, rtol=0.01, atol=0.01)


def test_aie_cpp_network_bfloat16_beside_other_numbers(core) -> None:
    x = np.array([-2, 3, -0.5, 8, 1, -9, 4, -1], BF16)
    y, f = np.zeros(8, BF16), np.arange(8, dtype=np.float32) + 10
    core.scalar_choices(x, y, f, 8)
    assert y.astype(float).tolist() == [0.5, 3, 0.5, 8, 0.25, 0.25, 4, 0]
    assert f.tolist() == [-2, 11, -0.5, 13, 1, 15, 4, 17]


def test_aie_cpp_network_gray_line(core, random) -> None:
    rgba, y = random.integers(0, 256, (64, 4), dtype=np.uint8), np.zeros(64, np.uint8)
    core.gray_line(rgba, y, 64)
    assert np.array_equal(y, (rgba @ np.array([66, 129, 25, 0]) + 128) >> 8)


def test_aie_cpp_network_threshold_line(core, random) -> None:
    x, y = random.integers(0, 256, 128, dtype=np.uint8), np.zeros(128, np.uint8)
    core.threshold_line(x, y, 128, 100, 200)
    assert np.array_equal(y, np.where(x > 100, 200, 0))


def test_aie_cpp_network_stencil_line(core, random) -> None:
    rows = [random.integers(0, 256, 96, dtype=np.uint8) for _ in range(3)]
    taps, y = np.zeros(32, np.int8), np.zeros(64, np.uint8)
    taps.reshape(4, 8)[:3, :3] = random.integers(-3, 4, (3, 3))
    core.stencil_line(*rows, y, 64, taps)
    want = sum(int(taps[8 * r + c]) * rows[r][c : c + 64].astype(int) for r in range(3) for c in range(3)) >> 2
    assert np.array_equal(y, want.clip(0, 255))


def test_aie_cpp_network_convolution(core, random) -> None:
    rows = random.integers(0, 256, (3, 16, 8), dtype=np.uint8)  # rows, pixels, channels
    weights, y = random.integers(-128, 128, (3, 3, 8, 8), dtype=np.int8), np.zeros((16, 8), np.uint8)
    core.conv3x3(*rows, weights, y, 16, 10)
    padded = np.pad(rows.astype(int), ((0, 0), (1, 1), (0, 0)))
    acc = sum(padded[r, k : k + 16] @ weights[r, k].astype(int) for r in range(3) for k in range(3))
    half = 512
    want = (acc + half - 1 + (acc >> 10 & 1)) >> 10
    assert np.array_equal(y, want.clip(0, 255))
