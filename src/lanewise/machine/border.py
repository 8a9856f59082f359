"""Arrays in and out: numpy, ml_dtypes and torch become bytes with their type beside them, and back."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from lanewise.numerics.formats import DTYPES, DType, dtype

Array = np.ndarray[Any, Any]


def is_torch(data: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(data, torch.Tensor)


def as_numpy(data: Any) -> Array:
    """A numpy view of an array-like; torch's bfloat16 and 8-bit floats cross as bits."""
    if not is_torch(data):
        return np.asarray(data)
    torch = sys.modules["torch"]
    tensor = data.detach().cpu().contiguous()
    names = {"torch.bfloat16": ("bfloat16", torch.uint16), "torch.float8_e5m2": ("fp8_e5m2", torch.uint8),
             "torch.float8_e4m3fn": ("fp8_e4m3fn", torch.uint8)}
    special = names.get(str(tensor.dtype))
    if special is None:
        return np.asarray(tensor.numpy())
    return np.asarray(tensor.view(special[1]).numpy()).view(DTYPES[special[0]].numpy)


def to_bits(data: Any, kind: Any = None) -> tuple[Array, DType]:
    """The bytes of an array in element order, and its type. 4-bit integers are packed, low nibble first."""
    array = as_numpy(data)
    to = dtype(kind if kind is not None else array.dtype)
    if array.dtype != to.numpy:
        array = array.astype(to.numpy)
    flat = np.ascontiguousarray(array).reshape(-1)
    if to.name == "int4":
        nibbles = flat.astype(np.int8).view(np.uint8) & 15
        if nibbles.size % 2:
            nibbles = np.append(nibbles, 0)
        return (nibbles[0::2] | nibbles[1::2] << 4).astype(np.uint8), to
    return flat.view(np.uint8), to


def from_bits(data: Array, kind: DType) -> Array:
    """Bytes as an array of their type."""
    if kind.name == "int4":
        nibbles = np.stack([data & 15, data >> 4], axis=-1).reshape(-1).astype(np.int8)
        return np.where(nibbles > 7, nibbles - 16, nibbles).astype(kind.numpy)
    return np.ascontiguousarray(data).view(kind.numpy)


def write_back(target: Any, data: Array, kind: DType) -> None:
    """Contents into the caller's own array or tensor."""
    values = from_bits(data, kind)
    if is_torch(target):
        torch = sys.modules["torch"]
        flat = torch.from_numpy(np.ascontiguousarray(data).copy())
        with torch.no_grad():  # parameters of models are written to as well
            target.copy_(flat.view(target.dtype).reshape(target.shape))
    else:
        target[...] = values.reshape(target.shape)
