"""Names that kernels use beyond the common ones: views, patterns, sparse vectors, block floats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie

pytestmark = needs_compiler
SOURCE = Path(__file__).parent / "cpp" / "names.cc"


@pytest.fixture(scope="module", params=["aie", "aie-ml", "aie-mlv2"])
def k(request: pytest.FixtureRequest) -> Any:
    return aie.load(SOURCE, chip=request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(16)


def later(k: Any) -> None:
    if not hasattr(k, "tensor"):
        pytest.skip("the first generation has none")


def test_cpp_names_pattern(k: Any) -> None:
    x, y = np.arange(32, dtype=np.int16), np.zeros(8, np.int16)
    k.pattern(x, y, 8)
    assert y.tolist() == [0, 1, 4, 5, 8, 9, 12, 13]
    with aie.core("aie"):
        assert [next(it) for it in [aie.begin_pattern(x, 1, 3)] for _ in range(8)] == y.tolist()


def test_cpp_names_views(k: Any) -> None:
    x, y = np.arange(32, dtype=np.int32) * 3, np.zeros(40, np.int32)
    k.views(x, y)
    grid = x.reshape(4, 8)
    assert np.array_equal(y[:32].reshape(8, 4), grid.T)
    assert y[32:36].tolist() == [grid[2, 5], grid[1:3, 4:8][1, 2], x[2 * 8 + 3], 8]


def test_cpp_names_reduce_complex(k: Any) -> None:
    x = np.array([[3, 1], [-5, 9], [3, 7], [-5, -2], [0, 0], [2, 9], [1, 1], [-1, 3]], np.int16)
    y = np.zeros((2, 2), np.int16)
    k.complexes(x, y)
    assert y.tolist() == [[3, 7], [-5, -2]]
    with aie.core("aie"):
        assert tuple(aie.reduce_max(aie.vector(x))) == (3, 7)
        assert tuple(aie.reduce_min(aie.vector(x))) == (-5, -2)


def test_cpp_names_real_part_of_real_lanes(k: Any) -> None:
    x, y = np.arange(16, dtype=np.int16) - 5, np.ones(32, np.int16)
    k.parts(x, y)
    assert np.array_equal(y, np.concatenate([x, np.zeros(16, np.int16)]))


def test_cpp_names_symmetric_with_two_starts(k: Any, rng: np.random.Generator) -> None:
    c, x = rng.integers(-20, 20, 8).astype(np.int16), rng.integers(-50, 50, 32).astype(np.int16)
    y = np.zeros(8, np.int16)
    k.two_starts(c, x, y)
    for lane in range(8):
        first = sum(int(c[p]) * (int(x[lane + p]) + int(x[9 + lane - p])) for p in range(4))
        second = sum(int(c[4 + p]) * (int(x[1 + lane + p]) - int(x[12 + lane - p])) for p in range(4))
        assert y[lane] == (first + second + 2**15) % 2**16 - 2**15


def test_cpp_names_stage_of_any_radix(k: Any, rng: np.random.Generator) -> None:
    x, tw = (rng.integers(-9000, 9000, (n, 2)).astype(np.int16) for n in (16, 8))
    y, z = np.zeros((16, 2), np.int16), np.zeros((16, 2), np.int16)
    k.any_stage(x, tw, y)
    k.one_stage(x, tw, z)
    assert y.any()
    assert np.array_equal(y, z)


def test_cpp_names_unrolled_loops(k: Any) -> None:
    x, y = np.arange(16, dtype=np.int16)[::-1].copy(), np.zeros(11, np.int16)
    k.unrolled(x, y)
    below = sum(1 << i for i in range(8) if x[8 + i] < 3)
    assert y.tolist() == [x[0], -x[1], x[2], -x[3], 7, 7, below, *x[7:11]]


def test_cpp_names_locks_and_masks(k: Any) -> None:
    x, bits = np.array([4], np.int32), np.array([0x80000005], np.uint32)
    k.locked(x)
    k.shifted(bits)
    assert (x[0], bits[0]) == (5, 0x14)


def test_cpp_names_tensor_of_four_dimensions(k: Any) -> None:
    later(k)
    x, y = np.arange(16 * 16, dtype=np.int16), np.zeros(16 * 16, np.int16)
    k.tensor(x, y)
    order = [a + 8 * b + 4 * c + 2 * d for a in range(2) for b in range(2) for c in range(2) for d in range(2)]
    assert np.array_equal(y.reshape(16, 16), x.reshape(16, 16)[order])


def test_cpp_names_unaligned_streams(k: Any) -> None:
    later(k)
    x, y = np.arange(40, dtype=np.int16), np.zeros(40, np.int16)
    k.unaligned(x, y)
    assert np.array_equal(y, np.concatenate([np.zeros(3, np.int16), x[1:33], np.zeros(5, np.int16)]))


def test_cpp_names_sparse_matrix(k: Any, rng: np.random.Generator) -> None:
    later(k)
    a = rng.integers(-100, 100, (4, 16)).astype(np.int8)
    dense = [np.where(rng.random((16, 8)) < 0.4, rng.integers(-100, 100, (16, 8)), 0).astype(np.int8) for _ in "ab"]
    packed = b""
    for b in dense:  # as documented: a mask for 64 bytes, those that are there, whole words
        for group in b.reshape(-1, 64):
            kept = bytes(v & 0xFF for v in group.tolist() if v)
            mask = sum(1 << i for i, v in enumerate(group.tolist()) if v)
            packed += mask.to_bytes(8, "little") + kept + bytes(-len(kept) % 4)
    c = np.zeros((4, 8), np.int32)
    k.sparse(a, np.frombuffer(packed, np.uint8).copy(), c)
    assert np.array_equal(c, sum(a.astype(np.int64) @ b.astype(np.int64) for b in dense))
    with aie.core("aie-ml"):
        assert aie.sparse_pack(dense[0].reshape(-1)).tobytes() == packed[: len(aie.sparse_pack(dense[0].reshape(-1)))]
        first, at = aie.sparse_vector(np.frombuffer(packed, np.uint8), "int8", 128)
        second, end = aie.sparse_vector(np.frombuffer(packed, np.uint8), "int8", 128, at)
    assert np.array_equal(first.data, dense[0].reshape(-1))
    assert np.array_equal(second.data, dense[1].reshape(-1))
    assert end == len(packed)


def test_cpp_names_block_floats_in_matrices(k: Any, rng: np.random.Generator) -> None:
    if not hasattr(k, "blocks"):
        pytest.skip("block floats came later")
    a, b, start = (rng.standard_normal((8, 8)).astype(np.float32) for _ in range(3))
    with aie.core("aie-mlv2", rounding="conv_even"):
        left, right = aie.block_vector(a.reshape(-1)), aie.block_vector(np.ascontiguousarray(b.T).reshape(-1))
        tile = aie.mmul(8, 8, 8, "bfp16ebs8", "bfp16ebs8")
        product = tile.mul(left, right).to_vector("float").data.reshape(8, 8)
        packed = tile.to_vector("bfp16ebs8")
    exact = left.to_vector().data.reshape(8, 8).astype(float) @ right.to_vector().data.reshape(8, 8).T.astype(float)
    assert np.allclose(product, exact, rtol=1e-6, atol=1e-6)  # sums of floats
    assert np.abs(exact - a.astype(float) @ b).max() < 0.3  # mantissas of eight bits
    assert np.abs(packed.to_vector().data.reshape(8, 8) - product).max() < 0.1
    c, d = np.zeros(128, np.float32), np.zeros(72, np.uint8)
    k.blocks(left, right, np.zeros(64, np.float32), c, d)
    assert np.array_equal(c[:64].reshape(8, 8), product)
    assert np.array_equal(aie.BlockVector.frombytes(d).to_vector().data, c[64:])
    k.blocks(left, right, start.reshape(-1), c, d)
    assert np.allclose(c[:64].reshape(8, 8), exact + start, rtol=1e-5, atol=1e-5)


def test_cpp_names_values_with_bits(k: Any, rng: np.random.Generator) -> None:
    later(k)
    x = rng.integers(-3, 3, 64).astype(np.int16)
    y, bits, t = np.zeros(32 * 7, np.int16), np.zeros(6, np.uint32), np.ones(16, np.uint16)
    k.with_bits(x, y, bits, t)
    a, b = x[:32], x[32:]
    want = [np.maximum(a - b, 0), a - b, a - b, -a, ~a, np.stack([a, b], 1).reshape(-1)[32:], x[::2]]
    assert y.reshape(7, 32).tolist() == [w.tolist() for w in want]
    masks = [a < b, a < b, a >= b, a > 0, a < 0, a == 0]
    assert bits.tolist() == [sum(int(bit) << i for i, bit in enumerate(m)) for m in masks]
    assert not t.any()


def test_cpp_names_lanes_of_bfloat16_are_numbers(k: Any) -> None:
    later(k)
    x, o = np.arange(1, 17).astype(ml_dtypes.bfloat16), np.zeros(16, np.float32)
    k.numbers_of_lanes(x, o)
    assert o.tolist() == [1, 2, 3, 4, 5, 6, 14, 24, 10, 2, 11, 7, 9.5, 1, -2, -5]


def test_cpp_names_compound_assignments(k: Any, rng: np.random.Generator) -> None:
    x, y, z = *rng.integers(-2000, 2000, (2, 16)).astype(np.int16), np.zeros((8, 16), np.int16)
    x[5] = 100  # divided towards zero on every side of it
    k.compound(x, y, z)
    one = x.copy()
    one[:7] = [x[0] & 12, x[1] | 3, ~x[2], x[3] << 2, x[4] >> 1, 33, x[6] * 5]
    wanted = [x & y, x | y, x ^ y, x | 257, x << 3, x >> 2, x + y - 5, one]
    assert np.array_equal(z, np.array(wanted).astype(np.int16))
