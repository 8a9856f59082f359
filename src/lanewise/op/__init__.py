"""Operator projects (op_host and op_kernel) as functions on arrays: `lanewise.op.load(folder)(x, y)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanewise.op.binding import bind
    from lanewise.op.loading import load, names
    from lanewise.op.operator import Operator
    from lanewise.op.plan import Plan
    from lanewise.op.torching import as_torch

__all__ = ["Operator", "Plan", "as_torch", "bind", "load", "names"]
_HOME = {"load": "loading", "names": "loading", "Operator": "operator", "Plan": "plan", "as_torch": "torching",
         "bind": "binding"}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Fetched when first used."""
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"lanewise.op.{_HOME[name]}"), name)
    raise AttributeError(f"module 'lanewise.op' has no attribute {name!r}")
