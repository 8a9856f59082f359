"""Devices: arrays of tiles. Row 0 is the shim, row 1 memory tiles, the rows above compute tiles."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from enum import Enum, IntEnum
from typing import Any

from lanewise.chips.chip import any_chip
from lanewise.iron.integers import whole_number
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
        self.col = None if col is None else whole_number(col, "Tile")
        self.row = None if row is None else whole_number(row, "Tile")
        self.tile_type = tile_type

    @property
    def is_placed(self) -> bool:
        return self.col is not None and self.row is not None

    @property
    def op(self) -> Tile:
        """What the compiler's own functions are given."""
        return self

    def copy(self) -> Tile:
        """Another tile of the same wishes."""
        return Tile(self.col, self.row, tile_type=self.tile_type)

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Tile):
            return self is other
        return self.is_placed and (self.col, self.row) == (other.col, other.row)

    def __hash__(self) -> int:
        return hash((self.col, self.row))

    def __repr__(self) -> str:
        return f"Tile({self.col}, {self.row})"


class AnyTile(Enum):
    """A tile that the compiler chooses."""

    SHIM = "shim"
    MEMORY = "memory"
    COMPUTE = "compute"

    def copy(self) -> Tile:
        """One such tile, for several objects that shall lie together."""
        kinds = {"shim": AIETileType.ShimNOCTile, "memory": AIETileType.MemTile, "compute": AIETileType.CoreTile}
        return Tile(tile_type=kinds[self.value])


AnyShimTile, AnyMemTile, AnyComputeTile = AnyTile.SHIM, AnyTile.MEMORY, AnyTile.COMPUTE


class Device:
    """An array of columns; `chip` is the one that computes its kernels."""

    name, chip, cols, rows, arch, memory_rows = "", "", 0, 6, AIEArch.AIE2, 1

    def __init__(self, *_: Any, **named: Any) -> None:
        asked = any_chip(os.environ.get("LANEWISE_CHIP") or settings().chip)
        if asked.family == "aie" and asked.instructions == self.chip:
            self.chip = asked.spelling  # one of the user's own, perhaps

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

    def resolve(self, *_: Any, **named: Any) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<device {self.name}>"


class NPU1(Device):
    name, chip, cols, arch = "npu1", "aie-ml", 4, AIEArch.AIE2


class NPU2(Device):
    name, chip, cols, arch = "npu2", "aie-mlv2", 8, AIEArch.AIE2p


class XCVC1902(Device):
    name, chip, cols, rows, arch, memory_rows = "xcvc1902", "aie", 50, 9, AIEArch.AIE1, 0


class XCVE2302(Device):
    name, chip, cols, rows = "xcve2302", "aie-ml", 17, 4


class XCVE2802(Device):
    name, chip, cols, rows, memory_rows = "xcve2802", "aie-ml", 38, 11, 2


def _narrow(whole: type[Device], cols: int) -> type[Device]:
    """The same with fewer columns."""
    kind = type(f"{whole.__name__}Col{cols}", (Device,), {
        "name": f"{whole.name}_{cols}col", "chip": whole.chip, "cols": cols, "arch": whole.arch,
    })  # fmt: skip
    return kind


_WHOLE: tuple[type[Device], ...] = (NPU1, NPU2)
_NARROW = {k.__name__: k for whole in _WHOLE for k in (_narrow(whole, n) for n in range(1, whole.cols + 1))}
_BY_NAME: dict[str, type[Device]] = {
    "npu": NPU1, "npu1": NPU1, "npu2": NPU2, "npu4": NPU2, "aie2": NPU1, "aie2p": NPU2, "xcvc1902": XCVC1902,
    "xcve2302": XCVE2302, "xcve2802": XCVE2802,
}  # fmt: skip


def named_device(name: str) -> type[Device]:
    """NPU1Col2 and its like."""
    if name in _NARROW:
        return _NARROW[name]
    raise AttributeError(name)


def from_name(name: Any, n_cols: int | None = 1) -> Device:
    """npu, npu1 or npu2 with some columns; None is all of them."""
    if name is None:  # a command line that says nothing means the machine's own
        name = "npu2" if get_current_device().arch is AIEArch.AIE2p else "npu1"
    text = str(getattr(name, "name", name)).lower()
    whole = _BY_NAME.get(text) or next((k for k in _NARROW.values() if k.name == text), None)
    if whole is None:
        raise wrong_value("device", "no_device", name=repr(name), known=", ".join(_BY_NAME))
    if whole in _WHOLE and n_cols is not None and n_cols != whole.cols:
        if not 1 <= n_cols <= whole.cols:
            raise wrong_value("device", "columns", name=whole.name, cols=whole.cols, n_cols=n_cols)
        whole = _NARROW[f"{whole.__name__}Col{whole_number(n_cols, 'device')}"]
    return whole()


class _Devices(type):
    def __getattr__(cls, name: str) -> Device:
        """AIEDevice.npu1_1col and its like."""
        if name.startswith("_"):
            raise AttributeError(name)
        return from_name(name, None)


class AIEDevice(metaclass=_Devices):
    """Devices by the compiler's names."""


_current: Device | None = None


def get_current_device() -> Device:
    """The device that was set, or the whole one that the chip of this run is."""
    return _current if _current is not None else _of_chip()


def set_current_device(device: Device | None) -> Device | None:
    global _current
    _current = device
    return device


@contextlib.contextmanager
def restoring_current_device() -> Iterator[None]:
    """Undo what happens inside. A device that nobody has set stays unset, so that it follows the chip of the run."""
    before = _current
    try:
        yield
    finally:
        set_current_device(before)


def _of_chip() -> Device:
    asked = os.environ.get("LANEWISE_CHIP", "")
    chip = any_chip(asked or settings().chip)
    if chip.family != "aie":
        if asked:
            raise wrong("device", "no_array", asked=asked)
        return from_name(DEFAULT, None)
    return next(kind() for kind in (NPU1, NPU2, XCVC1902) if kind.chip == chip.instructions)


def ensure_current_device(*_: Any, **named: Any) -> Device:
    """There always is one."""
    return get_current_device()


def detect_npu_device(*_: Any, **named: Any) -> Device:
    return get_current_device()
