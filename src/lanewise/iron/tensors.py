"""Tensors of the host. The device's memory is the host's own, so `.numpy()` is the tensor itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.iron.refusals import missing, wrong_type, wrong_value
from lanewise.iron.types import element_type

Array = np.ndarray[Any, Any]
_DEVICES = ("npu", "cpu")


class Tensor:
    """An array that designs are called with."""

    __array_priority__ = 1.0

    def __init__(self, shape_or_data: Any, dtype: Any = np.uint32, device: str = "npu") -> None:
        if device not in _DEVICES:
            raise wrong_value("tensor", "no_npu", device=repr(device))
        self.device = device
        if isinstance(shape_or_data, Tensor):
            shape_or_data = shape_or_data.data
        if isinstance(shape_or_data, tuple) and all(isinstance(n, (int, np.integer)) for n in shape_or_data):
            self.data: Array = np.zeros(shape_or_data, element_type(dtype))
            return
        given = np.asarray(shape_or_data)
        if isinstance(shape_or_data, np.ndarray) and given.dtype != element_type(dtype):
            raise wrong_type("tensor", "tensor_type", dtype=given.dtype, type=element_type(dtype))
        self.data = np.array(given, element_type(dtype), order="C")

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape

    @property
    def dtype(self) -> Any:
        return self.data.dtype

    @property
    def nbytes(self) -> int:
        return self.data.nbytes

    @property
    def ndim(self) -> int:
        return self.data.ndim

    @property
    def size(self) -> int:
        return self.data.size

    def numel(self) -> int:
        return self.data.size

    def numpy(self) -> Array:
        """The tensor itself: writing it writes the tensor."""
        return self.data

    def to(self, device: str) -> Tensor:
        if device not in _DEVICES:
            raise wrong_value("to", "no_npu", device=repr(device))
        self.device = device
        return self

    def fill_(self, value: Any) -> Tensor:
        self.data[...] = value
        return self

    def buffer_object(self) -> Array:
        return self.data

    def to_torch(self) -> Any:
        try:
            import torch
        except ImportError:
            raise missing("torch", "Install it, or use .numpy().") from None
        if self.data.dtype == element_type("bf16"):
            return torch.from_numpy(self.data.view(np.int16)).view(torch.bfloat16)
        return torch.from_numpy(self.data)

    @classmethod
    def from_torch(cls, of: Any, device: str = "npu") -> Tensor:
        import torch

        plain = of.detach().cpu().contiguous()
        if plain.dtype == torch.bfloat16:
            array = plain.view(torch.int16).numpy().view(element_type("bf16"))
        else:
            array = plain.numpy()
        return cls(array, array.dtype, device)

    def __getitem__(self, index: Any) -> Any:
        return self.data[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self.data[index] = value.data if isinstance(value, Tensor) else value

    def __len__(self) -> int:
        return len(self.data)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        made = self.data if dtype is None else self.data.astype(dtype)
        return made.copy() if copy else made

    def __repr__(self) -> str:
        return f"tensor({self.data}, dtype={self.data.dtype}, device='{self.device}')"


def tensor(data: Any, dtype: Any = None, device: str = "npu", **ignored: Any) -> Tensor:
    """From a shape or from values. Without dtype it is uint32, whatever the values are."""
    if dtype is None and isinstance(data, (np.ndarray, Tensor)):
        return Tensor(np.asarray(data).astype(np.uint32), np.uint32, device)
    return Tensor(data, np.uint32 if dtype is None else dtype, device)


def _shape(size: tuple[Any, ...]) -> tuple[int, ...]:
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = tuple(size[0])
    return tuple(int(n) for n in size)


def _as_tensor(array: Any, device: str, out: Tensor | None = None) -> Tensor:
    if out is not None:
        out.data[...] = array
        return out
    return Tensor(np.asarray(array), np.asarray(array).dtype, device)


def zeros(*size: Any, out: Any = None, dtype: Any = np.float32, device: str = "npu", **ignored: Any) -> Tensor:
    return _as_tensor(np.zeros(_shape(size), element_type(dtype)), device, out)


def ones(*size: Any, out: Any = None, dtype: Any = np.float32, device: str = "npu", **ignored: Any) -> Tensor:
    return _as_tensor(np.ones(_shape(size), element_type(dtype)), device, out)


def empty(*size: Any, dtype: Any = np.float32, device: str = "npu", **ignored: Any) -> Tensor:
    return zeros(*size, dtype=dtype, device=device)


def full(
    size: Any, fill_value: Any, out: Any = None, dtype: Any = np.float32, device: str = "npu", **ignored: Any
) -> Tensor:
    shape = _shape((size,))
    return _as_tensor(np.full(shape, fill_value, element_type(dtype)), device, out)


def rand(
    *size: Any, out: Any = None, dtype: Any = np.float32, device: str = "npu", generator: Any = None, **ignored: Any
) -> Tensor:
    """Numbers in [0, 1), from the generator or numpy's own state."""
    shape = _shape(size)
    values = generator.random(shape) if generator is not None else np.random.random(shape)
    return _as_tensor(values.astype(element_type(dtype)), device, out)


def randint(
    low: int, high: int, size: Any, out: Any = None, dtype: Any = np.int64, device: str = "npu", generator: Any = None,
    **ignored: Any,
) -> Tensor:  # fmt: skip
    """Whole numbers in low..high-1."""
    shape = _shape((size,))
    values = generator.integers(low, high, shape) if generator is not None else np.random.randint(low, high, shape)
    return _as_tensor(np.asarray(values).astype(element_type(dtype)), device, out)


def arange(
    start: Any, end: Any = None, step: Any = 1, *, shape: Any = None, out: Any = None, dtype: Any = None,
    device: str = "npu", **ignored: Any,
) -> Tensor:  # fmt: skip
    """As numpy's; values that the type does not hold wrap."""
    first, last = (0, start) if end is None else (start, end)
    values = np.arange(first, last, step)
    if dtype is None:
        dtype = np.int64 if values.dtype.kind in "iu" else np.float32
    values = values.astype(element_type(dtype))
    return _as_tensor(values if shape is None else values.reshape(_shape((shape,))), device, out)


def zeros_like(other: Any, dtype: Any = None, device: str | None = None, **ignored: Any) -> Tensor:
    kind = element_type(dtype) if dtype is not None else other.dtype
    return zeros(other.shape, dtype=kind, device=device or str(getattr(other, "device", "npu")))


def asarray(value: Any) -> Array:
    """The memory behind what a design is called with."""
    if isinstance(value, Tensor):
        return value.data
    if isinstance(value, np.ndarray):
        return value
    raise wrong_type("tensor", "not_a_tensor", name=type(value).__name__)
