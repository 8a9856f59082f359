"""Element types, typed numbers and the compile-time helpers of pyasc."""

from __future__ import annotations

import builtins
from types import SimpleNamespace
from typing import Any, TypeVar

from lanewise.errors import LanewiseError
from lanewise.machine.tensor import TPosition
from lanewise.numerics.formats import _ALIASES as ALIASES
from lanewise.numerics.formats import DTYPES, DType, dtype

T = TypeVar("T")

# Every element type by its own name and by pyasc's (float16, float_ ...). `bool` and `float` stay Python's.
NAMES: dict[str, DType] = {
    name: found for name, found in {**DTYPES, **{a: DTYPES[t] for a, t in ALIASES.items()}}.items()
    if name.isidentifier() and not hasattr(builtins, name)
}
VOID = SimpleNamespace(name="void", sizeof=lambda: 0, is_int=False, is_float=False, is_signed=False)  # no element
KnownTypes = SimpleNamespace(**NAMES, void=VOID, bool_=DTYPES["bool"], float=DTYPES["float"])


def DataType(name: Any) -> DType:
    """The element type called `name`."""
    return dtype(name)


class TensorTrait:
    """A tensor type that insists on exact scalar types."""

    def __init__(self, dtype: Any, pos: TPosition = TPosition.GM, layout: Any = None) -> None:
        self.lite_type = NAMES[dtype] if isinstance(dtype, str) and dtype in NAMES else DataType(dtype)
        self.pos, self.layout = pos, layout

    def sizeof(self) -> int:
        return self.lite_type.sizeof()

    def __repr__(self) -> str:
        return f"TensorTrait({self.lite_type})"


class _IntNumber(int):
    dtype: DType


class _FloatNumber(float):
    dtype: DType


def number(value: Any, dtype: Any) -> Any:
    """A number that knows its element type."""
    kind = DataType(dtype)
    typed: Any
    if kind.is_integer or kind.kind == "b":
        whole = int(value)
        if kind.is_integer and not kind.minimum <= whole <= kind.maximum:
            raise LanewiseError(
                "SCALAR-003", op="number", value=value, type=kind.name, low=kind.minimum, high=kind.maximum
            )
        typed = _IntNumber(whole)
    else:
        typed = _FloatNumber(float(kind.decode(kind.encode(value))))
    typed.dtype = kind
    return typed


def array(dtype: Any, values: Any) -> list[Any]:
    """A small array of a kernel; its elements are plain numbers."""
    return [number(v, dtype) for v in values]


class ConstExpr:
    """`asc.ConstExpr[int]`: a compile-time argument. Here it is an ordinary one."""

    def __class_getitem__(cls, kind: Any) -> Any:
        return kind


def ceildiv(a: int, b: int) -> int:
    return -(-a // b)


def static_assert(condition: Any, message: str = "") -> None:
    if not condition:
        raise LanewiseError("KERNEL-002", case="static_assert", message=f": {message}" if message else "")


def kernel_range(*args: Any, **options: Any) -> builtins.range:
    """The built-in range; hints such as unroll_factor have no effect on values."""
    return builtins.range(*(int(a) for a in args))


def inline(*args: Any, **options: Any) -> None:
    raise LanewiseError(
        "KERNEL-002", case="inline",
    )
