"""Vectors of which at least half is zero, as they lie in memory: a mask of 64 bits and the bytes that are there."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import ALL, LATER, Operation, lanes
from lanewise.isa.aie.types import LaneType, lane_type
from lanewise.isa.aie.vectors import Vector, refuse, vector

_GROUP = 64  # bytes that one mask speaks of


def sparse_pack(values: Any) -> Array:
    """A vector as bytes: of every 64 a mask of 64 bits, then those that are not zero, up to whole words of 32 bits."""
    data = values if isinstance(values, Vector) else vector(values)
    size = data.data.dtype.itemsize
    groups = np.frombuffer(np.ascontiguousarray(data.data).tobytes(), np.uint8).reshape(-1, _GROUP // size, size)
    if data.type.bits < 8 or data.size * data.type.lane_bits % (8 * _GROUP):
        raise refuse("sparse_pack", "packed_groups", size=data.size, type=data.type, group=_GROUP)
    out = []
    for group in groups:
        there = np.repeat(group.any(axis=1), size)  # all bytes of an element, or none
        kept = group.reshape(-1)[there]
        out += [np.packbits(there, bitorder="little"), kept, np.zeros(-len(kept) % 4, np.uint8)]
    return np.concatenate(out)


def sparse_vector(source: Any, type: str | LaneType, size: int, at: int = 0) -> tuple[Vector, int]:
    """The vector that starts at byte `at`, with its zeros, and where the next one starts."""
    kind, data = lane_type(type), np.asarray(source, np.uint8)
    if kind.bits < 8 or size * kind.lane_bits % (8 * _GROUP):
        raise refuse("sparse_vector", "sparse_groups", size=size, kind=kind, group=_GROUP)
    groups = []
    for _ in range(size * kind.lane_bits // (8 * _GROUP)):
        there = np.unpackbits(data[at : at + 8], bitorder="little").astype(bool)
        count = int(there.sum())
        group = np.zeros(_GROUP, np.uint8)
        group[there] = data[at + 8 : at + 8 + count]
        groups.append(group)
        at += 8 + count + -count % 4
    lanes_ = np.concatenate(groups).view(kind.dtype)
    return Vector(lanes_.reshape(-1, 2) if kind.is_complex else lanes_, kind), at


OPERATIONS = (
    Operation("sparse_vector", "memory", "A vector whose zeros are left out in memory", sparse_vector,
              lanes(ALL, chips=LATER, evidence="inferred"),
              ("aie::sparse_vector", "aie::{,restrict_}sparse_vector_input_buffer_stream"),
              policies=("sparse_layout",)),
    Operation("sparse_pack", "memory", "A vector as bytes that sparse_vector reads", sparse_pack,
              lanes(ALL, chips=LATER, evidence="inferred"), policies=("sparse_layout",)),
)  # fmt: skip
