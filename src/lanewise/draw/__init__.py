"""Drawings for a terminal, as plain text: the mask of a repeat, strides, and what an issued instruction touches."""

from lanewise.draw.access import access
from lanewise.draw.mask import mask
from lanewise.draw.strides import strides

__all__ = ["access", "mask", "strides"]
