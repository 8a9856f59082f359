"""Types of objects and tensors, as designs write them: np.ndarray[(32, 16), np.dtype[np.int16]]."""

from __future__ import annotations

import math
from types import GenericAlias
from typing import Any, NamedTuple, get_args, get_origin

import ml_dtypes
import numpy as np

from lanewise.iron.integers import whole_number
from lanewise.iron.refusals import missing, wrong_type, wrong_value

DType = np.dtype[Any]


class v8bfp16ebs8:  # noqa: N801
    """Eight values that share an exponent: one element is the whole block of 9 bytes."""

    block_bytes = 9


class v16bfp16ebs16:  # noqa: N801
    """Sixteen values that share an exponent: one element is the whole block of 17 bytes."""

    block_bytes = 17


bfloat16 = ml_dtypes.bfloat16
_SHORT = {
    "bf16": bfloat16, "i8": np.int8, "i16": np.int16, "i32": np.int32, "f32": np.float32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "f16": np.float16,
}  # fmt: skip


class _Both(NamedTuple):
    shape: tuple[int, ...]
    dtype: DType


class ArrayType(_Both):
    """Shape and element type of an object. Sizes may be given as numpy's numbers, and are Python's."""

    __slots__ = ()

    def __new__(cls, shape: Any, dtype: DType) -> ArrayType:
        return super().__new__(cls, tuple(whole_number(n, "shape") for n in shape), dtype)

    @property
    def annotation(self) -> Any:
        """As designs write it, and read it again: np.ndarray[shape, np.dtype[T]]."""
        return GenericAlias(np.ndarray, (self.shape, GenericAlias(np.dtype, (_type_of(self.dtype),))))

    @property
    def __args__(self) -> tuple[Any, ...]:
        return get_args(self.annotation)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    def __str__(self) -> str:
        return f"{element_name(self.dtype)}[{'x'.join(map(str, self.shape))}]"


def _type_of(dtype: DType) -> Any:
    blocks = {9: v8bfp16ebs8, 17: v16bfp16ebs16}
    return blocks[dtype.itemsize] if dtype.kind == "V" and dtype.itemsize in blocks else dtype.type


def element_name(dtype: DType) -> str:
    """As users call it."""
    if dtype.kind == "V" and dtype.names is None and dtype.itemsize in (9, 17):
        return "v8bfp16ebs8" if dtype.itemsize == 9 else "v16bfp16ebs16"
    return dtype.name


def element_type(of: Any) -> DType:
    """The numpy type of an element, from any of the ways to name one."""
    block = getattr(of, "block_bytes", None)
    if block is not None:
        return np.dtype(f"V{block}")
    if isinstance(of, str) and of in _SHORT:
        of = _SHORT[of]
    if get_origin(of) is np.dtype:
        return element_type(get_args(of)[0])
    try:
        return np.dtype(of)
    except TypeError:
        raise wrong_type("type", "element_type", of=repr(of)) from None


def is_array_type(of: Any) -> bool:
    return get_origin(of) is np.ndarray or isinstance(of, ArrayType)


def array_type(of: Any, what: str = "type") -> ArrayType:
    """Shape and element type of np.ndarray[(...), np.dtype[...]]."""
    if isinstance(of, ArrayType):
        return of
    if get_origin(of) is not np.ndarray:
        raise wrong_type(what, "array_type", of=repr(of))
    shape, dtype, *_ = get_args(of)
    if get_origin(shape) is tuple:  # tuple[64, 32], as type checkers want it
        shape = get_args(shape)
    if isinstance(shape, (int, np.integer)):
        shape = (shape,)
    try:
        sizes = tuple(int(n) for n in shape)
    except (TypeError, ValueError):
        raise wrong_type(what, "shape", shape=repr(shape)) from None
    if any(n < 1 for n in sizes) or not sizes:
        raise wrong_value(what, "no_elements", shape=repr(shape))
    return ArrayType(sizes, element_type(dtype))


def str_to_dtype(name: str) -> Any:
    """bf16, i8, i16, i32, f32."""
    if name not in _SHORT:
        raise wrong_value("str_to_dtype", "no_type_name", name=repr(name), known=", ".join(_SHORT))
    return _SHORT[name]


def dtype_to_str(dtype: Any) -> str:
    for name, one in _SHORT.items():
        if element_type(one) == element_type(dtype):
            return name
    raise wrong_value("dtype_to_str", "no_short_name", dtype=repr(dtype), known=", ".join(_SHORT))


def np_ndarray_type_get_shape(of: Any) -> tuple[int, ...]:
    return array_type(of).shape


def np_ndarray_type_get_dtype(of: Any) -> Any:
    return get_args(get_args(of)[1])[0] if get_origin(of) is np.ndarray else array_type(of).dtype.type


def np_dtype_to_mlir_type(of: Any) -> DType:
    """The compiler's type; here numpy's own stands for it."""
    return element_type(of)


class _Types:
    """T.i16() and its like: types of the core's values."""

    _NAMES = {
        "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "f16": np.float16,
        "bf16": bfloat16, "f32": np.float32, "f64": np.float64, "index": np.int64, "ui8": np.uint8,
        "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64, "si8": np.int8, "si16": np.int16, "si32": np.int32,
    }  # fmt: skip

    _SHAPED = ("memref", "tensor", "vector")

    @property
    def names(self) -> set[str]:
        return {*self._NAMES, *self._SHAPED}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._SHAPED:
            return lambda *shape, **named: _shaped(name, *shape, **named)
        if name not in self._NAMES:
            raise missing(f"T.{name}", f"There are: {', '.join(self._NAMES)}.")
        return lambda: np.dtype(self._NAMES[name])


def _shaped(name: str, *shape: Any, **named: Any) -> ArrayType:
    """T.memref(64, T.i32()): sizes, then the type of the elements."""
    of = named.get("element_type", shape[-1])
    sizes = [n for n in shape if isinstance(n, (int, np.integer))]
    return ArrayType(tuple(int(n) for n in sizes), element_type(of() if callable(of) else of))


T = _Types()


def __getattr__(name: str) -> Any:
    """`from aie.extras import types as T`: the module is T, too."""
    if name in T.names:
        return getattr(T, name)
    raise AttributeError(f"module 'lanewise.iron.types' has no attribute {name!r}; list them with dir(T)")
