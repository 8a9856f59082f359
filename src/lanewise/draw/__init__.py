"""Drawings: the mask of a repeat, strides, and what an instruction touches, as text, SVG and in notebooks."""

from lanewise.draw.access import access
from lanewise.draw.explain import Explanation, explain
from lanewise.draw.mask import mask
from lanewise.draw.strides import strides

__all__ = ["Explanation", "access", "explain", "mask", "strides"]
