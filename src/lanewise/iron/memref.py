"""Objects and Buffers by the compiler's names, which some designs write out."""

from __future__ import annotations

from typing import Any

from lanewise.iron.buffers import Buffer
from lanewise.iron.elements import Element
from lanewise.iron.refusals import missing, wrong_type
from lanewise.iron.scalars import number
from lanewise.iron.types import ArrayType


def _memory(of: Any) -> Element:
    found = of.element() if isinstance(of, Buffer) else of
    if not isinstance(found, Element):
        raise wrong_type("memref", "no_memref", of=repr(of))
    return found


def load(of: Any, indices: Any) -> Any:
    return _memory(of)[tuple(indices) if isinstance(indices, (list, tuple)) else indices]


def store(value: Any, of: Any, indices: Any) -> None:
    _memory(of)[tuple(indices) if isinstance(indices, (list, tuple)) else indices] = value


def view(source: Any, shape: Any, dtype: Any = None, shift: Any = 0, **named: Any) -> Element:
    """The same memory as another type, from byte `shift` on."""
    memory = _memory(source)
    if isinstance(shape, ArrayType):
        return memory.view_as(shape.shape, shape.dtype, int(number(dtype or 0)))
    sizes = tuple(shape) if isinstance(shape, (list, tuple)) else (shape,)
    return memory.view_as(sizes, memory.dtype if dtype is None else dtype, int(number(shift)))


def dim(of: Any, index: int) -> int:
    return _memory(of).shape[index]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing(f"memref.{name}", "Use x[i, j] on objects and Buffers.")
