"""Where elements of matrices lie, and what moves do, as published: plain loops and numpy, nothing of the package."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def ceil_to(n: int, unit: int) -> int:
    return (n + unit - 1) // unit * unit


def tiles(x: Array, rows: int, columns: int, fill: Any = 0) -> Array:
    """A matrix cut into tiles, padded: [row of tiles][row][column of tiles][column]."""
    padded = np.full((ceil_to(x.shape[0], rows), ceil_to(x.shape[1], columns)), fill, x.dtype)
    padded[: x.shape[0], : x.shape[1]] = x
    return padded.reshape(padded.shape[0] // rows, rows, padded.shape[1] // columns, columns)


def nz(x: Array, fill: Any = 0, wide: int = 0) -> Array:
    return tiles(x, 16, wide or 32 // x.itemsize, fill).transpose(2, 0, 1, 3).ravel()


def zz(x: Array, fill: Any = 0) -> Array:
    return tiles(x, 16, 32 // x.itemsize, fill).transpose(0, 2, 1, 3).ravel()


def zn(x: Array, fill: Any = 0) -> Array:
    return tiles(x, 32 // x.itemsize, 16, fill).transpose(0, 2, 3, 1).ravel()


def left_layout(chip: str, x: Array, fill: Any = 0) -> Array:
    """How L0A holds a matrix."""
    return nz(x, fill) if chip == "ascend950" else zz(x, fill)


def from_result(flat: Array, m: int, n: int) -> Array:
    """A result out of L0C, where columns of fractals are as high as m rounded up."""
    out = np.zeros((m, n), flat.dtype)
    for i in range(m):
        for j in range(n):
            out[i, j] = flat[j // 16 * ceil_to(m, 16) * 16 + i * 16 + j % 16]
    return out


def to_result(x: Array, fill: Any = 0) -> Array:
    return nz(x, fill, 16)


def nd2nz(src: Array, dst: Array, p: tuple[int, ...], columns_first: bool = False) -> None:
    nd, n, d, src_matrix, src_d, c0_stride, n_stride, dst_matrix = p
    c0 = 32 // src.itemsize
    for g in range(nd):
        for i in range(n):
            for j in range(ceil_to(d, c0)):
                at = g * src_matrix + (j * src_d + i if columns_first else i * src_d + j)
                dst[g * dst_matrix + j // c0 * c0_stride * c0 + i * n_stride * c0 + j % c0] = src[at] if j < d else 0


def load_2d(src: Array, dst: Array, start: int, repeat: int, stride: int, gap: int, turn: bool, down: bool) -> None:
    size = 512 // src.itemsize
    for r in range(repeat):
        f = src[(start + (-r if down else r) * stride) * size :][:size]
        to = r * (gap + 1) * size
        dst[to : to + size] = f.reshape(16, 16).T.ravel() if turn else f


def load_2dv2(src: Array, dst: Array, m0: int, k0: int, ms: int, ks: int, stride: int, to: int, turn: bool) -> None:
    c0, size = 32 // src.itemsize, 512 // src.itemsize
    fractals = src[: src.size // size * size].reshape(-1, 16, c0)
    s = np.zeros((16 * ms, c0 * ks), src.dtype)
    for k in range(ks):
        for m in range(ms):
            s[16 * m : 16 * m + 16, c0 * k : c0 * k + c0] = fractals[k0 * abs(stride) + m0 + k * stride + m]
    if not turn:
        for k in range(ks):
            for m in range(ms):
                at = (k * to + m) * size
                dst[at : at + size] = s[16 * m : 16 * m + 16, c0 * k : c0 * k + c0].ravel()
        return
    for c in range(16 * ms // c0):
        block = s[c * c0 : (c + 1) * c0].T.ravel()
        dst[c * to * size : c * to * size + block.size] = block


def load_squares_apart(src: Array, dst: Array, start: int, repeat: int, stride: int, gap: int, between: int, down: bool,
                       apart: int) -> None:
    """As load_squares, but starts and strides count fractals, and those of a square lie `apart` fractals more apart."""
    size = 512 // src.itemsize
    shape = (16, size // 16)
    count = 1 if src.itemsize == 2 else 2
    for r in range(repeat):
        first = start + (-r if down else r) * stride
        held = [src[(first + f * (apart + 1)) * size :][:size].reshape(shape) for f in range(count)]
        turned = (np.hstack(held) if src.itemsize == 4 else np.vstack(held)).T
        halves = np.hsplit(turned, count) if src.itemsize == 4 else np.vsplit(turned, count)
        for f, piece in enumerate(halves):
            at = (r * (gap + 1) + f * (between + 1)) * size
            dst[at : at + size] = piece.ravel()


def load_squares(src: Array, dst: Array, start: int, repeat: int, stride: int, gap: int, between: int,
                 down: bool) -> None:
    c0, size = 32 // src.itemsize, 512 // src.itemsize
    side = max(16, c0)
    for r in range(repeat):
        part = src[(start + (-r if down else r) * stride) * side * side :][: side * side]
        if c0 == 8:  # two fractals side by side
            square = np.hstack([part[:128].reshape(16, 8), part[128:].reshape(16, 8)])
        else:
            square = part.reshape(side, side)
        turned = square.T
        pieces = [turned[:, :8], turned[:,
                                        8:]] if c0 == 8 else [turned[16 * f : 16 * f + 16] for f in range(side // 16)]
        for f, piece in enumerate(pieces):
            at = (r * (gap + 1) + f * (between + 1)) * size
            dst[at : at + size] = piece.ravel()


def nibbles(x: Array) -> Array:
    """Elements of 4 bits, the low one first."""
    return np.stack([x & 15, x >> 4], axis=1).ravel().astype(np.uint8)


def load_halves_of_squares(src: Array, dst: Array, start: int, repeat: int, stride: int, gap: int, between: int,
                           down: bool) -> None:
    """Squares of 64 x 64 elements of 4 bits, four fractals each; sides are bytes."""
    items, out = nibbles(src), nibbles(dst)
    for r in range(repeat):
        at = (start + (-r if down else r) * stride) * 4096
        turned = items[at : at + 4096].reshape(64, 64).T
        for f in range(4):
            to = (r * (gap + 1) + f * (between + 1)) * 1024
            out[to : to + 1024] = turned[16 * f : 16 * f + 16].ravel()
    dst[:] = out[::2] | out[1::2] << 4


def load_halves_of_blocks(src: Array, dst: Array, m0: int, k0: int, ms: int, ks: int, stride: int, to: int) -> None:
    """The part of a matrix of 4-bit elements in Nz, as Nz of its transposed; sides are bytes."""
    fractals, out = nibbles(src)[: src.size * 2 // 1024 * 1024].reshape(-1, 16, 64), nibbles(dst)
    s = np.zeros((16 * ms, 64 * ks), np.uint8)
    for k in range(ks):
        for m in range(ms):
            s[16 * m : 16 * m + 16, 64 * k : 64 * k + 64] = fractals[k0 * abs(stride) + m0 + k * stride + m]
    for c in range(16 * ms // 64):
        block = s[64 * c : 64 * c + 64].T.ravel()
        out[c * to * 1024 : c * to * 1024 + block.size] = block
    dst[:] = out[::2] | out[1::2] << 4


def im2col(fm: Array, kh: int, kw: int, stride: tuple[int, int], dil: tuple[int, int], pads: tuple[int, ...],
           fill: Any) -> Array:
    """The matrix of a feature map [c1][h][w][c0]: rows are places, columns are (c1, y, x, c0)."""
    c1, h, w, c0 = fm.shape
    left_, right_, top, bottom = pads
    ho = (h + top + bottom - ((kh - 1) * dil[0] + 1)) // stride[0] + 1
    wo = (w + left_ + right_ - ((kw - 1) * dil[1] + 1)) // stride[1] + 1
    out = np.full((ho * wo, c1 * kh * kw * c0), fill, fm.dtype)
    for y0 in range(ho):
        for x0 in range(wo):
            for c in range(c1):
                for y in range(kh):
                    for x in range(kw):
                        row, column = y0 * stride[0] + y * dil[0] - top, x0 * stride[1] + x * dil[1] - left_
                        if 0 <= row < h and 0 <= column < w:
                            at = ((c * kh + y) * kw + x) * c0
                            out[y0 * wo + x0, at : at + c0] = fm[c, row, column]
    return out


def multiply(start: Array, a: Array, b: Array, chunk: int) -> Array:
    """One element at a time: products of a chunk of k in order, each step rounded to float, then their sum is added."""
    out = start.astype(np.float32).copy()
    a, b = a.astype(np.float32), b.astype(np.float32)
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            total = np.float32(out[i, j])
            for first in range(0, a.shape[1], chunk):
                part = np.float32(a[i, first] * b[first, j])
                for k in range(first + 1, min(first + chunk, a.shape[1])):
                    part = np.float32(part + np.float32(a[i, k] * b[k, j]))
                total = np.float32(total + part)
            out[i, j] = total
    return out
