"""Lists of tensors in GM, as operators hand them to kernels: `asc.ListTensorDesc(address)`.

Words of 64 bits: the offset in bytes of the pointers; for each tensor one word (low half: dimensions; high half: of the
first the number of tensors or 0, of others the index) and its sizes; then the pointers.
"""

from __future__ import annotations

from typing import Any

from lanewise.asc.tensors import GlobalTensor
from lanewise.asc.types import DataType
from lanewise.errors import LanewiseError
from lanewise.machine.address import GlobalAddress

_UNSAID = 0xFFFFFFFF


class TensorDesc:
    """One tensor of a list; `ListTensorDesc.get_desc` fills it."""

    def __init__(self, dtype: Any = "float") -> None:
        self.dtype = DataType(dtype)
        self._shape: list[int] = []
        self._index = 0
        self._data: GlobalAddress | None = None

    def get_dim(self) -> int:
        return len(self._shape)

    def get_index(self) -> int:
        return self._index

    def get_shape(self, offset: int) -> int:
        if not 0 <= offset < len(self._shape):
            raise LanewiseError("MEM-006", op="get_shape", index=offset, size=len(self._shape))
        return self._shape[offset]

    def get_data_ptr(self) -> GlobalAddress | None:
        return self._data

    def get_data_obj(self) -> GlobalTensor:
        made = GlobalTensor()
        made.set_global_buffer(self._data)
        return made

    def set_shape_addr(self, shape_ptr: Any) -> None:
        """Sizes are kept here; on chips the kernel says where."""


class ListTensorDesc:
    """`data` is where the list begins; the other two only bound what chips read of it."""

    def __init__(self, data: Any = None, length: int = _UNSAID, shape_size: int = _UNSAID) -> None:
        self._words = GlobalTensor()
        if data is not None:
            self.init(data, length, shape_size)

    def init(self, data: Any, length: int = _UNSAID, shape_size: int = _UNSAID) -> None:
        self._words.set_global_buffer(data.cast("uint64") if isinstance(data, GlobalAddress) else data)

    def get_size(self) -> int:
        if said := self._word_at(1) >> 32:
            return said
        count, at = 0, 1
        while at < self._pointers():
            count, at = count + 1, at + 1 + self._dimensions(at)
        return count

    def get_data_ptr(self, index: int, dtype: Any) -> GlobalAddress:
        if not 0 <= index < self.get_size():
            raise LanewiseError("MEM-006", op="ListTensorDesc", index=index, size=self.get_size())
        return GlobalAddress(self._word_at(self._pointers() + index), DataType(dtype))

    def get_desc(self, desc: TensorDesc, index: int) -> None:
        desc._data = self.get_data_ptr(index, desc.dtype)
        desc._index = index
        at = 1
        for _ in range(0 if self._shapeless() else index):
            at += 1 + self._dimensions(at)
        desc._shape = [self._word_at(at + 1 + i) for i in range(self._dimensions(at))]

    def _word_at(self, i: int) -> int:
        return int(self._words.get_value(i))

    def _dimensions(self, at: int) -> int:
        return self._word_at(at) & 0xFFFFFFFF

    def _pointers(self) -> int:
        return self._word_at(0) // 8

    def _shapeless(self) -> bool:
        """A list of tensors without dimensions has one word for all of them, and one of ones."""
        return self._dimensions(1) == 0 and self._pointers() > 2 and self._dimensions(2) == _UNSAID
