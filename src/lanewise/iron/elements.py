"""Memory that a core sees: objects of fifos and Buffers. `x[i]` and `x[i, j]` are single elements, as on the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.aie.fenced_memory import home
from lanewise.iron.refusals import wrong, wrong_type
from lanewise.iron.scalars import Scalar, converted, fit, number
from lanewise.iron.types import ArrayType, element_type

Array = np.ndarray[Any, Any]


class Lease:
    """The time for which a core holds an object of a fifo: from acquire to release."""

    __slots__ = ("_late", "held")

    def __init__(self, late: Callable[[], None]) -> None:
        self.held = False
        self._late = late

    def use(self) -> None:
        if not self.held:
            self._late()


class Element:
    """An object of a fifo, or a Buffer's memory: an array with the rules of the core."""

    __slots__ = ("_array", "_lease", "_what", "type")
    __array_ufunc__ = None

    def __init__(self, memory: Array, type_: ArrayType, what: str, lease: Lease | None = None) -> None:
        self.type = type_
        self._array = memory.view(type_.dtype).reshape(type_.shape)
        self._what = what
        self._lease = lease

    @property
    def what(self) -> str:
        return self._what

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.shape

    @property
    def dtype(self) -> Any:
        return self.type.dtype

    def array(self) -> Array:
        """The memory itself, for kernels."""
        if self._lease is not None:
            self._lease.use()
        return self._array

    def _place(self, index: Any) -> tuple[int, ...]:
        if self._lease is not None:
            self._lease.use()
        shape = self.type.shape
        if isinstance(index, int) and len(shape) == 1:
            at = int(index)
            if 0 <= at < shape[0]:
                return (at,)
        where = index if isinstance(index, tuple) else (index,)
        if len(where) != len(shape):
            raise wrong(self._what, "index_count", type=self.type, count=len(where), need=len(shape))
        try:
            place = tuple([i.__index__() for i in where])
        except AttributeError:
            raise wrong_type(self._what, "no_index", index=repr(index)) from None
        for i, size in zip(place, shape, strict=True):
            if not 0 <= i < size:
                asked = ", ".join(map(str, place))
                raise wrong(self._what, "element_outside", asked=asked, type=self.type)
        return place

    def __getitem__(self, index: Any) -> Any:
        place = self._place(index)
        dtype = self.type.dtype
        return Scalar(self._array.item(place) if dtype.kind in "iub" else self._array[place], dtype)

    def __setitem__(self, index: Any, value: Any) -> None:
        dtype = self.type.dtype
        if isinstance(value, Scalar) and value.dtype is dtype:
            self._array[self._place(index)] = value.value
            return
        plain = number(value)
        if not isinstance(plain, (int, float, np.generic)):
            raise wrong_type(self._what, "stored", value=repr(value), type=self.type)
        if dtype.kind in "iu" and not isinstance(plain, int):
            self._array[self._place(index)] = converted(plain, dtype).value
        else:
            self._array[self._place(index)] = fit(plain, dtype)

    def __len__(self) -> int:
        return self.type.shape[0]

    def __iter__(self) -> Any:
        raise wrong(self._what, "iteration")

    def view_as(self, shape: tuple[int, ...], dtype: Any, first: int = 0) -> Element:
        """The same memory, from byte `first` on, as another type."""
        kind = ArrayType(shape, element_type(dtype))
        memory = self._array.reshape(-1).view(np.uint8)
        if first < 0 or first + kind.nbytes > memory.size:
            raise wrong(self._what, "view_outside", kind=kind, first=first, size=memory.size)
        return Element(memory[first : first + kind.nbytes], kind, self._what, self._lease)

    def __repr__(self) -> str:
        return f"<{self._what}: {self.type}>"


class Memory:
    """Bytes of a tile that nobody wrote yet: floats are NaN, integers a number that nobody expects. Kernels compute on
    them in place."""

    def __init__(self, nbytes: int, dtype: Any) -> None:
        self.bytes, self._whole = home(nbytes)
        self.bytes[:] = 0xA5 if dtype.kind in "iubV" else 0xFF
