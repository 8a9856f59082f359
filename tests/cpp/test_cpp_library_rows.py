"""Softmax and normalisation of the high-level library against numpy in double."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from library_kernels import CPP, chips, close, crossed, kernels

RNG = np.random.default_rng


def call(chip: str, name: str, *arguments: Any, types: str = "") -> None:
    found = getattr(kernels("rows.asc", chip), name)
    (found[types] if types else found)[1](*arguments)


def softmax(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    wide = x.astype(np.float64)
    top = wide.max(axis=1, keepdims=True)
    e = np.exp(wide - top)
    return e, e.sum(axis=1, keepdims=True), top


def spread(column: np.ndarray, lanes: int) -> np.ndarray:
    return np.repeat(column, lanes, axis=1)


@crossed
def test_softmax_forms_and_shapes(chip: str, dtype: Any) -> None:
    m, k, rows, columns = 7, 48, 6, 41
    lanes = 32 // np.dtype(dtype).itemsize
    x = RNG(1).normal(size=(m, k)).astype(dtype) * 3
    y, sums, maxima = np.zeros((5, m, k), dtype), np.zeros((m, lanes), dtype), np.zeros((m, lanes), dtype)
    call(chip, "softmax", x, y, sums, maxima, m, k, rows, columns, types=CPP[dtype])
    e, total, top = softmax(x[:rows, :columns])
    for version in (0, 1):
        close(y[version, :rows, :columns], e / total, 0.51)
    close(
        y[2, :rows, :columns],
        np.exp(x[:rows, :columns].astype(np.float64) - maxima[:rows, :1]) / sums[:rows, :1].astype(np.float64),
        0.51,
    )
    close(y[3, :rows, :columns], np.log10(e / total), 0.51)
    e, total, top = softmax(x)
    close(y[4], e / total, 0.51)
    e, total, top = softmax(x[:rows, :columns])
    close(sums[:rows], spread(total, lanes), 0.51)
    close(maxima[:rows], spread(top, lanes), 0.51)


@pytest.mark.parametrize(("chip", "want"), [("ascend910b", 1 + 2.0**-10), ("ascend950", 1.0)])
def test_softmax_rounds_ties_as_the_chip_does(chip: str, want: float) -> None:
    """A row sum exactly between two halves: away from zero on the older chips, to even on the newer."""
    grad, x = np.zeros((1, 16), np.float16), np.ones((1, 16), np.float16)
    grad[0, :2] = [1, 2.0**-11]
    y, front = np.zeros((1, 16), np.float16), np.zeros((2, 1, 16), np.float16)
    call(chip, "softmax_grad", grad, x, y, front, 1, 16, 16, types="half")
    assert (front == want).all()
    call(chip, "softmax_grad", -grad, x, y, front, 1, 16, 16, types="half")
    assert (front == -want).all()


@chips
def test_softmax_half_with_float_states(chip: str) -> None:
    m, k = 3, 32
    x = RNG(20).normal(size=(m, k)).astype(np.float16)
    x[0, 1:] = -np.inf
    y, states = np.zeros((m, k), np.float16), np.zeros((2, m, 8), np.float32)
    call(chip, "softmax_mixed", x, y, states, m, k)
    e, total, top = softmax(x)
    close(y, e / total, 0.51)
    close(states, np.stack([spread(total, 8), spread(top, 8)]), 0.51)


@chips
def test_softmax_nz(chip: str) -> None:
    m, k, columns = 16, 32, 20
    x = RNG(2).normal(size=(m, k)).astype(np.float16)
    nz = np.ascontiguousarray(x.reshape(m, k // 16, 16).transpose(1, 0, 2))
    y = np.zeros_like(nz)
    call(chip, "softmax_nz", nz, y, m, k, columns)
    e, total, _ = softmax(x[:, :columns])
    close(y.transpose(1, 0, 2).reshape(m, k)[:, :columns], e / total, 0.51)


@chips
def test_adjust_softmax_by_bits(chip: str) -> None:
    m, k = 4, 16
    y = RNG(3).normal(size=(m, k)).astype(np.float32)
    maxima = np.zeros((m, 8), np.float32)
    maxima[[1, 3]] = np.finfo(np.float32).min
    want = y.copy()
    want[[1, 3]] = 0.25
    any_row = np.zeros(2, np.uint32)
    call(chip, "adjust", y, maxima, any_row, 0xFF7FFFFF, m, k)
    assert np.array_equal(y, want)
    assert any_row.tolist() == [1, 0]


@crossed
def test_flash_v2_merges_pieces_in_place(chip: str, dtype: Any) -> None:
    m, k = 5, 32
    lanes = 32 // np.dtype(dtype).itemsize
    x = (RNG(4).normal(size=(2, m, k)) * 2).astype(dtype)
    y, states = np.zeros_like(x), np.full((4, m, lanes), 9, dtype)
    call(chip, "flash", x, y, states, m, k, types=CPP[dtype])
    e, total, top = softmax(x[0])
    close(y[0], e, 0.51)
    assert (states[0] == 9).all(), "no update: expMax stays"
    new_top = np.maximum(top, x[1].astype(np.float64).max(axis=1, keepdims=True))
    second = np.exp(x[1].astype(np.float64) - new_top)
    close(y[1], second, 0.51)
    factor = np.exp(top - new_top)
    close(states[1], spread(factor, lanes), 0.51)
    before = total.astype(dtype).astype(np.float64)
    close(states[2], spread(factor * before + second.sum(axis=1, keepdims=True), lanes), 1.01)
    close(states[3], spread(new_top, lanes))


@chips
def test_flash_packed_states_and_first_version(chip: str) -> None:
    m, k = 8, 16
    x = RNG(5).normal(size=(2, m, k)).astype(np.float32)
    y, states = np.zeros((m, k), np.float32), np.zeros(12 * m, np.float32)
    call(chip, "flash_packed", x, y, states, m, k)
    _, total, top = softmax(x[0])
    own = x[1].astype(np.float64).max(axis=1, keepdims=True)
    new_top = np.maximum(top, own)
    factor, second = np.exp(top - new_top), np.exp(x[1] - new_top)
    all_sum = factor * total.astype(np.float32) + second.sum(axis=1, keepdims=True)
    for got, want in zip(states[: 4 * m].reshape(4, m), (own, all_sum, new_top, factor), strict=True):
        close(got, want[:, 0], 0.51)
    close(y, second / all_sum, 0.51)
    close(states[4 * m :].reshape(m, 8), spread(factor * total.astype(np.float32) / all_sum, 8), 0.6)


def flash_v3_row(x: np.ndarray, loop: int, mean: float, total: float, top: float, alpha: float) -> Any:
    """As the sheet says it, one row at a time."""
    n = x.size
    strength, base = alpha / (1 - alpha), n // 8
    part = np.zeros(64)
    for e, value in enumerate(x):
        part[e // 8 if e < 512 else e % 64] += value
    local = part.reshape(8, 8).sum(axis=1) / base
    everything = local.mean()
    x = x - (everything - local[np.arange(n) // base]) * strength
    if loop == 1:
        new = np.exp(x - x.max())
        return new, None, everything, new.sum(), x.max()
    new_mean = (everything + mean * (loop - 1)) / loop
    shift, old = (everything - new_mean) * strength, (mean - new_mean) * strength
    new_top = max(x.max() + shift, top + old)
    new, factor = np.exp(x - (new_top - shift)), np.exp(top - new_top + old)
    return new, factor, new_mean, factor * total + new.sum(), new_top


@pytest.mark.parametrize("k", [512, 1024])
@chips
def test_flash_v3(chip: str, k: int) -> None:
    m = 2
    x = RNG(6).normal(size=(2, m, k)).astype(np.float16)
    y, factors, states = np.zeros_like(x), np.zeros((m, 16), np.float16), np.zeros((3, m, 8), np.float32)
    call(chip, "flash_v3", x, y, factors, states, m, k)
    for row in range(m):
        new, _, mean, total, top = flash_v3_row(x[0, row].astype(np.float64), 1, 0, 0, 0, 0.9375)
        close(y[0, row], new, 0.51)
        state = (float(np.float32(v)) for v in (mean, total, top))
        new, factor, *state = flash_v3_row(x[1, row].astype(np.float64), 2, *state, 0.9375)
        close(y[1, row], new, 0.51)
        close(factors[row], np.full(16, factor), 0.51)
        for got, want in zip(states[:, row], state, strict=True):
            close(got, np.full(8, want), 0.6)


@crossed
def test_softmax_grad_and_front(chip: str, dtype: Any) -> None:
    m, k, columns = 4, 32, 27
    lanes = 32 // np.dtype(dtype).itemsize
    grad, x = (RNG(s).normal(size=(m, k)).astype(dtype) for s in (7, 8))
    y, front = np.full((m, k), 5, dtype), np.zeros((2, m, lanes), dtype)
    call(chip, "softmax_grad", grad, x, y, front, m, k, columns, types=CPP[dtype])
    g, s = grad[:, :columns].astype(np.float64), x[:, :columns].astype(np.float64)
    t = (g * s).sum(axis=1, keepdims=True)
    close(y[:, :columns], (g - t) * s, 0.51)
    assert (y[:, columns:] == 5).all()
    close(front, np.stack([spread(t, lanes)] * 2), 0.51)


# --- normalisation ---


def normalised(x: np.ndarray, epsilon: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    wide = x.astype(np.float64)
    mean, variance = wide.mean(axis=1, keepdims=True), wide.var(axis=1, keepdims=True)
    return (wide - mean) / np.sqrt(variance + epsilon), mean[:, 0], variance[:, 0]


@crossed
def test_layer_rms_and_deep_norm(chip: str, dtype: Any) -> None:
    rows, pitch, valid = 5, 48, 43
    x, gamma, beta = RNG(9).normal(size=(rows, pitch)).astype(dtype), *RNG(10).normal(size=(2, pitch)).astype(dtype)
    y, states = np.full((3, rows, pitch), 7, dtype), np.zeros((4, rows), dtype)
    call(chip, "layer_norm", x, gamma, beta, y, states, rows, pitch, valid, types=CPP[dtype])
    epsilon = float(dtype(0.001))
    g, b = gamma[:valid].astype(np.float64), beta[:valid].astype(np.float64)
    z, mean, variance = normalised(x[:, :valid], epsilon)
    close(y[0, :, :valid], z * g + b, 0.51)
    close(states[0], mean, 0.51)
    close(states[1], variance, 0.51)
    wide = x[:, :valid].astype(np.float64)
    close(
        y[1, :, :valid],
        wide / np.sqrt((wide**2).sum(axis=1, keepdims=True) * float(np.float32(1 / valid)) + epsilon) * g,
        0.51,
    )
    z, mean, variance = normalised(1.5 * wide, epsilon)
    close(y[2, :, :valid], z * g + b, 0.51)
    close(states[2], mean, 0.51)
    close(states[3], variance, 0.51)
    assert (y[0, :, valid:] == 7).all()


@pytest.mark.parametrize(
    ("chip", "types"), [("ascend910b", "float, half"), ("ascend950", "half, half"), ("ascend910b", "float, float")]
)
def test_layer_norm_rows_and_normalize(chip: str, types: str) -> None:
    u, t = (np.float16 if name == "half" else np.float32 for name in types.split(", "))
    rows, pitch, valid = 6, 32, 29
    x, gamma, beta = RNG(11).normal(size=(rows, pitch)).astype(t), *RNG(12).normal(size=(2, pitch)).astype(u)
    y, states = np.zeros((3, rows, pitch), t), np.zeros((4, rows), np.float32)
    call(chip, "layer_norm_rows", x, gamma, beta, y, states, rows, pitch, valid, types=types)
    g, b = gamma[:valid].astype(np.float64), beta[:valid].astype(np.float64)
    epsilon = float(np.float32(0.001))
    z, mean, variance = normalised(x[:, :valid], epsilon)
    for version, want in ((0, z * g + b), (1, z)):
        close(y[version, :, :valid], want, 0.51)
    rstd = 1 / np.sqrt(variance + epsilon)
    for got, want, ulps in zip(states, (mean, rstd, variance, rstd), (0.51, 0.51, 0.51, 1.1), strict=True):
        close(got, want, ulps)  # the last one saw a rounded variance
    assert np.abs(y[2, :, :valid].astype(np.float64) - y[0, :, :valid].astype(np.float64)).max() < (
        1e-5 if t is np.float32 else 4e-3
    )


@chips
def test_layer_norm_gradients(chip: str) -> None:
    rows, h = 6, 40
    dy, x = (RNG(s).normal(size=(rows, h)).astype(np.float32) for s in (13, 14))
    gamma = RNG(15).normal(size=h).astype(np.float32)
    states = np.stack([x.mean(axis=1), x.var(axis=1)]).astype(np.float32)
    out, sums = np.zeros((2, rows, h), np.float32), np.zeros((2, h), np.float32)
    call(chip, "layer_norm_grad", dy, x, states, gamma, out, sums, rows, h)
    d, w, g = dy.astype(np.float64), x.astype(np.float64), gamma.astype(np.float64)
    v, mean = states[1][:, None].astype(np.float64) + np.float32(0.001), states[0][:, None].astype(np.float64)
    xl = d * g
    pd_var = (-0.5 * xl * (w - mean) * v**-1.5).sum(axis=1, keepdims=True)
    pd_mean = (-xl * v**-0.5).sum(axis=1, keepdims=True) + pd_var / h * (-2 * (w - mean)).sum(axis=1, keepdims=True)
    assert np.allclose(out[0], xl * v**-0.5 + pd_var * 2 / h * (w - mean) + pd_mean / h, rtol=1e-5, atol=1e-6)
    res = (w - mean) * v**-0.5
    assert np.allclose(out[1], res, rtol=1e-6, atol=1e-7)
    assert np.allclose(sums, [(out[1] * d).sum(axis=0), d.sum(axis=0)], rtol=1e-6, atol=1e-7)


@crossed
def test_batch_and_group_norm(chip: str, dtype: Any) -> None:
    x, gamma, beta = RNG(16).normal(size=128).astype(dtype), *RNG(17).normal(size=(2, 8)).astype(dtype)
    y, states = np.full((2, 128), 3, dtype), np.zeros(72, dtype)
    call(chip, "batch_and_group", x, gamma, beta, y, states, types=CPP[dtype])
    g, b, epsilon = gamma.astype(np.float64), beta.astype(np.float64), float(dtype(0.001))
    z, mean, variance = normalised(x.reshape(4, 32).T, epsilon)
    close(y[0].reshape(4, 32), z.T * g[:4, None] + b[:4, None], 0.51)
    close(states[:64], np.concatenate([mean, variance]), 0.51)
    planes = x.reshape(2, 4, 16)[:, :, :10]
    z, mean, variance = normalised(planes.reshape(4, 20), epsilon)
    got = y[1].reshape(2, 4, 16)
    close(got[:, :, :10], z.reshape(2, 4, 10) * g[:4, None] + b[:4, None], 0.51)
    assert (got[:, :, 10:] == 3).all(), "the padding of a plane stays"
    close(states[64:], np.concatenate([mean, variance]), 0.51)


@pytest.mark.parametrize(
    ("chip", "dtype"), [("ascend910b", np.float32), ("ascend910b", np.float16), ("ascend950", ml_dtypes.bfloat16)]
)
def test_welford_to_the_last_bit(chip: str, dtype: Any) -> None:
    steps, n, used = 9, 24, 21
    x = (RNG(18).normal(size=(steps, n)) * 3000 + 17).astype(dtype)
    states, results = np.zeros((2, n), np.float32), np.full(20, 4, np.float32)
    counts = np.arange(1, n + 1, dtype=np.int32)
    call(
        chip,
        "welford",
        x,
        states,
        results,
        counts,
        steps,
        n,
        used,
        types={**CPP, ml_dtypes.bfloat16: "bfloat16_t"}[dtype],
    )
    mean, squares = np.zeros(n, np.float32), np.zeros(n, np.float32)
    for i in range(steps):
        row = x[i, :used].astype(np.float32)
        d = row - mean[:used]
        mean[:used] = d * np.float32(1 / (i + 1)) + mean[:used]
        squares[:used] = d * (row - mean[:used]) + squares[:used]
    assert np.array_equal(states, np.stack([mean, squares])), "every step rounds to float, none are fused"

    def tree(values: np.ndarray) -> np.float32:
        """Neighbours added in float; fewer than 64 values are one repeat."""
        while len(values) > 1:
            odd = values[len(values) // 2 * 2 :]
            values = np.concatenate([values[0 : len(values) - 1 : 2] + values[1::2], odd])
        return values[0]

    def reference_welford(
        weights: np.ndarray, share: float, mean_share: float, equal: bool
    ) -> tuple[np.float32, np.float32]:
        middle = tree((mean if equal else mean * weights) * np.float32(mean_share))
        return middle, tree(((mean - middle) ** 2 * weights + squares) * np.float32(share))

    clear = 1 if chip == "ascend950" else 8
    tail_share = 1 / (5 * steps + 2 * (n - 5))
    want = [
        (results[0], results[8], np.full(n, steps), 1 / (n * steps), 1 / n, True),
        (results[16], results[17], np.where(np.arange(n) < 5, steps, 2), tail_share, tail_share, False),
        (results[18], results[19], counts, tail_share, tail_share, False),
    ]
    for got_mean, got_variance, weights, *shares in want:
        assert (got_mean, got_variance) == reference_welford(weights.astype(np.float32), *shares), (
            "sums in the instructions' order"
        )
    assert (results[9 : 8 + clear] == 0).all()
    assert (results[8 + clear : 16] == 4).all()
