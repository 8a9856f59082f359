"""The C++ front: programs with kernels and a main() of their own, compiled against our headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanewise.cpp.loader import load
    from lanewise.cpp.suite import run_suite

__all__ = ["load", "run_suite"]


def __getattr__(name: str) -> Any:
    """Fetched when first used: starting a program needs neither."""
    if name == "load":
        from lanewise.cpp.loader import load

        return load
    if name == "run_suite":
        from lanewise.cpp.suite import run_suite

        return run_suite
    raise AttributeError(f"module 'lanewise.cpp' has no attribute {name!r}")
