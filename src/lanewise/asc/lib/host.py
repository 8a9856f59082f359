"""pyasc's host-side tiling is for Matmul, the cube unit's library, which Lanewise does not have yet."""

from __future__ import annotations

from typing import Any

from lanewise.errors import LanewiseError


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)

    def missing(*args: Any, **named: Any) -> Any:
        raise LanewiseError("KERNEL-002", case="no_matmul", name=name)

    return missing
