"""UB and registers as bytes, for tests of loads, stores and masks."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.asc import reg
from lanewise.machine.tensor import LocalTensor, TPosition
from lanewise.numerics.formats import DTYPES

BASE = 4096  # where tests put their data in UB


def ramp(n: int) -> list[int]:
    """Bytes that tell their place, also beyond 256."""
    return [(i * 7 + i // 256 * 3 + 1) % 256 for i in range(n)]


def fill(core: Any, n: int = 4096) -> list[int]:
    data = ramp(n)
    core.mem[BASE : BASE + n] = data
    return data


def at(core: Any, offset: int = 0, kind: str = "uint8", room: int = 8192) -> Any:
    """UB from `offset` bytes behind BASE on."""
    return LocalTensor.place(core, BASE + offset, room, kind, TPosition.VECCALC)


def memory(core: Any, n: int, offset: int = 0) -> list[int]:
    return [int(b) for b in core.mem[BASE + offset : BASE + offset + n]]


def raw(register: Any) -> list[int]:
    """The bytes of one register."""
    return [int(b) for b in register.data]


def register_of(kind: str, data: list[int]) -> Any:
    made = reg.RegTensor(kind)
    made.data[:] = data
    return made


def mask_of(bits: list[int]) -> Any:
    """A mask register with these of its 256 bits set."""
    made = reg.MaskReg()
    made.data[:] = np.packbits([i in set(bits) for i in range(256)], bitorder="little")
    return made


def set_bits(mask: Any) -> list[int]:
    return [int(i) for i in np.flatnonzero(np.unpackbits(mask.data, bitorder="little"))]


def width(kind: str) -> int:
    return DTYPES[kind].size
