"""Lanewise runs NPU vector kernels on any computer, bit for bit, with no vendor toolkit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanewise.chips.chip import Chip, chip, chips
    from lanewise.draw.explain import explain
    from lanewise.errors import LanewiseError, LanewiseWarning
    from lanewise.isa.named import instruction
    from lanewise.machine.convert import convert
    from lanewise.machine.core import Core, core
    from lanewise.machine.settings import configure, cores
    from lanewise.notebook import load_ipython_extension, unload_ipython_extension
    from lanewise.numerics.rounding import RoundMode
    from lanewise.report import report

__version__ = "0.1.0"

_HOME = {
    "Chip": "lanewise.chips.chip",
    "chip": "lanewise.chips.chip",
    "chips": "lanewise.chips.chip",
    "LanewiseError": "lanewise.errors",
    "LanewiseWarning": "lanewise.errors",
    "convert": "lanewise.machine.convert",
    "Core": "lanewise.machine.core",
    "core": "lanewise.machine.core",
    "configure": "lanewise.machine.settings",
    "cores": "lanewise.machine.settings",
    "RoundMode": "lanewise.numerics.rounding",
    "explain": "lanewise.draw.explain",
    "instruction": "lanewise.isa.named",
    "load_ipython_extension": "lanewise.notebook",
    "unload_ipython_extension": "lanewise.notebook",
}

__all__ = [
    "Chip", "Core", "LanewiseError", "LanewiseWarning", "RoundMode", "aie", "asc", "chip", "chips", "configure",
    "convert", "core", "cores", "cpp", "draw", "explain", "instruction", "iron", "load_ipython_extension", "op",
    "report", "simt", "timing", "tune", "unload_ipython_extension",
]


def __getattr__(name: str) -> Any:
    """Names are fetched when first used, so that `import lanewise` and the command line start at once."""
    if name in ("aie", "asc", "cpp", "draw", "iron", "op", "report", "simt", "timing", "tune", "why"):
        return import_module(f"lanewise.{name}")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'lanewise' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
