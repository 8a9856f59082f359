"""Loads and stores, and the walks over memory that iterators, windows and tensors stand for.

Memory is an array of lanes here; a walk is the order of its elements. A reader that leaves the end of a circular buffer
goes on at its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.record import ALL, LATER, Operation, any_type, lanes
from lanewise.isa.aie.vectors import Vector, load_v, refuse, store_v, vector


def _floored(source: Array, size: int, at: int) -> int:
    """Where an access goes that must be aligned: down to a multiple of what the chip needs."""
    lane = source.dtype.itemsize * (2 if source.ndim == 2 else 1)
    needed = min(int(current("load_floor_v").fact("vector_alignment")), size * lane)
    return at * lane // needed * needed // lane


def load_unaligned_v(source: Any, size: int, at: int = 0) -> Vector:
    """`size` lanes from any lane on."""
    return load_v(source, size, at)


def store_unaligned_v(target: Array, v: Vector, at: int = 0) -> None:
    """Writes a vector from any lane on."""
    store_v(target, v, at)


def load_floor_v(source: Any, size: int, at: int = 0) -> Vector:
    """`size` lanes from the last aligned place on."""
    data = np.asarray(source)
    return load_v(data, size, _floored(data, size, at))


def store_floor_v(target: Array, v: Vector, at: int = 0) -> None:
    """Writes a vector from the last aligned place on."""
    store_v(target, v, _floored(target, v.size, at))


def floor_pointer(source: Any, size: int, at: int) -> int:
    """The last aligned place."""
    return _floored(np.asarray(source), size, at)


@observed("load_v")
def _loaded(data: Vector, index: Any) -> Vector:
    """Lanes of what an iterator walks over: each step is a load."""
    return Vector(data.data[index].copy(), data.type)


def circular_indices(count: int, size: int = 1, start: int = 0, step: int = 1) -> Iterator[Array]:
    """Index of each item of an endless circular walk: `size` elements, `step` items further every time."""
    at = start
    while True:
        yield (at + np.arange(size)) % count
        at += step * size


def begin(source: Any, start: int = 0) -> Iterator[Any]:
    """Elements one after the other."""
    data = vector(source)
    return (data.get(i) for i in range(start, data.size))


def begin_pattern(source: Any, *steps: int) -> Iterator[Any]:
    """Elements at steps that come again and again, until the end."""
    data, at, turn = vector(source), 0, 0
    while at < data.size:
        yield data.get(at)
        at, turn = at + steps[turn % len(steps)], turn + 1


def mdspan(source: Any, *sizes: int, strides: Sequence[int] | None = None) -> Array:
    """Memory as an array of several dimensions; strides are in elements, the last dimension's is 1 unless said."""
    data = np.asarray(source).reshape(-1)
    if strides is None:
        return data[: int(np.prod(sizes))].reshape(sizes)
    reach = sum((n - 1) * s for n, s in zip(sizes, strides, strict=True))
    if reach >= data.size:
        raise refuse("mdspan", "element_outside", element=reach, size=data.size)
    return np.lib.stride_tricks.as_strided(data, sizes, [s * data.itemsize for s in strides])


def lock(number: int = 0, value: int = 0) -> None:
    """Locks are free: what a kernel is given belongs to it for the whole call."""


def begin_circular(source: Any, start: int = 0) -> Iterator[Any]:
    """Elements one after the other, around the end for ever."""
    data = vector(source)
    return (data.get(int(i[0])) for i in circular_indices(data.size, 1, start))


