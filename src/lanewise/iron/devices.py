"""Devices: arrays of tiles. Row 0 is the shim, row 1 memory tiles, the rows above compute tiles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from lanewise.chips.chip import any_chip
from lanewise.iron.refusals import wrong, wrong_value
from lanewise.machine.settings import settings

DEFAULT = "npu1"


class AIEArch(IntEnum):
    AIE1 = 1
    AIE2 = 2
    AIE2p = 3


class AIETileType(IntEnum):
    CoreTile = 0
    MemTile = 1
    ShimNOCTile = 2
    ShimPLTile = 3


class DMAChannelDir(IntEnum):
    S2MM = 0
    MM2S = 1


class WireBundle(IntEnum):
    Core = 0
    DMA = 1
    FIFO = 2
    South = 3
    West = 4
    North = 5
    East = 6
    PLIO = 7
    NOC = 8
    Trace = 9
    Ctrl = 10
    TileControl = 11


class ObjectFifoPort(IntEnum):
    Produce = 0
    Consume = 1


class LockAction(IntEnum):
    Acquire = 0
    Release = 1
    AcquireGreaterEqual = 2


class Tile:
    """A place: column and row, or either of them, or neither."""

    def __init__(self, col: Any = None, row: Any = None, *_: Any, tile_type: Any = None, **named: Any) -> None:
        self.col = None if col is None else int(col)
        self.row = None if row is None else int(row)
        self.tile_type = tile_type

    @property
    def is_placed(self) -> bool:
        return self.col is not None and self.row is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tile) and (self.col, self.row) == (other.col, other.row)

    def __hash__(self) -> int:
        return hash((self.col, self.row))

    def __repr__(self) -> str:
        return f"Tile({self.col}, {self.row})"


class AnyTile(Enum):
    """A tile that the compiler chooses."""

    SHIM = "shim"
    MEMORY = "memory"
    COMPUTE = "compute"


AnyShimTile, AnyMemTile, AnyComputeTile = AnyTile.SHIM, AnyTile.MEMORY, AnyTile.COMPUTE


@dataclass(frozen=True)
class Device:
    """An array of `cols` columns; `chip` is the one that computes its kernels."""

    name: str
    chip: str
    cols: int
    rows: int
    arch: AIEArch
    memory_rows: int = 1

    def tile_iterator(self) -> Iterator[Tile]:
        return (Tile(c, r) for c in range(self.cols) for r in range(self.rows))

    def get_shim_tiles(self) -> list[Tile]:
        return [Tile(c, 0) for c in range(self.cols)]

    def get_mem_tiles(self) -> list[Tile]:
        return [Tile(c, r) for c in range(self.cols) for r in range(1, 1 + self.memory_rows)]

    def get_compute_tiles(self) -> list[Tile]:
        return [Tile(c, r) for c in range(self.cols) for r in range(1 + self.memory_rows, self.rows)]

    def resolve_tile(self, *_: Any, **named: Any) -> None:
        """Nothing has to be placed for values."""

    @property
    def has_mem_tiles(self) -> bool:
        return self.memory_rows > 0

    def __str__(self) -> str:
        return self.name


_NPU1, _NPU2 = ("aie-ml", AIEArch.AIE2, 4), ("aie-mlv2", AIEArch.AIE2p, 8)


def _npu(generation: tuple[str, AIEArch, int], name: str, cols: int | None = None) -> Device:
    chip, arch, most = generation
    return Device(name, chip, most if cols is None else cols, 6, arch)


def NPU1() -> Device:
    return _npu(_NPU1, "npu1")


def NPU2() -> Device:
    return _npu(_NPU2, "npu2")


def named_device(name: str) -> Any:
    """NPU1Col2 and its like, as functions that give the device."""
    for generation, start in ((_NPU1, "NPU1Col"), (_NPU2, "NPU2Col")):
        count = name.removeprefix(start)
        if name.startswith(start) and count.isdigit() and 1 <= int(count) <= generation[2]:
            return lambda: _npu(generation, f"{start.lower()[:4]}_{count}col", int(count))
    raise AttributeError(name)


def XCVC1902() -> Device:
    return Device("xcvc1902", "aie", 50, 9, AIEArch.AIE1, memory_rows=0)


def XCVE2302() -> Device:
    return Device("xcve2302", "aie-ml", 17, 4, AIEArch.AIE2)


def XCVE2802() -> Device:
    return Device("xcve2802", "aie-ml", 38, 11, AIEArch.AIE2, memory_rows=2)


def from_name(name: Any, n_cols: int | None = 1) -> Device:
    """npu, npu1 or npu2 with some columns; None is all of them."""
    generations = {"npu": _NPU1, "npu1": _NPU1, "npu2": _NPU2, "npu4": _NPU2, "aie2": _NPU1, "aie2p": _NPU2}
    text = str(getattr(name, "name", name)).lower()
    if text not in generations:
        special = {"xcvc1902": XCVC1902, "xcve2302": XCVE2302, "xcve2802": XCVE2802}
        if text in special:
            return special[text]()
        raise wrong_value("device", f"{name!r} is no device; there are {', '.join([*generations, *special])}")
    generation = generations[text]
    most = generation[2]
    short = "npu1" if generation is _NPU1 else "npu2"
    if n_cols is None or n_cols == most:
        return _npu(generation, short)
    if not 1 <= n_cols <= most:
        raise wrong_value("device", f"{short} has 1 to {most} columns, not {n_cols}")
    return _npu(generation, f"{short}_{n_cols}col", n_cols)


_current: Device | None = None


def get_current_device() -> Device:
    """The device that was set, or the whole one that the chip of this run is."""
    return _current if _current is not None else _of_chip()


def set_current_device(device: Device | None) -> Device | None:
    global _current
    _current = device
    return device


def _of_chip() -> Device:
    asked = os.environ.get("LANEWISE_CHIP", "")
    chip = any_chip(asked or settings().chip)
    if chip.family != "aie":
        if asked:
            raise wrong("device", f"{asked} has no array of AI Engines; designs run on --chip aie-ml or aie-mlv2")
        return from_name(DEFAULT, None)
    for device in (NPU1(), NPU2(), XCVC1902()):
        if device.chip == chip.name:
            return device
    return Device(chip.name, chip.spelling, 4, 6, AIEArch.AIE2)


def detect_npu_device(*_: Any, **named: Any) -> Device:
    return get_current_device()
