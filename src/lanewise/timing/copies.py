"""What a copy between GM and UB costs: its pieces, the bytes the memory really moves, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from lanewise.isa.catalogue import by_opcode, opcodes
from lanewise.isa.issued import Pipe
from lanewise.isa.record import Overload
from lanewise.numerics.formats import BY_CODE
from lanewise.timing.numbers import Numbers
from lanewise.timing.vector import mixed

BLOCK = 32
Array = np.ndarray[Any, Any]


@dataclass
class CopyCosts:
    cycles: Array
    known: Array
    bytes: Array
    near: Array  # found in L2


def costs(numbers: Numbers, records: Array, payload: Array, active: int, blocks: int) -> CopyCosts:
    """`records` are the copies of one block in order; `active` cores of `blocks` blocks share the memory."""
    pieces, size, pitch = shapes(records, payload)
    moved = pieces * size
    out = records["pipe"] == Pipe.MTE3
    address = np.where(out, records["operands"][:, 0]["address"], records["operands"][:, 1]["address"]).astype(np.int64)
    near = _near(address, moved, numbers.get("copy_in.l2_bytes") / blocks) & ~out
    cycles, known = np.zeros(len(records)), np.zeros(len(records), bool)
    if numbers.has("copy_out"):
        known |= out
        cycles[out] = np.maximum(numbers["copy_out.issue"], moved[out] / numbers["copy_out.core_rate"])
    if numbers.has("copy_in"):
        known |= ~out
        keys = [column[~out] for column in (pieces, size, pitch, address % 512, near)]
        uses, back = np.unique(mixed(keys), return_index=True, return_inverse=True)[1:]
        each = np.array([_copy_in(numbers, *(int(k[i]) for k in keys), active) for i in uses])
        cycles[~out] = each[back] if len(uses) else 0
    return CopyCosts(cycles, known, moved, near)


def _near(address: Array, size: Array, share: float) -> Array:
    """Whether L2 still holds what a copy reads: this block has moved no more than its share of L2 since."""
    hits = np.zeros(len(address), bool)
    last: dict[int, int] = {}
    moved = (np.cumsum(size) - size).tolist()
    for i, key in enumerate(mixed([address, size]).tolist()):
        before = last.get(key)
        if before is not None and moved[i] - before <= share:
            hits[i] = True
        last[key] = moved[i]
    return hits


@lru_cache(maxsize=1 << 16)
def _copy_in(numbers: Numbers, pieces: int, size: int, pitch: int, offset: int, near: int, active: int) -> float:
    where = "l2_" if near else ""
    rate = min(numbers[f"copy_in.{where}core_rate"], numbers[f"copy_in.{where}total_rate"] / active)
    moved = touched(pieces, size, pitch, offset, int(numbers["copy_in.segment"]))
    flowing = numbers["copy_in.start"] + numbers["copy_in.burst"] * pieces + moved / rate
    return max(numbers["copy_in.issue"] * pieces, flowing)


def touched(pieces: int, size: int, pitch: int, offset: int, segment: int) -> int:
    """Bytes of the segments that the pieces touch; short pieces travel as requests of 128 or 256 bytes."""
    if not pieces or not size:
        return 0
    while segment > 128 and size <= segment // 2:
        segment //= 2
    at = offset + np.arange(pieces) * pitch
    return int(((at + size - 1) // segment - at // segment + 1).sum()) * segment


def shapes(records: Array, payload: Array) -> tuple[Array, Array, Array]:
    """Copies as GM sees them: so many pieces of so many bytes, so many bytes from one to the next."""
    opcode, number = records["opcode"], opcodes()
    pieces, size, gap = (np.zeros(len(records), np.int64) for _ in range(3))

    def param(at: Array, k: int) -> Array:
        return payload[records["payload"][at].astype(np.int64) + k]

    out = records["pipe"] == Pipe.MTE3
    widths = np.array([BY_CODE[c].bits if c in BY_CODE else 8 for c in range(256)])
    counted = records["overload"] == Overload.COUNT
    at = np.flatnonzero((opcode == number["data_copy"]) & counted)
    pieces[at] = 1
    size[at] = param(at, 0) * widths[records["operands"][at, 0]["dtype"]] // 8 // BLOCK * BLOCK
    at = np.flatnonzero((opcode == number["data_copy"]) & ~counted)
    pieces[at], size[at] = param(at, 0), param(at, 1) * BLOCK
    gap[at] = np.where(out[at], param(at, 3), param(at, 2)) * BLOCK
    at = np.flatnonzero(opcode == number["data_copy_pad"])
    pieces[at], size[at] = param(at, 0), param(at, 1)
    gap[at] = np.where(out[at], param(at, 3), param(at, 2))
    done = (opcode == number["data_copy"]) | (opcode == number["data_copy_pad"])
    for i in np.flatnonzero(~done):
        pieces[i], size[i], gap[i] = _special(records[i], payload)
    whole = (gap == 0) & (pieces > 0)
    size[whole] *= pieces[whole]
    pieces[whole] = 1
    return pieces, size, size + gap


def _special(record: Any, payload: Array) -> tuple[int, int, int]:
    """Pieces, bytes and gap of the copies that change a layout."""
    ins = by_opcode()[int(record["opcode"])]
    assert ins is not None
    first = int(record["payload"])
    p = [int(v) for v in payload[first : first + int(record["payload_count"])]]
    size = BY_CODE[int(record["operands"][0]["dtype"])].size
    if ins.name == "data_copy_nd2nz":
        return p[0] * p[1], p[2] * size, (p[4] - p[2]) * size
    if ins.name == "data_copy_nz2nd":
        return p[0] * p[1], p[2] * size, (p[5] - p[2]) * size
    if ins.name == "data_copy_nddma":
        axes = [p[2 + 5 * d : 7 + 5 * d] for d in range(p[0])]
        row = axes[0][2] * size
        return prod(a[2] for a in axes[1:]), row, axes[1][0] * size - row if len(axes) > 1 else 0
    return _slices(p, size, int(record["pipe"]) == Pipe.MTE3)


def _slices(p: list[int], size: int, out: bool) -> tuple[int, int, int]:
    """Pieces of a rectangular copy: the bursts of all its dimensions."""
    dims, to = p[0], p[1:]
    ours = to[: 5 * dims] if out else to[5 * dims : 10 * dims]
    burst = to[3] * BLOCK
    pieces = 1
    for d in range(dims):
        start, end, stride = ours[5 * d : 5 * d + 3]
        span = burst // size if d == 0 else 1
        pieces *= (end - start + 1 + stride) // (span + stride)
    return pieces, burst, ours[2] * size if pieces > 1 else 0
