"""Finds the compiled engine. Without it everything still runs, on the definition, and this says so once."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

from lanewise.chips.chip import Chip
from lanewise.chips.header import numbers, texts

_native: Any = None
_reason = ""
try:
    _native = import_module("lanewise._engine")
except ImportError as problem:  # not built for this machine
    _reason = str(problem)


class PlainTensor:
    """What the engine's Tensor holds, for machines without the engine."""

    __slots__ = ("address", "around", "code", "is_trait", "length", "space")

    def __init__(self, address: int, length: int, code: int, space: int, is_trait: bool) -> None:
        self.address, self.length, self.code, self.space, self.is_trait = address, length, code, space, is_trait
        self.around = 0


TensorBase: Any = PlainTensor if _native is None else _native.Tensor


def native(required: bool = False) -> Any:
    """The extension module, or None after one warning."""
    global _warned
    if _native is None and required and not _warned:
        _warned = True
        warnings.warn(
            f"the compiled engine is not available ({_reason}); using the definition engine, which is slow",
            RuntimeWarning,
            stacklevel=3,
        )
    return _native


def register_chip(chip: Chip) -> str:
    """The chip's name, which the engine knows from now on: it has no chips of its own."""
    if _native is not None and _told.get(chip.name) is not chip:
        _native.know_chip(*texts(chip), numbers(chip))
        _told[chip.name] = chip
    return chip.name


_told: dict[str, Chip] = {}
_warned = False
