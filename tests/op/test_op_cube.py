"""Operators with cube cores (cube/): a Matmul that vector cores ask for, keys with other cores, products by hand."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import lanewise.op

TOP = Path(__file__).parent / "cube"
R = np.random.default_rng(36)
A2, A5 = "ascend910b", "ascend950"


def kept_and_swept(first: str, other: str) -> list:
    return [first, pytest.param(other, marks=pytest.mark.sweep)]


def small_integers(*shape: int) -> np.ndarray:
    """Small integers: every order of sums gives the same."""
    return R.integers(-4, 5, shape).astype(np.float16)


@pytest.mark.parametrize("chip", kept_and_swept(A2, A5))
def test_matmul_that_vector_cores_ask_for(chip: str) -> None:
    op = lanewise.op.load(TOP / "mat_mul_leaky", chip)
    for m, n, k in ((96, 160, 64), (70, 100, 48), (16, 16, 16)):
        a, b, bias = small_integers(m, k), small_integers(k, n), small_integers(n).astype(np.float32)
        x = a.astype(np.float32) @ b.astype(np.float32) + bias
        y = op(a, b, bias, slope=0.5)
        np.testing.assert_array_equal(y, np.where(x >= 0, x, 0.5 * x))
    plan = op.tiling(small_integers(96, 64), small_integers(64, 160), np.zeros(160, np.float32))
    cube = plan.fields["cubeTilingData"]
    assert (cube["M"], cube["baseN"], plan.block_dim) == (96, 32, (cube["usedCoreNum"] + 1) // 2)
    assert y.check() == []


@pytest.mark.parametrize("chip", kept_and_swept(A5, A2))
def test_keys_with_other_cores(chip: str) -> None:
    op = lanewise.op.load(TOP / "mat_mul_keys", chip)
    a, b, bias = small_integers(130, 96), small_integers(96, 75), small_integers(75).astype(np.float32)
    due = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(op(a, b), due)
    y = op(a, b, bias, offset=2.5)
    np.testing.assert_array_equal(y, due + bias + np.float32(2.5))
    turned = np.ascontiguousarray(b.T)
    np.testing.assert_array_equal(op(a, turned, bias, transpose_x2=True), due + bias)  # the first key again
    kind = ml_dtypes.bfloat16
    np.testing.assert_array_equal(op(a.astype(kind), turned.astype(kind), transpose_x2=True, offset=1.0), due + 1)
    assert [op.tiling(a, b, offset=offset).tiling_key for offset in (0.0, 1.0)] == [10, 20]
    assert y.check() == []


@pytest.mark.parametrize("chip", kept_and_swept(A2, A5))
def test_attention_by_hand(chip: str) -> None:
    op = lanewise.op.load(TOP / "attention_mix", chip)
    for heads, queries, keys, width, causal in ((3, 32, 64, 64, False), (2, 64, 48, 32, True)):
        q, k, v = (small_integers(heads, rows, width) / np.float16(4) for rows in (queries, keys, keys))
        s = np.einsum("hqd,hkd->hqk", q.astype(np.float64), k.astype(np.float64)) / np.sqrt(width)
        if causal:
            s = np.where(np.tril(np.ones((queries, keys), bool)), s, -1e30)
        p = np.exp(s - s.max(-1, keepdims=True))
        due = np.einsum("hqk,hkd->hqd", p / p.sum(-1, keepdims=True), v.astype(np.float64))
        y = op(q, k, v, causal=causal)
        np.testing.assert_allclose(y, due, atol=2e-3)
    assert y.check() == []
    assert y.time().cycles > 0
