"""What the definition of a reduction sees and gives back.

The executor owns addresses, strides, masks and the layout of results; a definition turns lanes into a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class ReduceOrder(IntEnum):
    """What ReduceRepeat writes for each repeat."""

    ORDER_VALUE_INDEX = 0
    ORDER_INDEX_VALUE = 1
    ORDER_ONLY_VALUE = 2
    ORDER_ONLY_INDEX = 3


@dataclass(frozen=True)
class Group:
    """The lanes that make one result: a repeat, a block or a pair. Masked lanes hold 0."""

    values: Array
    active: Array  # bool
    offset: int = 0  # of lane 0, in elements from the start of the source


@dataclass(frozen=True)
class Whole:
    """All repeats of a call that makes one result."""

    repeats: list[Group]
    counted: bool  # the count form
    counter: bool  # the count form, or a masked form in Counter mode


@dataclass(frozen=True)
class Result:
    value: Any  # in the destination type
    index: int = 0
