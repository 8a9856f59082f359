"""Matrices in fractals: where their elements lie in the memories of a cube core, as layouts.

A fractal is 512 bytes, 16 rows of 32 bytes; in the memory of results it is 16 x 16 elements. Rows of a layout are made
dense on its other side, so that a matrix of rows x columns is read or written as an array.
"""

from __future__ import annotations

from lanewise.moves import Axis, Digit, Layout
from lanewise.numerics.formats import DType

ROWS = 16  # of a fractal
FRACTAL = 512  # bytes


def ceil_div(n: int, unit: int) -> int:
    """How many units hold n."""
    return -(-n // unit)


def c0_of(bits: int) -> int:
    """Elements in 32 bytes."""
    return 256 // bits


def in_square(kind: DType) -> int:
    """Fractals that a transposing load turns at once."""
    return 4 if kind.packed else 1 if kind.bits == 16 else 2


def left_matrix(m: int, k: int, bits: int, order: str, *, row: bool = False, aligned: bool = False) -> Layout:
    """The left matrix, m x k: fractals one row of them after the other (zz) or one column of them (nz); or one plain
    row. `aligned`: a row of fractals takes 16 elements of k at once."""
    c0 = c0_of(bits)
    if row:
        return _dense(m, k, (Digit(k),), (Digit(1),), bits)
    if order == "nz":
        return _dense(m, k, (Digit(c0),), (Digit(1, c0), Digit(ceil_div(m, ROWS) * ROWS * c0)), bits)
    across = ceil_div(k, ROWS) * ROWS // c0 if aligned else ceil_div(k, c0)
    return _dense(m, k, (Digit(c0, ROWS), Digit(across * ROWS * c0)), (Digit(1, c0), Digit(ROWS * c0)), bits)


def right(k: int, n: int, bits: int) -> Layout:
    """The right matrix, k x n: fractals of 16 columns, each of 32 bytes of k."""
    c0 = c0_of(bits)
    return _dense(k, n, (Digit(1, c0), Digit(ceil_div(n, ROWS) * ROWS * c0)), (Digit(c0),), bits)


def scales(rows: int, k: int) -> Layout:
    """Of a matrix, rows x k: one for 32 values of k, in fractals of 16 rows and two of them, one row of fractals after
    the other."""
    wide = ceil_div(k, 64)
    down, across = (Digit(2, ROWS), Digit(wide * 32)), (Digit(1, 2), Digit(32))
    return _dense(rows, 2 * wide, down, across, 8)


def sparse_index(k: int, n: int) -> Layout:
    """Which of four values each of the k values of a sparse right matrix is: two bits each, in fractals like theirs."""
    c0 = c0_of(8)
    return _dense(k, n, (Digit(1, c0), Digit(ceil_div(n, ROWS) * ROWS * c0)), (Digit(c0),), 2)


def product(m: int, n: int, bits: int) -> Layout:
    """The result, m x n: fractals of 16 x 16 elements, one column of them after the other."""
    return _dense(m, n, (Digit(ROWS),), (Digit(1, ROWS), Digit(ceil_div(m, ROWS) * ROWS * ROWS)), bits)


def _dense(rows: int, columns: int, down: tuple[Digit, ...], across: tuple[Digit, ...], bits: int) -> Layout:
    return Layout((Axis(rows, (Digit(columns),), down), Axis(columns, (Digit(1),), across)), bits)
