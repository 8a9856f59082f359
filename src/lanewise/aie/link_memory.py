"""Memory of a C++ kernel through a link to another kernel, in C++ or Python."""

from __future__ import annotations

from typing import Any

import numpy as np


def cross(link: Any, reads: bool, memory: Any) -> None:
    """From the link into memory, or from memory into the link. Waits for the other side."""
    if link.kind == "bytes":  # both sides agree on what they mean
        link.cross(reads, memory)
    elif link.kind == "cascade":
        _cascade(link, reads, memory)
    else:
        _stream(link, reads, memory)


def end_packet(link: Any) -> None:
    """What a kernel put last ends a packet: for those who lead packets on."""
    if link.kind == "bytes":
        link.end_packet()


def _cascade(link: Any, reads: bool, memory: Any) -> None:
    from lanewise.aie.cores import current_core
    from lanewise.isa.aie.accums import Accum
    from lanewise.isa.aie.lanes import storage

    family = current_core(link.name).family
    face = np.dtype(np.float32) if link.tag.is_float else storage(link.tag.lane_bits(family))
    lanes = memory.view(face).reshape((-1, 2) if link.tag.is_complex else -1)
    if reads:
        lanes[...] = link.get(len(lanes)).lanes
    else:
        link.put(Accum(lanes.copy(), link.tag, family))


def _stream(link: Any, reads: bool, memory: Any) -> None:
    from lanewise.isa.aie.vectors import Vector

    values = memory.view(link.type.dtype).reshape((-1, 2) if link.type.is_complex else -1)
    if reads:
        values[...] = link.read_v(len(values)).data
    else:
        for i in range(len(values)):  # each may have to wait
            link.write(Vector(values[i : i + 1].copy(), link.type))