def begin_vector(source: Any, size: int, start: int = 0) -> Iterator[Vector]:
    """Vectors one after the other."""
    data = vector(source)
    return (_loaded(data, slice(i * size, (i + 1) * size)) for i in range(start, data.size // size))


def begin_vector_circular(source: Any, size: int, start: int = 0) -> Iterator[Vector]:
    """Vectors one after the other, around the end for ever."""
    data = vector(source)
    return (_loaded(data, i) for i in circular_indices(data.size, size, start * size))


def cyclic_add(at: int, step: int, start: int, count: int) -> int:
    """A place moved inside a circular buffer."""
    return start + (at - start + step) % count


def byte_incr(at: int, count: int) -> int:
    """A pointer moved by bytes."""
    return at + count


class Dimension(NamedTuple):
    times: int
    step: int


def make_tensor_descriptor(*dimensions: tuple[int, int]) -> tuple[Dimension, ...]:
    """How often and how far, the outermost dimension first; steps are in vectors."""
    return tuple(Dimension(*d) for d in dimensions)


def make_tensor_buffer_stream(source: Any, size: int, descriptor: Sequence[Dimension]) -> Iterator[Vector]:
    """Vectors of memory in the order of a descriptor."""
    data = vector(source)
    counts = [range(d.times) for d in descriptor]
    for place in np.ndindex(*(len(c) for c in counts)):
        at = sum(i * d.step for i, d in zip(place, descriptor, strict=True)) * size
        if not 0 <= at <= data.size - size:
            raise refuse("tensor_buffer_stream", "lane_outside", at=at, size=data.size)
        yield _loaded(data, slice(at, at + size))


# Windows: a block and the place in it that moves. `block` has readincr, readincr_v, writeincr, incr, decr.


def window_read(block: Any, size: int = 0) -> Any:
    """The next value or vector; the place stays."""
    before = block.at
    found = block.readincr_v(size) if size else block.readincr()
    block.at = before
    return found


def window_readincr(block: Any, size: int = 0) -> Any:
    """The next value or vector, and the place moves behind it."""
    return block.readincr_v(size) if size else block.readincr()


def window_readdecr(block: Any, size: int = 0) -> Any:
    """The value or vector here, and the place moves in front of it."""
    found = window_read(block, size)
    block.decr(size or 1)
    return found


def window_write(block: Any, value: Any) -> None:
    """Writes here; the place stays."""
    before = block.at
    block.writeincr(value)
    block.at = before


def window_writeincr(block: Any, value: Any) -> None:
    """Writes here, and the place moves behind it."""
    block.writeincr(value)


def window_writedecr(block: Any, value: Any) -> None:
    """Writes here, and the place moves in front of it."""
    window_write(block, value)
    block.decr(value.size if isinstance(value, Vector) else 1)


def window_incr(block: Any, count: int = 1) -> None:
    """Moves the place; it wraps around."""
    block.incr(count)


def window_decr(block: Any, count: int = 1) -> None:
    """Moves the place back; it wraps around."""
    block.decr(count)


def window_size(block: Any) -> int:
    return int(block.size)


def window_acquire(end: Any) -> Any:
    """Waits for a block."""
    return end.acquire()


def window_release(end: Any, block: Any) -> None:
    """Gives a block back."""
    end.release(block)


_ALL = lanes(ALL)
_ALIGNED = ("unaligned_access",)


def _memory(name: str, said: str, meaning: Any, *names: str, **more: Any) -> Operation:
    return Operation(name, "memory", said, meaning, more.pop("rows", _ALL), names or (f"aie::{name}",), **more)


def _iterator(name: str, said: str, meaning: Any, *names: str, rows: Any = _ALL) -> Operation:
    return Operation(name, "iterator", said, meaning, rows, names)


def _window(name: str, said: str, meaning: Any, sized: bool = False, timing: str = "") -> Operation:
    names = (name, f"{name}_v", f"{name}_v{{N}}") if sized else (name,)
    return Operation(name, "window", said, meaning, any_type(), names, timing=timing)


OPERATIONS = (
    _memory(
        "load_v",
        "v[i] = p[i], from an aligned place",
        load_v,
        policies=_ALIGNED,
        operands="source:memory",
        cpp="aie::load_v<{N}>({source})",
        timing="load",
    ),
    _memory("store_v", "p[i] = v[i], to an aligned place", store_v, policies=_ALIGNED, timing="store"),
    _memory(
        "load_unaligned_v",
        "v[i] = p[i]",
        load_unaligned_v,
        operands="source:memory",
        cpp="aie::load_unaligned_v<{N}>({source})",
        timing="load",
    ),
    _memory("store_unaligned_v", "p[i] = v[i]", store_unaligned_v, timing="store"),
    _memory(
        "load_floor_v",
        "v[i] = p[i], from the last aligned place",
        load_floor_v,
        "aie::load_floor_v",
        "aie::load_floor_bytes_v",
        policies=_ALIGNED,
        timing="load",
    ),
    _memory(
        "store_floor_v",
        "p[i] = v[i], to the last aligned place",
        store_floor_v,
        "aie::store_floor_v",
        "aie::store_floor_bytes_v",
        policies=_ALIGNED,
        timing="store",
    ),
    _memory("floor_pointer", "The last aligned place", floor_pointer, policies=_ALIGNED),
    _memory(
        "cyclic_add",
        "A place moved inside a circular buffer",
        cyclic_add,
        "cyclic_add",
        rows=any_type(),
        evidence="inferred",
    ),
    _memory("byte_incr", "A pointer moved by bytes", byte_incr, "byte_incr", rows=any_type(), evidence="inferred"),
    _iterator(
        "begin", "Elements one after the other", begin, "aie::{c,}begin", "aie::{c,}end", "aie::{c,}begin_restrict"
    ),
    Operation(
        "begin_pattern",
        "iterator",
        "Elements at steps that come again and again",
        begin_pattern,
        _ALL,
        ("aie::begin_pattern",),
        policies=("iterator_pattern",),
        evidence="assumed",
    ),
    _iterator(
        "mdspan",
        "Memory as an array of several dimensions",
        mdspan,
        "aie::mdspan",
        "aie::submdspan",
        "aie::{,d}extents",
        "aie::mapping",
        "aie::layout_{right,left,stride}",
        "aie::default_accessor",
        "aie::full_extent_t",
    ),
    _iterator(
        "lock",
        "A lock between cores and data movers: free while a call runs",
        lock,
        "acquire{,_equal,_greater_equal}",
        "release",
        rows=any_type(evidence="inferred"),
    ),
    _iterator(
        "begin_circular",
        "Elements one after the other, around the end",
        begin_circular,
        "aie::{c,}begin_{circular,random_circular,restrict_circular,restrict_random_circular}",
    ),
    _iterator(
        "begin_vector",
        "Vectors one after the other",
        begin_vector,
        "aie::{c,}begin_{vector,restrict_vector,unaligned_vector,restrict_unaligned_vector,unaligned_restrict_vector}",
    ),
    _iterator(
        "begin_vector_circular",
        "Vectors one after the other, around the end",
        begin_vector_circular,
        "aie::{c,}begin_{,restrict_}vector_{circular,random_circular}",
    ),
    _iterator(
        "make_tensor_descriptor",
        "How often and how far in each dimension",
        make_tensor_descriptor,
        "aie::make_tensor_descriptor",
        "aie::make_tensor_descriptor_from_native",
        "aie::tensor_{dim,descriptor}",
        rows=lanes(ALL, chips=LATER),
    ),
    _iterator(
        "make_tensor_buffer_stream",
        "Vectors of memory in the order of a descriptor",
        make_tensor_buffer_stream,
        "aie::make_{,restrict_}tensor_buffer_stream",
        "aie::tensor_buffer_stream",
        "aie::{,restrict_}unaligned_vector_{input,output}_buffer_stream",
        rows=lanes(ALL, chips=LATER),
    ),
    _window("window_read", "The next value or vector; the place stays", window_read, True, "load"),
    _window("window_readincr", "The next value or vector; the place moves behind it", window_readincr, True, "load"),
    _window(
        "window_readdecr", "The value or vector here; the place moves in front of it", window_readdecr, True, "load"
    ),
    _window("window_write", "Writes here; the place stays", window_write, timing="store"),
    _window("window_writeincr", "Writes here; the place moves behind it", window_writeincr, timing="store"),
    _window("window_writedecr", "Writes here; the place moves in front of it", window_writedecr, timing="store"),
    _window("window_incr", "Moves the place", window_incr, True),
    _window("window_decr", "Moves the place back", window_decr, True),
    _window("window_size", "Elements of a block", window_size),
    _window("window_acquire", "Waits for a block", window_acquire),
    _window("window_release", "Gives a block back", window_release),
)
