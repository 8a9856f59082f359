"""What the runtime writes for others, entry by entry: in a file, or as messages (engine/runtime/entries.cpp)."""

from __future__ import annotations

import struct

HEADER = struct.Struct("<4sIIIQQ")  # kind, process, launch, number, bytes of the first and of the second piece
Entry = tuple[bytes, int, int, int, bytes, bytes]  # the same with the pieces


def entry(message: bytes) -> Entry | None:
    """The one that a message holds; None: it holds none."""
    try:
        kind, process, launch, number, first, second = HEADER.unpack_from(message)
    except struct.error:
        return None
    behind = HEADER.size + first
    if len(message) != behind + second:
        return None
    return kind, process, launch, number, message[HEADER.size : behind], message[behind:]
