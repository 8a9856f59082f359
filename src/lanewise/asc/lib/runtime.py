"""pyasc's host runtime (`rt`). There is one device, it is this computer, and every launch has ended when it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.asc.runtime.config import Platform, get_platform, set_platform


@dataclass(frozen=True)
class Stream:
    number: int = 0


_STREAM = Stream()
_device = 0


def current_stream() -> Stream:
    return _STREAM


def create_stream() -> Stream:
    return _STREAM


def synchronize(stream: Any = None) -> None:
    """Launches have ended already."""


def is_available() -> bool:
    return True


def set_device(device_id: int = 0) -> None:
    global _device
    _device = device_id


def current_device() -> int:
    return _device


def current_platform() -> Platform:
    return get_platform()


def use_model(soc_version: Any = None, device_id: Any = None) -> None:
    set_platform(soc_version=soc_version)


def use_npu(soc_version: Any = None, device_id: Any = None) -> None:
    set_platform(soc_version=soc_version)


def malloc(size: int) -> np.ndarray[Any, Any]:
    """`size` bytes that a kernel takes as an array of uint8."""
    return np.zeros(size, np.uint8)


def free(memory: Any) -> None:
    """Python frees it."""


def memcpy(dst: Any, src: Any, size: int | None = None) -> None:
    """The first `size` bytes, or all."""
    to, frm = (np.ascontiguousarray(a).reshape(-1).view(np.uint8) for a in (dst, src))
    count = frm.size if size is None else size
    to[:count] = frm[:count]
