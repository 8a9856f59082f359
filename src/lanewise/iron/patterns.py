"""Which bytes a transfer moves, in which order: dims of a DMA, taps of the host, pieces of an object."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.iron.refusals import IronError, wrong
from lanewise.iron.types import ArrayType
from lanewise.moves import Axis, Digit, Layout, axis

Array = np.ndarray[Any, Any]
Dims = Sequence[Sequence[int]]  # (size, stride) pairs, outermost first
PADDING = -1  # an element that comes from nowhere: zero


class Pattern:
    """`total` bytes; without an index they lie one after the other from byte `first` on."""

    def __init__(self, total: int, itemsize: int, index: Array | None = None, first: int = 0) -> None:
        self.total, self._itemsize, self._index, self._first = total, itemsize, index, first

    def read(self, memory: Array, start: int, count: int) -> Array:
        """Bytes start..start+count of the transfer."""
        if self._index is None:
            return memory[self._first + start : self._first + start + count].copy()
        places = self._bytes(start, count)
        out = memory[places]
        out[places < 0] = 0
        return out

    def write(self, memory: Array, start: int, data: Array) -> None:
        if self._index is None:
            memory[self._first + start : self._first + start + len(data)] = data
            return
        memory[self._bytes(start, len(data))] = data

    def _bytes(self, start: int, count: int) -> Array:
        assert self._index is not None
        size = self._itemsize
        low, high = start // size, -(-(start + count) // size)
        places = (self._index[low:high, None] * size + np.arange(size)).reshape(-1)
        return places[start - low * size : start - low * size + count]


def whole(of: ArrayType) -> Pattern:
    return Pattern(of.nbytes, of.dtype.itemsize)


def piece(of: ArrayType, first: int, count: int) -> Pattern:
    """`count` elements from element `first` on."""
    return Pattern(count * of.dtype.itemsize, of.dtype.itemsize, first=first * of.dtype.itemsize)


def counted(dims: Dims, count: int) -> Array:
    """Where `count` elements lie: all counters wrap but the outermost, which runs until the length is used up."""
    digits = [Digit(stride, size) for size, stride in reversed(list(dims)[1:])]
    return Layout((Axis(count, (Digit(1),), (*digits, Digit(dims[0][1]))),)).places()[1]


def check_dims(dims: Dims | None, what: str, most: int) -> list[tuple[int, int]] | None:
    """Pairs as numbers; None for none."""
    if not dims:
        return None
    try:
        pairs = [(int(size), int(stride)) for size, stride in dims]
    except (TypeError, ValueError):
        raise wrong(what, "dims_form", dims=repr(dims)) from None
    if len(pairs) > most:
        raise wrong(what, "dim_count", count=len(pairs), most=most)
    if any(size < 1 or stride < 1 for size, stride in pairs):
        raise wrong(what, "dims_positive", pairs=pairs)
    return pairs


def of_dims(of: ArrayType, dims: Dims | None, what: str, where: Any = None) -> Pattern:
    """A whole object in the order that dims say."""
    if not dims:
        return whole(of)
    index = counted(dims, of.size)
    if index.max() >= of.size:
        error: IronError = wrong(what, "out_of_reach", dims=list(dims), element=index.max(), of=of)
        error.where = where or error.where
        raise error
    return Pattern(of.nbytes, of.dtype.itemsize, index)


def padded(of: ArrayType, dims: Dims | None, pads: Dims, what: str) -> Pattern:
    """The object with zeros around it: (before, after) for each dimension."""
    if dims:
        sizes, strides = [d[0] for d in dims], [d[1] for d in dims]
    else:
        sizes = list(of.shape)
        strides = [math.prod(of.shape[k + 1 :]) for k in range(len(of.shape))]
    if len(pads) != len(sizes):
        raise wrong(what, "pad_count", pads=len(pads), sizes=len(sizes))
    around = zip(sizes, strides, pads, strict=True)
    axes = [axis(before + size + after, stride, 1, -before, size) for size, stride, (before, after) in around]
    _, index, inside = Layout(tuple(axes)).places()
    if (index[inside] >= of.size).any():
        raise wrong(what, "out_of_reach", dims=dims, element=index[inside].max(), of=of)
    index[~inside] = PADDING
    return Pattern(len(index) * of.dtype.itemsize, of.dtype.itemsize, index)


def of_tap(offset: int, sizes: Sequence[int], strides: Sequence[int], of: ArrayType) -> Pattern:
    """What a tap takes of a tensor: index = offset + sum of counter times stride, modulo the tensor."""
    total = math.prod(sizes)
    # A pattern that walks through memory element by element needs no index.
    expected, dense = 1, True
    for size, stride in zip(reversed(sizes), reversed(strides), strict=True):
        dense &= size == 1 or stride == expected
        expected *= size
    if dense and offset + total <= of.size:
        return piece(of, offset, total)
    axes = tuple(axis(*pair) for pair in zip(sizes, strides, strict=True))
    index = Layout(axes, source=offset).places()[1]
    return Pattern(total * of.dtype.itemsize, of.dtype.itemsize, index % of.size)
