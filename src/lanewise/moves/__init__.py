"""Moves as data: a nest of strides that everything else reads."""

from lanewise.moves.layout import FIRST, NEAREST, Axis, Conversion, Coordinate, Digit, Fill, Layout, axis, constant

__all__ = ["FIRST", "NEAREST", "Axis", "Conversion", "Coordinate", "Digit", "Fill", "Layout", "axis", "constant"]
