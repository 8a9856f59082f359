"""Perfetto's binary traces, byte by byte: fields of protocol buffers, of one event or of many rows at once.

A varint may be longer than it needs to be. Those of a column are all of one width, so a column is an array of bytes;
what that wastes goes when the file is compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, BinaryIO, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]

# Numbers of fields that Perfetto gives them (perfetto/trace/*.proto).
PACKET = 1  # of a trace
TIMESTAMP, SEQUENCE, TRACK_EVENT, INTERNED, FLAGS, COMPRESSED, TRACK = 8, 10, 11, 12, 13, 50, 60  # of a packet
STATE_CLEARED, NEEDS_STATE = 1, 2  # values of FLAGS
ANNOTATION, TYPE, NAME_IID, TRACK_UUID, NAME, COUNT, FLOW, FLOW_ENDS = 4, 9, 10, 11, 23, 44, 47, 48  # of a track event
BEGIN, END, COUNTS = 1, 2, 4  # values of TYPE
EXPLICIT = 3  # lanes of a process stand in the order of their ranks
EVENT_NAMES, ANNOTATION_NAMES, STRINGS = 2, 3, 29  # of interned data

NANOSECONDS = 1000  # of a cycle, which is drawn as a microsecond
LEVEL = 1  # zlib's quickest: repeated fields shrink at any
AT_ONCE = 1 << 22  # bytes that are compressed together


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def field(number: int, value: int | float | str | bytes) -> bytes:
    if isinstance(value, int):
        return tag(number) + varint(value)
    if isinstance(value, float):
        return tag(number, 1) + np.float64(value).astype("<f8").tobytes()
    body = value.encode() if isinstance(value, str) else value
    return tag(number, 2) + varint(len(body)) + body


def tag(number: int, wire: int = 0) -> bytes:
    """What stands before a value: a varint (0), 8 bytes (1), or bytes after their length (2)."""
    return varint(number << 3 | wire)


def packet(*fields: bytes) -> bytes:
    return field(PACKET, b"".join((*fields, field(SEQUENCE, 1))))


def track(
    number: int, name: str, *, parent: int = 0, process: int | None = None, rank: int = 0, counter: bool = False
) -> bytes:
    """A process, a lane of one, or a counter."""
    body = field(1, number)
    body += field(2, name) if process is None else field(3, field(1, process) + field(6, name)) + field(11, EXPLICIT)
    if parent:
        body += field(5, parent)
    return packet(field(TRACK, body + field(12, rank) + (field(8, b"") if counter else b"")))


def uuid(process: int, lane: int = 0, level: int = 0) -> int:
    """Of a track; lane 0 is the process itself, others count from 1."""
    return (process + 1) << 32 | level << 16 | lane


def varints(values: Array, width: int) -> Array:
    """A row of bytes for each; `width` bytes hold 7 bits each."""
    digits = values.astype(np.uint64)[:, None] >> np.arange(0, 7 * width, 7, dtype=np.uint64)
    if (digits[:, -1] > 0x7F).any():
        raise ValueError(f"a number is too large for a varint of {width} bytes")
    out = (digits & np.uint64(0x7F)).astype(np.uint8)
    out[:, :-1] |= 0x80
    return out


class Piece(NamedTuple):
    """The same bytes of every row, or of those that have them."""

    bytes: Array  # a row of bytes for each row that has them
    rows: Array | None = None  # where not all have them: true for those


def constant(count: int, bytes_: bytes) -> Piece:
    return Piece(np.broadcast_to(np.frombuffer(bytes_, np.uint8), (count, len(bytes_))))


def column(*parts: bytes | Array, rows: Array | None = None) -> Piece:
    """Bytes that all have, beside bytes of each."""
    count = next(len(part) for part in parts if not isinstance(part, bytes))
    spread = [constant(count, part).bytes if isinstance(part, bytes) else part for part in parts]
    return Piece(np.concatenate(spread, axis=1), rows)


def lengths(count: int, pieces: Sequence[Piece]) -> Array:
    out = np.zeros(count, np.int64)
    for piece in pieces:
        out += piece.bytes.shape[1] * (1 if piece.rows is None else piece.rows)
    return out


def join_rows(count: int, pieces: Sequence[Piece]) -> bytes:
    """Row after row, each its pieces one after the other."""
    ends = np.cumsum(lengths(count, pieces))
    out = np.empty(int(ends[-1]) if count else 0, np.uint8)
    at = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    for piece in _together(pieces):
        width = piece.bytes.shape[1]
        here = at if piece.rows is None else at[piece.rows]
        out[here[:, None] + np.arange(width)] = piece.bytes
        at = at + (width if piece.rows is None else width * piece.rows)
    return out.tobytes()


def _together(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Neighbours that all rows have as one piece: they are put into place at once."""
    for everywhere, some in groupby(pieces, key=lambda piece: piece.rows is None):
        if everywhere:
            yield Piece(np.concatenate([piece.bytes for piece in some], axis=1))
        else:
            yield from some


def write_compressed(file: BinaryIO, packets: Iterable[bytes]) -> None:
    """Packets, whole ones in every part, as packets that hold them compressed."""
    waiting: list[bytes] = []
    size = 0

    def flush() -> None:
        file.write(field(PACKET, field(COMPRESSED, zlib.compress(b"".join(waiting), LEVEL))))
        waiting.clear()

    for part in packets:
        waiting.append(part)
        size += len(part)
        if size >= AT_ONCE:
            flush()
            size = 0
    if waiting:
        flush()
