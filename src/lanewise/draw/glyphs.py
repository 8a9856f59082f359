"""The few signs that every drawing uses."""

from __future__ import annotations

from typing import NamedTuple


class Glyphs(NamedTuple):
    on: str  # a lane that takes part; a block touched in full
    off: str  # a lane that keeps its bytes
    part: str  # a block of which only some lanes are touched
    none: str  # a block that is not touched
    more: str


_SIGNS = Glyphs("■", "□", "▪", "·", "…")
_ASCII = Glyphs("#", "-", "+", ".", "...")


def glyphs(ascii: bool) -> Glyphs:
    return _ASCII if ascii else _SIGNS
