"""Reductions, sorting, masks and movement of the high-level library against numpy and plain loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from library_kernels import CPP, chips, close, crossed, kernels

RNG = np.random.default_rng


def call(file: str, chip: str, name: str, *arguments: Any, types: str = "") -> None:
    found = getattr(kernels(file, chip), name)
    (found[types] if types else found)[1](*arguments)


def padded(x: np.ndarray, pitch: int, filler: float = 0) -> np.ndarray:
    out = np.full((x.shape[0], pitch), filler, x.dtype)
    out[:, : x.shape[1]] = x
    return out


@crossed
def test_reduce_patterns(chip: str, dtype: Any) -> None:
    rows, columns = 9, 37
    pitch = 40 if dtype is np.float32 else 48
    x = RNG(1).normal(size=(rows, columns)).astype(dtype)
    y = np.zeros(7 * (rows + columns), dtype)
    call("arrange.asc", chip, "reduce", padded(x, pitch, 1000), y, rows, columns, pitch, types=CPP[dtype])
    wide = x.astype(np.float64)
    functions = [np.max, np.min]
    if dtype is np.float32:
        functions += [np.sum, np.mean, np.prod, np.max, np.min]
    at = 0
    for function in functions:
        for axis in (1, 0):
            want = function(wide, axis=axis)
            close(y[at : at + want.size], want, 0.502)
            at += want.size


def tree(values: np.ndarray) -> Any:
    """Neighbours are added, in the type of the elements."""
    while values.size > 1:
        if values.size % 2:
            values = np.append(values, values.dtype.type(0))
        values = values[::2] + values[1::2]
    return values[0]


@pytest.mark.parametrize("n", [5, 64, 200, 700])
@crossed
def test_sum_and_mean_trees(chip: str, dtype: Any, n: int) -> None:
    rows, chunk = 3, 256 // np.dtype(dtype).itemsize
    inner = -(-n // 16) * 16
    x = (RNG(n).normal(size=(rows, n)) * 3).astype(dtype)
    y = np.zeros((3, rows), dtype)
    call("arrange.asc", chip, "sums", padded(x, inner, 99), y, rows, inner, n, types=CPP[dtype])

    def total(row: np.ndarray, size: int) -> Any:
        return tree(np.array([tree(row[i : i + size]) for i in range(0, n, size)]))

    want = np.array([total(row, chunk) for row in x])
    assert np.array_equal(y[0], want)
    assert np.array_equal(y[1], want * dtype(np.float32(1) / np.float32(n)))
    in_float = np.array([total(row.astype(np.float32), 64) for row in x])
    assert np.array_equal(y[2], (in_float * (np.float32(1) / np.float32(n))).astype(dtype))


# --- sort ---


@crossed
def test_sort_concat_extract_merge(chip: str, dtype: Any) -> None:
    n = 128
    x = RNG(2).integers(-20, 20, n).astype(dtype)  # with ties
    index = RNG(3).permutation(1000)[:n].astype(np.uint32)
    values, indices, parts = np.zeros((2, n), dtype), np.zeros((2, n), np.uint32), np.zeros(n, dtype)
    call("arrange.asc", chip, "sort_records", x, index, values, indices, parts, n, types=CPP[dtype])
    order = np.argsort(-x, kind="stable")
    for version in (0, 1):
        assert np.array_equal(values[version], x[order])
        assert np.array_equal(indices[version], index[order])
    assert np.array_equal(parts.reshape(4, 32), -np.sort(-x.reshape(4, 32), axis=1))


@crossed
def test_topk_pitches_ties_and_finish(chip: str, dtype: Any) -> None:
    rows, inner, n, k = 3, 32, 27, 5
    value_pitch, index_pitch = (8 if dtype is np.float32 else 16), 8
    x = RNG(4).integers(-9, 9, (rows, inner)).astype(dtype)
    index = RNG(5).permutation(rows * inner).astype(np.int32)
    finish = np.array([False, True, False])
    values = np.full(2 * rows * value_pitch + rows * k, 77, dtype)
    indices = np.full(2 * rows * index_pitch + rows * k, -7, np.int32)
    call(
        "arrange.asc",
        chip,
        "top",
        x,
        index,
        finish,
        values,
        indices,
        rows,
        inner,
        n,
        k,
        value_pitch,
        index_pitch,
        types=CPP[dtype],
    )
    largest = np.argsort(-x[:, :n], axis=1, kind="stable")[:, :k]
    smallest = np.argsort(x[:, :n], axis=1, kind="stable")[:, :k]
    v = values[: 2 * rows * value_pitch].reshape(2, rows, value_pitch)
    i = indices[: 2 * rows * index_pitch].reshape(2, rows, index_pitch)
    pick = np.take_along_axis
    assert np.array_equal(v[0, :, :k], pick(x, largest, axis=1))
    assert np.array_equal(i[0, :, :k], np.where(finish[:, None], n, largest))
    assert np.array_equal(v[1, :, :k], pick(x, smallest, axis=1))
    assert np.array_equal(i[1, :, :k], index[smallest])
    assert (v[:, :, k:] == 77).all(), "padding is not written"
    assert (i[:, :, k:] == -7).all()
    assert np.array_equal(values[2 * rows * value_pitch :].reshape(rows, k), pick(x, largest, axis=1))
    own = pick(index.reshape(rows, inner), largest, axis=1)
    assert np.array_equal(indices[2 * rows * index_pitch :].reshape(rows, k), own)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int16, np.int32])
def test_sort_arrays_of_950(dtype: Any) -> None:
    n = 77
    x = RNG(6).integers(-20, 20, n).astype(dtype)
    index = RNG(7).permutation(n).astype(np.uint32)
    values, indices = np.zeros((3, n), dtype), np.zeros((2, n), np.uint32)
    call("arrange950.asc", "ascend950", "sort_arrays", x, index, values, indices, n, types=CPP[dtype])
    down, up = np.argsort(-x.astype(np.int64), kind="stable"), np.argsort(x, kind="stable")
    assert np.array_equal(values, x[np.stack([down, up, down])])
    assert np.array_equal(indices, np.stack([index[down], up]))


# --- masks ---


@crossed
def test_dropout_modes(chip: str, dtype: Any) -> None:
    rows, columns, byte_pitch, bit_pitch = 4, 48, 64, 32
    x = RNG(8).normal(size=(rows, columns)).astype(dtype)
    flat = RNG(9).integers(0, 2, rows * byte_pitch).astype(np.uint8)
    bits = RNG(10).integers(0, 256, (rows, bit_pitch)).astype(np.uint8)
    y = np.zeros((4, rows, columns), dtype)
    call("arrange.asc", chip, "drop_out", x, flat, bits, y, rows, columns, byte_pitch, bit_pitch, types=CPP[dtype])
    kept = (x * dtype(np.float32(1) / np.float32(0.8))).astype(dtype)
    dense = np.unpackbits(bits.ravel()[: rows * columns // 8], bitorder="little").reshape(rows, columns)
    sparse = np.unpackbits(bits, axis=1, bitorder="little")[:, :columns]
    masks = (flat.reshape(rows, byte_pitch)[:, :columns], flat[: rows * columns].reshape(rows, columns), dense, sparse)
    for got, mask in zip(y, masks, strict=True):
        assert np.array_equal(got, np.where(mask, kept, dtype(0)))


@pytest.mark.parametrize(
    ("chip", "dtype", "mask"),
    [("ascend910b", np.float32, "bool"), ("ascend910b", np.float16, "uint32_t"), ("ascend950", np.float16, "uint8_t")],
)
def test_select_bytes(chip: str, dtype: Any, mask: str) -> None:
    kind = {"bool": np.bool_, "uint8_t": np.uint8, "int16_t": np.int16, "uint32_t": np.uint32}[mask]
    rows, columns, pitch = 3, 16, 32
    x = RNG(11).normal(size=(rows, columns)).astype(dtype)
    which = RNG(12).integers(0, 3, (rows, pitch)).astype(kind)
    y = np.zeros((2, rows, columns), dtype)
    call("arrange.asc", chip, "select_bytes", x, which, y, rows, columns, pitch, types=f"{CPP[dtype]}, {mask}")
    zero = which[:, :columns] == 0
    assert np.array_equal(y, np.stack([np.where(zero, x, -1), np.where(zero, -1, x)]).astype(dtype))


# --- movement ---


@pytest.mark.parametrize(("chip", "dtype"), [("ascend910b", np.float16), ("ascend950", np.int16)])
def test_broadcast_axes(chip: str, dtype: Any) -> None:
    rows, columns = 5, 48
    row, column = RNG(13).integers(-99, 99, columns).astype(dtype), RNG(14).integers(-99, 99, rows).astype(dtype)
    y = np.zeros((3, rows, columns), dtype)
    call("arrange.asc", chip, "broadcast", row, column, y, rows, columns, types=CPP[dtype])
    whole = np.ones((rows, columns), dtype)
    assert np.array_equal(y, np.stack([whole * row, whole * column[:, None], whole * column[0]]))


def test_broadcast_three_axes_of_950() -> None:
    x, y = RNG(15).normal(size=(4, 1, 9)).astype(np.float32), np.zeros((4, 3, 9), np.float32)
    call("arrange950.asc", "ascend950", "broadcast_axes", x, y, 4, 3, 9, types="float")
    assert np.array_equal(y, np.broadcast_to(x, y.shape))


@pytest.mark.parametrize(("chip", "dtype"), [("ascend910b", np.float16), ("ascend950", np.int32)])
def test_pad_and_unpad(chip: str, dtype: Any) -> None:
    rows, width = 4, 29
    block = 32 // np.dtype(dtype).itemsize
    pitch = -(-width // block) * block
    x = RNG(16).integers(-99, 99, (rows, width)).astype(dtype)
    y, z = np.full((2, rows, pitch), 55, dtype), np.zeros((rows, pitch - 3), dtype)
    call("arrange.asc", chip, "pad", x, y, z, rows, width, pitch, types=CPP[dtype])
    want = padded(x, pitch, 55)
    want[:, 1 : 1 + width], want[:, 0], want[:, 1 + width : 3 + width] = x, 321, 321
    assert np.array_equal(y[0], want)
    again = want.copy()
    again[:, width : width + 2] = -5
    assert np.array_equal(y[1], again)
    assert np.array_equal(z, want[:, : pitch - 3])


@chips
def test_fill_writes_global_memory(chip: str) -> None:
    y = np.zeros(80, np.float32)
    kernels("arrange.asc", chip).fill[1](y)
    assert (y[:70] == 2.5).all()
    assert (y[70:] == 0).all()


@pytest.mark.parametrize(("n", "c"), [(2, 20), (17, 16)])
@chips
def test_trans_data_layouts(chip: str, n: int, c: int) -> None:
    d, h, w = 2, 2, 3
    hw, plane, c1, n1 = h * w, 16, -(-c // 16), -(-n // 16)
    x = RNG(17).normal(size=(n, c, d, hw)).astype(np.float16)
    stored = np.full((n, c, d, plane), 9, np.float16)
    stored[..., :hw] = x
    whole = np.zeros((n1 * 16, c1 * 16, d, hw), np.float16)
    whole[:n, :c] = x
    parts = whole.reshape(n1, 16, c1, 16, d, hw)
    blocks, fractal = np.zeros((n, d, c1, hw, 16), np.float16), np.zeros((d, c1, hw, n1, 16, 16), np.float16)
    back = np.full((2, *stored.shape), 9, np.float16)
    sizes = (stored.size, blocks.size, fractal.size)
    call("arrange.asc", chip, "trans_data", stored, blocks, fractal, back, n, c, d, h, w, *sizes)
    assert np.array_equal(blocks, whole[:n].reshape(n, c1, 16, d, hw).transpose(0, 3, 1, 4, 2))
    assert np.array_equal(fractal, parts.transpose(4, 2, 5, 0, 1, 3))
    assert np.array_equal(back[0], stored)
    assert np.array_equal(back[1], stored)


def nz(x: np.ndarray) -> np.ndarray:
    """The last two axes in squares of 16, columns of squares first."""
    *lead, s, h = x.shape
    n = len(lead)
    squares = x.reshape(*lead, s // 16, 16, h // 16, 16)
    return squares.transpose(*range(n), n + 2, n, n + 1, n + 3)


@crossed
def test_transpose_of_attention_layouts(chip: str, dtype: Any) -> None:
    b, n, s, h = 2, 4, 16, 16
    x = RNG(18).normal(size=(b, n, s, h)).astype(dtype)
    joined = np.ascontiguousarray(x.transpose(0, 2, 1, 3)).reshape(b, s, n * h)
    cases = {
        1: (nz(x), x.transpose(0, 2, 1, 3)),
        3: (nz(joined), nz(x)),
        4: (nz(joined), x),
        5: (nz(x), joined),
        6: (nz(x), nz(joined)),
    }
    for kind, (source, want) in cases.items():
        y = np.zeros(x.size, dtype)
        call(
            "transpose.asc",
            chip,
            "transpose",
            np.ascontiguousarray(source),
            y,
            x.size,
            kind,
            b,
            n,
            s,
            h,
            types=CPP[dtype],
        )
        assert np.array_equal(y, np.ascontiguousarray(want).ravel()), kind


@crossed
def test_transpose_of_plain_layouts(chip: str, dtype: Any) -> None:
    x = RNG(19).normal(size=(3, 16, 32)).astype(dtype)
    cases = [(7, x[0], (1, 0)), (13, x, (0, 2, 1)), (13, x[0], (1, 0)), (14, x, (1, 0, 2)), (15, x, (2, 1, 0))]
    for kind, source, axes in cases:
        y = np.zeros(source.size, dtype)
        sizes = (*source.shape, 0, 0)[:4]
        call(
            "transpose.asc",
            chip,
            "transpose",
            np.ascontiguousarray(source),
            y,
            source.size,
            kind,
            *sizes,
            types=CPP[dtype],
        )
        assert np.array_equal(y, np.ascontiguousarray(source.transpose(axes)).ravel()), kind
