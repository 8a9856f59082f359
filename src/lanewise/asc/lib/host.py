"""pyasc's host-side tiling is for the cube unit, which Lanewise does not have."""

from __future__ import annotations

from typing import Any

from lanewise.errors import LanewiseError


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)

    def missing(*args: Any, **named: Any) -> Any:
        raise LanewiseError("KERNEL-002", problem=f"asc.lib.host.{name} is for the cube unit; Lanewise has none")

    return missing
