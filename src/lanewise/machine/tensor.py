"""Tensors: typed views of UB or GM. Copies are views; nothing here moves data except scalar access."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.chips.cores import memories
from lanewise.errors import LanewiseError
from lanewise.isa.ascend import atomic
from lanewise.isa.issued import GM, VECTOR_MEMORY, Space, Trait
from lanewise.machine.border import from_bits, to_bits
from lanewise.machine.engine import TensorBase
from lanewise.machine.events import tell
from lanewise.markup import paragraph, table
from lanewise.numerics.formats import DType, dtype

if TYPE_CHECKING:
    from lanewise.machine.core import Core

_ROW = 32  # bytes: a block
_SHOWN = 4  # rows at either end


class TPosition(IntEnum):
    GM = 0
    A1 = 1
    A2 = 2
    B1 = 3
    B2 = 4
    C1 = 5
    C2 = 6
    CO1 = 7
    CO2 = 8
    VECIN = 9
    VECOUT = 10
    VECCALC = 11
    LCM = 11
    SPM = 12
    SHM = 12
    TSCM = 13
    C2PIPE2GM = 14
    C2PIPE2LOCAL = 15
    MAX = 16


# In which memory of a core tensors lie, where that is known.
SPACES_BY_POSITION = {
    TPosition[name]: Space[one.name] for one in memories() for name in one.positions
}  # fmt: skip


class CacheMode(IntEnum):
    CACHE_MODE_DISABLE = 0
    CACHE_MODE_NORMAL = 1
    CACHE_MODE_LAST = 2
    CACHE_MODE_PERSISTENT = 4


class CacheRwMode(IntEnum):
    READ = 1
    WRITE = 2
    RW = 3


VECTOR_POSITIONS = (TPosition.VECIN, TPosition.VECOUT, TPosition.VECCALC)


class Tensor(TensorBase):  # type: ignore[misc]
    """What local and global tensors share. `length` counts elements."""

    __slots__ = ("core", "dtype", "shape_info", "trait")

    def __init__(self, core: Core, address: int, length: int, kind: Any, space: Space) -> None:
        self.dtype: DType = dtype(kind)
        self.trait = kind if getattr(kind, "lite_type", None) is not None else None
        super().__init__(address, length, self.dtype.code, int(space), self.trait is not None)
        self.core = core
        self.shape_info: Any = None

    def _offset(self, index: Any) -> int:
        if isinstance(index, slice):
            if index.step not in (None, 1) or index.stop is not None:
                raise LanewiseError("CALL-001", op="tensor", case="slice", usage="tensor[i:]")
            index = index.start or 0
        return int(index)

    def get_size(self) -> int:
        """Elements."""
        return int(self.length)

    def set_size(self, size: int) -> None:
        self.length = size  # type: ignore[misc]

    def set_shape_info(self, info: Any) -> None:
        self.shape_info = info

    def get_shape_info(self) -> Any:
        return self.shape_info

    def numpy(self) -> np.ndarray[Any, Any]:
        """A copy of the contents."""
        self.core.settle()
        return from_bits(np.array(self._bytes(0, self.length)), self.dtype)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:
        values = self.numpy()
        return values if dtype is None else values.astype(dtype)

    def __iter__(self) -> Iterator[Any]:
        """Elements of a copy. Without it Python would index for ever: a view may begin behind the end."""
        return iter(self.numpy())

    def _peek(self) -> np.ndarray[Any, Any] | None:
        """What it holds, for people: nothing that runs later is waited for, and nobody hears of it."""
        try:
            return from_bits(np.array(self._bytes(0, self.length)), self.dtype)
        except (LanewiseError, ValueError):  # it lies where no memory is
            return None

    def _values(self) -> str:
        values = self._peek()
        if values is None:
            return ""
        return ": " + np.array2string(values, threshold=8, edgeitems=3, separator=", ").replace("\n", "")

    def _describe_place(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.dtype}, {self.length} elements at {self._describe_place()}{self._values()})"
        )

    def _repr_html_(self) -> str:
        """A row for each block of 32 bytes, the first and the last ones."""
        head = paragraph(f"{type(self).__name__}: {self.length} x {self.dtype} at {self._describe_place()}")
        values = self._peek()
        if values is None:
            return head
        wide = max(1, _ROW * 8 // self.dtype.bits)
        starts = list(range(0, len(values), wide))
        rows: list[tuple[Any, str]] = [(i, " ".join(str(v) for v in values[i : i + wide])) for i in starts]
        if len(rows) > 2 * _SHOWN:
            rows[_SHOWN:-_SHOWN] = [("...", f"{len(rows) - 2 * _SHOWN} more rows")]
        return head + table(("element", f"values, {_ROW} bytes a row"), rows)

    def _bytes(self, first: int, count: int) -> np.ndarray[Any, Any]:
        raise NotImplementedError

    def _element(self, index: int) -> np.ndarray[Any, Any]:
        if not 0 <= index < self.length:
            raise LanewiseError("MEM-006", op="get_value", index=index, size=self.length)
        return self._bytes(index, 1)

    def get_value(self, index: int) -> Any:
        """One element, read by the scalar unit."""
        element = self._element(index)
        self._record_touch(index, write=False)
        return element.view(self.dtype.numpy)[0]

    def set_value(self, index: int, value: Any) -> None:
        """One element, written by the scalar unit and converted to the element type."""
        bits = self.dtype.encode(value)
        element = self._element(index)
        self._record_touch(index, write=True)
        element[:] = np.frombuffer(bits.to_bytes(self.dtype.size, "little"), np.uint8)

    def _record_touch(self, index: int, *, write: bool, atomic: bool = False) -> None:
        self.core.touch(self.space, self.get_phy_addr(index), self.dtype.size, write=write, atomic=atomic)

    def get_phy_addr(self, offset: int = 0) -> int:
        return int(self.address) + offset * self.dtype.bits // 8

    def __len__(self) -> int:
        return int(self.length)


class LocalTensor(Tensor):
    """A tensor in UB. `owner` is the queue buffer it came from, if any."""

    __slots__ = ("owner", "position", "user_tag")

    def __init__(
        self, core: Core, address: int, length: int, kind: Any, position: TPosition = TPosition.VECCALC
    ) -> None:
        super().__init__(core, address, length, kind, SPACES_BY_POSITION.get(position, VECTOR_MEMORY))
        self.position = position
        self.owner: Any = None
        self.user_tag = -1

    @classmethod
    def place(cls, core: Core, address: int, length: int, kind: Any, position: TPosition) -> LocalTensor:
        """A tensor of this class at an address; the fronts have constructors of their own."""
        tensor = cls.__new__(cls)
        LocalTensor.__init__(tensor, core, address, length, kind, position)
        return tensor

    def _view(self, address: int, length: int, kind: Any) -> LocalTensor:
        view = self.place(self.core, address, length, kind, self.position)
        view.owner, view.user_tag = self.owner, self.user_tag
        return view

    def __getitem__(self, index: Any) -> LocalTensor:
        """A view shifted by elements; the length shrinks."""
        offset = self._offset(index)
        return self._view(self.get_phy_addr(offset), self.length - offset, self.trait or self.dtype)

    def reinterpret_cast(self, kind: Any) -> LocalTensor:
        """The same bytes as another type."""
        to = dtype(kind)
        return self._view(self.address, self.length * self.dtype.bits // to.bits, kind)

    def get_length(self) -> int:
        """Bytes."""
        return int(self.length) * self.dtype.bits // 8

    def set_buffer_len(self, size: int) -> None:
        """Stores a byte length, so get_size() becomes size // sizeof."""
        self.length = size * 8 // self.dtype.bits  # type: ignore[misc]

    def get_position(self) -> int:
        return int(self.position)

    def set_addr_with_offset(self, source: LocalTensor, offset: int) -> None:
        self.address = source.get_phy_addr(offset)  # type: ignore[misc]

    def set_user_tag(self, tag: int) -> None:
        self.user_tag = tag

    def get_user_tag(self) -> int:
        return self.user_tag

    def print(self, count: int | None = None) -> None:
        """One line per 32 bytes."""
        values = self.numpy()[: self.length if count is None else count]
        per_line = max(1, 32 // self.dtype.size)
        for i in range(0, len(values), per_line):
            print(f"{i:04d}: " + " ".join(str(v) for v in values[i : i + per_line]))

    def to_file(self, name: str) -> int:
        self.core.settle()
        self._bytes(0, self.length).tofile(name)
        return 0

    def _bytes(self, first: int, count: int) -> np.ndarray[Any, Any]:
        start = self.get_phy_addr(first)
        return self.core.memory(self.space)[start : start + count * self.dtype.bits // 8]

    def _describe_place(self) -> str:
        return f"{Space(self.space).name} byte {self.address}, {self.position.name}"


class GlobalTensor(Tensor):
    """A tensor in GM. Views keep the size they were cut from, as the vendor's do."""

    __slots__ = ()

    def __init__(self, core: Core, address: int, length: int, kind: Any) -> None:
        super().__init__(core, address, length, kind, GM)

    @classmethod
    def place(cls, core: Core, address: int, length: int, kind: Any) -> GlobalTensor:
        """A tensor of this class at an address; the fronts have constructors of their own."""
        tensor = cls.__new__(cls)
        GlobalTensor.__init__(tensor, core, address, length, kind)
        return tensor

    def __getitem__(self, index: Any) -> GlobalTensor:
        return self._view_at(self.get_phy_addr(self._offset(index)), self.length, self.trait or self.dtype)

    def reinterpret_cast(self, kind: Any) -> GlobalTensor:
        return self._view_at(self.address, self.length * self.dtype.bits // dtype(kind).bits, kind)

    def _view_at(self, address: int, length: int, kind: Any) -> GlobalTensor:
        view = self.place(self.core, address, length, kind)
        view.around = self.around  # type: ignore[misc]
        return view

    def set_value(self, index: int, value: Any) -> None:
        """One element, written by the scalar unit; accumulated if a store config asks for it."""
        word = int(self.core.state["atomic"])
        name = atomic.TYPES.get(word & 0xFF)
        if name is None:
            super().set_value(index, value)
            return
        kind = dtype(name)
        if kind.size != self.dtype.size:
            raise LanewiseError("STATE-001", op="set_value", case="sums", type=kind, given=self.dtype)
        new = np.frombuffer(self.dtype.encode(value).to_bytes(kind.size, "little"), kind.numpy)
        cell = self._element(index)
        self._record_touch(index, write=False, atomic=True)
        self._record_touch(index, write=True, atomic=True)
        cell[:] = atomic.combine(word >> 8, kind, cell.copy().view(kind.numpy), new).view(np.uint8)

    def numpy(self) -> np.ndarray[Any, Any]:
        """A copy of the contents."""
        self.core.gm_space.note_read(self.address, self.length * self.dtype.bits // 8)
        return super().numpy()

    def set_l2_cache_hint(self, mode: int = CacheMode.CACHE_MODE_NORMAL, rw_mode: int = CacheRwMode.RW) -> None:
        """How copies go through L2 from now on: no effect on values. Both orders of the arguments are accepted."""
        if isinstance(mode, CacheRwMode):
            mode, rw_mode = rw_mode if isinstance(rw_mode, CacheMode) else CacheMode.CACHE_MODE_NORMAL, mode
        bits = (Trait.READ_AROUND if rw_mode & CacheRwMode.READ else 0) | (
            Trait.WRITE_AROUND if rw_mode & CacheRwMode.WRITE else 0)
        around = mode == CacheMode.CACHE_MODE_DISABLE
        self.around: int = self.around | bits if around else self.around & ~bits  # type: ignore[misc]
        size = self.length * self.dtype.bits // 8
        tell(self.core, "set_l2_cache_hint", self.address, size, CacheMode(mode), CacheRwMode(rw_mode))

    def _bytes(self, first: int, count: int) -> np.ndarray[Any, Any]:
        start, size = self.get_phy_addr(first), count * self.dtype.bits // 8
        gm = self.core.gm_space
        gm.reach(self.core, "get_value", "the tensor", start, start + size)
        return gm.view(start, size)

    def _element(self, index: int) -> np.ndarray[Any, Any]:
        self.core.yield_to_others()
        return self._bytes(index, 1)

    def _describe_place(self) -> str:
        return f"{self.address:#x}"


def local_tensor(core: Core, data: Any, kind: Any = None, position: TPosition = TPosition.VECCALC) -> LocalTensor:
    space = SPACES_BY_POSITION[position]
    if isinstance(data, int):
        to = dtype(kind if kind is not None else np.float32)
        address = core.allocate(data * to.bits // 8, f"{data} x {to}", space)
        return LocalTensor(core, address, data, kind if kind is not None else to, position)
    bits, to = to_bits(data, kind)
    address = core.allocate(bits.size, f"{bits.size * 8 // to.bits} x {to}", space)
    core.settle()
    core.memory(space)[address : address + bits.size] = bits
    return LocalTensor(core, address, bits.size * 8 // to.bits, to, position)


def global_tensor(core: Core, data: Any, name: str = "") -> GlobalTensor:
    bits, to = to_bits(data)
    buffer = core.gm_space.allocate(bits.size, name)
    core.gm_space.put(buffer, bits)
    return GlobalTensor(core, buffer.address, bits.size * 8 // to.bits, to)
