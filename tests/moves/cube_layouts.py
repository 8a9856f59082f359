"""Moves of the matrix unit as layouts: what a record of one would hold. Everything in items of `bits` bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.moves import Axis, Conversion, Coordinate, Digit, Layout, axis, constant


def c0_of(bits: int) -> int:
    """Items in 32 bytes."""
    return 256 // bits


def up(n: int, unit: int) -> int:
    return -(-n // unit)


def nd2nz(
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
) -> Layout:
    """`columns_first` is Dn2Nz: the source is column-major."""
    c0 = c0_of(bits)
    row, column = (1, src_d) if columns_first else (src_d, 1)
    columns = Axis(up(d, c0) * c0, (Digit(1, c0), Digit(c0_stride * c0)), (Digit(column),), limit=d)
    return Layout((axis(nd, src_matrix, dst_matrix), axis(n, row, n_stride * c0), columns), bits)


def load_2d(bits: int, start: int, repeat: int, src_stride: int, dst_gap: int, transpose: bool, down: bool) -> Layout:
    fractal = 4096 // bits
    repeats = axis(repeat, -src_stride * fractal if down else src_stride * fractal, (dst_gap + 1) * fractal)
    inner = (axis(16, 1, 16), axis(16, 16, 1)) if transpose else (axis(fractal),)
    return Layout((repeats, *inner), bits, source=start * fractal)


def load_2d_v2(
    bits: int, m_start: int, k_start: int, m_step: int, k_step: int, src_stride: int, dst_stride: int, transpose: bool
) -> Layout:
    c0, fractal = c0_of(bits), 4096 // bits
    start = (k_start * abs(src_stride) + m_start) * fractal
    if not transpose:
        axes = axis(k_step, src_stride * fractal, dst_stride * fractal), axis(m_step * fractal)
        return Layout(axes, bits, source=start)
    columns = Axis(c0 * k_step, (Digit(c0),), (Digit(1, c0), Digit(src_stride * fractal)))
    return Layout(
        (axis(16 * m_step // c0, c0 * c0, dst_stride * fractal), columns, axis(c0, c0, 1)), bits, source=start
    )


def load_transposed(
    bits: int, start: int, repeat: int, src_stride: int, dst_gap: int, frac_gap: int, down: bool
) -> Layout:
    """Squares of 16, 32 or 64 items."""
    c0, fractal = c0_of(bits), 4096 // bits
    side, fractals = max(c0, 16), max(1, side_fractals(bits))
    square, apart = fractal * fractals, (frac_gap + 1) * fractal
    repeats = axis(repeat, -src_stride * square if down else src_stride * square, (dst_gap + 1) * fractal)
    if bits == 32:  # two halves side by side
        rows = Axis(side, (Digit(8),), (Digit(1, 8), Digit(fractal)))
        columns = Axis(side, (Digit(1, 8), Digit(apart)), (Digit(8),))
    else:
        rows = Axis(side, (Digit(c0, 16), Digit(apart)), (Digit(1),))
        columns = axis(side, c0, 1)
    return Layout((repeats, rows, columns), bits, source=start * square)


def side_fractals(bits: int) -> int:
    return {4: 4, 8: 2, 16: 1, 32: 2}[bits]


def im2col(bits: int, p: dict[str, Any], order: str) -> Layout:
    """`order` is that of the destination: Zz, Nz, their transposed ones (ZzT, NzT) or Zn."""
    c0, fractal = c0_of(bits), 4096 // bits
    high = (p["h"] + p["top"] + p["bottom"] - ((p["kh"] - 1) * p["dil_h"] + 1)) // p["stride_h"] + 1
    wide = (p["w"] + p["left"] + p["right"] - ((p["kw"] - 1) * p["dil_w"] + 1)) // p["stride_w"] + 1
    channels = up(p["channels"], c0)
    rows, columns = p["m_ext"], p["k_ext"]
    down, across = (c0, 16) if order in ("ZzT", "NzT", "Zn") else (16, c0)
    m1, k1 = (up(rows, 16), up(columns, c0)) if down == 16 else (up(rows, c0), up(columns, 16))
    targets = {
        "Zz": ((Digit(c0, 16), Digit(k1 * fractal)), (Digit(1, c0), Digit(fractal))),
        "Nz": ((Digit(c0),), (Digit(1, c0), Digit(m1 * fractal))),
        "ZzT": ((Digit(1, c0), Digit(fractal)), (Digit(c0, 16), Digit(m1 * fractal))),
        "NzT": ((Digit(1, c0), Digit(k1 * fractal)), (Digit(c0),)),
        "Zn": ((Digit(1, c0), Digit(k1 * fractal)), (Digit(c0, 16), Digit(fractal))),
    }[order]
    m = Axis(
        m1 * down,
        targets[0],
        (Digit(p["stride_w"], wide, along=1), Digit(p["stride_h"], along=0)),
        p["m_start"],
        min(high * wide, p["m_start"] + rows),
    )
    k = Axis(
        k1 * across,
        targets[1],
        (
            Digit(1, c0),
            Digit(p["dil_w"], p["kw"], along=1),
            Digit(p["dil_h"], p["kh"], along=0),
            Digit(p["h"] * p["w"] * c0),
        ),
        p["k_start"],
        min(channels * p["kh"] * p["kw"] * c0, p["k_start"] + columns),
    )
    box = (Coordinate(p["w"] * c0, p["h"], -p["top"]), Coordinate(c0, p["w"], -p["left"]))
    return Layout((m, k), bits, box=box, fill=constant(p["pad"]))


def load_scales(x_start: int, y_start: int, x_step: int, y_step: int, src_stride: int, dst_stride: int) -> Layout:
    return Layout(
        (axis(x_step, src_stride * 32, dst_stride * 32), axis(y_step * 32)),
        8,
        source=(x_start * src_stride + y_start) * 32,
    )


def fixpipe(
    m: int,
    n: int,
    src_stride: int,
    dst_stride: int,
    nd: int,
    src_nd: int,
    dst_nd: int,
    order: str,
    bits: int,
    convert: Callable[[Any, Any], Any],
) -> Layout:
    """From L0C, rows of 16 numbers of 32 bits. `order`: rows, columns, or NZ in fractals as wide as the number says."""
    matrices = axis(nd, src_nd * 16, dst_nd)
    across = (Digit(1, 16), Digit(src_stride * 16))
    if order == "columns":
        axes = (matrices, Axis(n, (Digit(dst_stride),), across), axis(m, 16, 1))
        return Layout(axes, 32, conversion=Conversion(bits, convert, 1))
    if order == "rows":
        axes = (matrices, axis(m, 16, dst_stride), Axis(n, (Digit(1),), across))
    else:
        wide = int(order)
        axes = (matrices, axis(m, 16, wide), Axis(n, (Digit(1, wide), Digit(dst_stride)), across))
    return Layout(axes, 32, conversion=Conversion(bits, convert, 2))
