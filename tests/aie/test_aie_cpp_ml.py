"""Kernels in the manner of open repositories for AIE-ML, against numpy."""

from __future__ import annotations

import os

import ml_dtypes
import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "ml_kernels.cc")
pytestmark = needs_compiler
BF16 = ml_dtypes.bfloat16


@pytest.fixture(scope="module", params=["aie-ml", "aie-mlv2"])
def core(request):
    return load(SOURCE, chip=request.param)


@pytest.fixture
def random():
    return np.random.default_rng(20)


def _tiles(m, rows: int, columns: int):
    a, b = m.shape
    return np.ascontiguousarray(m.reshape(a // rows, rows, b // columns, columns).transpose(0, 2, 1, 3)).reshape(-1)


@pytest.mark.parametrize(
    ("name", "kind", "result", "shape"),
    [
        ("i16_i32", np.int16, np.int32, (4, 4, 8)), ("i8_i16", np.int8, np.int16, (4, 8, 8)),
        ("bf16_f32", BF16, np.float32, (4, 8, 4)), ("bf16_bf16", BF16, BF16, (4, 8, 4)),
    ],
)  # fmt: skip
def test_aie_cpp_ml_matmul_from_macros(core, random, name, kind, result, shape) -> None:
    a, b = random.integers(-11, 12, (16, 32)), random.integers(-11, 12, (32, 16))
    r, s, t = shape
    c = np.full(256, 7, result)
    getattr(core, f"zero_{name}")(c)
    assert not c.astype(float).any()
    getattr(core, f"matmul_{name}")(_tiles(a, r, s).astype(kind), _tiles(b, s, t).astype(kind), c)
    exact = _tiles(a @ b, r, t)
    if result is BF16:  # floor is the mode after reset
        bits = exact.astype(np.float32).view(np.uint32)
        exact = ((bits + np.where(exact < 0, 0xFFFF, 0).astype(np.uint32)) & 0xFFFF0000).view(np.float32)
    assert np.array_equal(c.astype(float), exact.astype(float))


def test_aie_cpp_ml_relu_native(core, random) -> None:
    x = random.standard_normal(96).astype(BF16)
    y = np.zeros_like(x)
    core.relu(x.view(np.uint16), y.view(np.uint16), 96)
    assert np.array_equal(y.astype(float), np.maximum(x.astype(float), 0))


def test_aie_cpp_ml_pass_through(core, random) -> None:
    x = random.integers(0, 256, 256, np.uint8)
    y = np.zeros_like(x)
    core.passThroughLine(x, y, 256)
    assert np.array_equal(x, y)


def test_aie_cpp_ml_reduce_max(core, random) -> None:
    x = random.integers(-(2**31), 2**31, 128, np.int32)
    y = np.zeros(1, np.int32)
    core.reduce_max_vector(x, y, 128)
    assert y[0] == x.max()


def test_aie_cpp_ml_scalar_mul_wraps(core, random) -> None:
    x = random.integers(-(2**31), 2**31, 64, np.int32)
    y = np.zeros_like(x)
    core.vector_scalar_mul(x, y, np.array([12345], np.int32), 64)
    assert y.tolist() == [(v * 12345 + 2**31) % 2**32 - 2**31 for v in x.tolist()]


def test_aie_cpp_ml_threshold(core, random) -> None:
    x = random.integers(0, 256, 128, np.uint8)
    y = np.zeros_like(x)
    core.threshold(x, y, 128, 100, 255)
    assert np.array_equal(y, np.where(x > 100, 255, 0))


def test_aie_cpp_ml_add_weighted(core, random) -> None:
    a, b = random.integers(0, 256, (2, 64), np.uint8)
    y = np.zeros(64, np.uint8)
    core.add_weighted(a, b, y, 64, 13, -9, 100)
    exact = (13 * a.astype(int) - 9 * b.astype(int) + 100) >> 4
    assert np.array_equal(y, np.clip(exact, 0, 255))


def test_aie_cpp_ml_shuffle_unzips(core) -> None:
    pixels = np.arange(256, dtype=np.uint8)
    r, g = np.zeros(64, np.uint8), np.zeros(64, np.uint8)
    core.unzip_rgba(pixels, r, g)
    assert np.array_equal(r, pixels[::4])
    assert np.array_equal(g, pixels[1::4])


def test_aie_cpp_ml_convolution(core, random) -> None:
    x = random.integers(0, 256, 64, np.uint8)
    taps = np.zeros(32, np.int8)
    taps[:8] = random.integers(-30, 31, 8)
    y = np.zeros(32, np.uint8)
    core.filter_row(x, taps, y, 6)
    acc = [2 * sum(int(taps[k]) * int(x[i + k]) for k in range(8)) for i in range(32)]
    assert y.tolist() == [min(max((a + 32) >> 6, 0), 255) for a in acc]


def test_aie_cpp_ml_elementwise_pairs(core, random) -> None:
    a, b = random.integers(0, 256, 64, np.uint8), random.integers(-128, 128, 64).astype(np.int8)
    y = np.zeros(32, np.int32)
    core.weigh_bytes(a, b, y)
    products = a.astype(int) * b.astype(int)
    assert np.array_equal(y, 2 * (products[:32] + products[32:]))


def test_aie_cpp_ml_matrix_intrinsic(core, random) -> None:
    a, b, c = random.integers(-50, 51, (4, 8)), random.integers(-50, 51, (8, 4)), random.integers(-99, 100, (4, 4))
    y = c.astype(np.float32)
    core.tile_4x8x4(a.astype(BF16), b.astype(BF16), y)
    assert np.array_equal(y, a @ b + c)


def test_aie_cpp_ml_softmax(core) -> None:
    x = np.zeros(64, BF16)
    y = np.zeros(64, BF16)
    core.softmax_like(x, y, 64)
    assert (y.astype(float) == 1 / 64).all()


def test_aie_cpp_ml_convolution_1x1(core, random) -> None:
    width, ci, co = 32, 16, 8
    x = random.integers(0, 256, (ci // 8, width, 8), np.uint8)
    w = random.integers(-128, 128, (co // 8, ci // 8, 8, 8)).astype(np.int8)
    y = np.zeros((co // 8, width, 8), np.uint8)
    core.conv1x1(x, w, y, width, ci, co, 9)
    acc = np.einsum("iwk,oikn->own", x.astype(int), w.astype(int))
    assert np.array_equal(y, np.clip((acc + 256) >> 9, 0, 255))
