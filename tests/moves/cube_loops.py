"""The same moves as plain index loops, written from their formulas: put(to, from), or None where there is no source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Put = Callable[[int, int | None], None]


def nd2nz(
    put: Put,
    bits: int,
    nd: int,
    n: int,
    d: int,
    src_matrix: int,
    src_d: int,
    c0_stride: int,
    n_stride: int,
    dst_matrix: int,
    columns_first: bool = False,
) -> None:
    c0 = 256 // bits
    for g in range(nd):
        for i in range(n):
            for j in range((d + c0 - 1) // c0 * c0):
                to = g * dst_matrix + j // c0 * c0_stride * c0 + i * n_stride * c0 + j % c0
                frm = g * src_matrix + (j * src_d + i if columns_first else i * src_d + j)
                put(to, frm if j < d else None)


def load_2d(
    put: Put, bits: int, start: int, repeat: int, src_stride: int, dst_gap: int, transpose: bool, down: bool
) -> None:
    fractal = 512 * 8 // bits
    for r in range(repeat):
        frm, to = start + (-r if down else r) * src_stride, r * (dst_gap + 1)
        for e in range(fractal):
            other = e % 16 * 16 + e // 16 if transpose else e
            put(to * fractal + e, frm * fractal + other)


def load_2d_v2(
    put: Put,
    bits: int,
    m_start: int,
    k_start: int,
    m_step: int,
    k_step: int,
    src_stride: int,
    dst_stride: int,
    transpose: bool,
) -> None:
    c0, fractal = 256 // bits, 4096 // bits
    start = k_start * abs(src_stride) + m_start

    def s(row: int, column: int) -> int:
        at = start + column // c0 * src_stride + row // 16
        return at * fractal + row % 16 * c0 + column % c0

    if transpose:
        for c in range(16 * m_step // c0):
            for i in range(c0 * k_step):
                for j in range(c0):
                    put(c * dst_stride * fractal + i * c0 + j, s(c * c0 + j, i))
        return
    for ki in range(k_step):
        for mi in range(m_step):
            for e in range(fractal):
                put((ki * dst_stride + mi) * fractal + e, s(mi * 16 + e // c0, ki * c0 + e % c0))


def load_transposed(
    put: Put, bits: int, start: int, repeat: int, src_stride: int, dst_gap: int, frac_gap: int, down: bool
) -> None:
    c0, fractal = 256 // bits, 4096 // bits
    side, fractals = {4: (64, 4), 8: (32, 2), 16: (16, 1), 32: (16, 2)}[bits]
    for r in range(repeat):
        square = (start + (-r if down else r) * src_stride) * fractals * fractal
        for a in range(side):
            for b in range(side):  # T[a][b] = square[b][a]
                frm = a // 8 * fractal + b * 8 + a % 8 if bits == 32 else b * c0 + a
                f, within = (b // 8, a * 8 + b % 8) if bits == 32 else (a // 16, a % 16 * c0 + b)
                put((r * (dst_gap + 1) + f * (frac_gap + 1)) * fractal + within, square + frm)


def im2col(put: Put, bits: int, p: dict[str, Any], order: str) -> None:
    c0, fractal = 256 // bits, 4096 // bits
    ho = (p["h"] + p["top"] + p["bottom"] - ((p["kh"] - 1) * p["dil_h"] + 1)) // p["stride_h"] + 1
    wo = (p["w"] + p["left"] + p["right"] - ((p["kw"] - 1) * p["dil_w"] + 1)) // p["stride_w"] + 1
    c1 = (p["channels"] + c0 - 1) // c0
    matrix: dict[tuple[int, int], int | None] = {}
    for y in range(ho):
        for x in range(wo):
            for g in range(c1):
                for ky in range(p["kh"]):
                    for kx in range(p["kw"]):
                        for c in range(c0):
                            row = y * p["stride_h"] + ky * p["dil_h"] - p["top"]
                            column = x * p["stride_w"] + kx * p["dil_w"] - p["left"]
                            there = 0 <= row < p["h"] and 0 <= column < p["w"]
                            at = ((g * p["h"] + row) * p["w"] + column) * c0 + c
                            matrix[y * wo + x, ((g * p["kh"] + ky) * p["kw"] + kx) * c0 + c] = at if there else None
    rows, columns = p["m_ext"], p["k_ext"]

    def ceil(n: int, unit: int) -> int:
        return (n + unit - 1) // unit

    transposed = order in ("ZzT", "NzT", "Zn")
    down, across = (c0, 16) if transposed else (16, c0)
    for i in range(ceil(rows, down) * down):
        for j in range(ceil(columns, across) * across):
            if order == "Zz":
                to = ((i // 16) * ceil(columns, c0) + j // c0) * fractal + i % 16 * c0 + j % c0
            elif order == "Nz":
                to = (j // c0 * ceil(rows, 16) + i // 16) * fractal + i % 16 * c0 + j % c0
            elif order == "ZzT":
                to = (j // 16 * ceil(rows, c0) + i // c0) * fractal + j % 16 * c0 + i % c0
            elif order == "NzT":
                to = (i // c0 * ceil(columns, 16) + j // 16) * fractal + j % 16 * c0 + i % c0
            else:  # Zn: rows are k, columns are n
                to = (i // c0 * ceil(columns, 16) + j // 16) * fractal + j % 16 * c0 + i % c0
            inside = i < rows and j < columns
            put(to, matrix.get((p["m_start"] + i, p["k_start"] + j)) if inside else None)


def load_scales(
    put: Put, x_start: int, y_start: int, x_step: int, y_step: int, src_stride: int, dst_stride: int
) -> None:
    for x in range(x_step):
        for y in range(y_step):
            for e in range(32):
                put((x * dst_stride + y) * 32 + e, ((x_start + x) * src_stride + y_start + y) * 32 + e)


def fixpipe(
    put: Callable[[int, int, int], None],
    m: int,
    n: int,
    src_stride: int,
    dst_stride: int,
    nd: int,
    src_nd: int,
    dst_nd: int,
    order: str,
) -> None:
    """put(to, from, column)"""
    for g in range(nd):
        for i in range(m):
            for j in range(n):
                frm = g * src_nd * 16 + j // 16 * src_stride * 16 + i * 16 + j % 16
                if order == "rows":
                    to = g * dst_nd + i * dst_stride + j
                elif order == "columns":
                    to = g * dst_nd + j * dst_stride + i
                else:
                    wide = int(order)
                    to = g * dst_nd + j // wide * dst_stride + i * wide + j % wide
                put(to, frm, j)
