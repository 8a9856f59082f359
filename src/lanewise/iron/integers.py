"""Whole numbers that designs give: Python's, numpy's, or those of a core. Inside they are Python's."""

from __future__ import annotations

import operator
from typing import Any

from lanewise.iron.refusals import wrong_type


def whole_number(of: Any, what: str) -> int:
    """A number at the door of a class or function named `what`."""
    try:
        return operator.index(of)
    except TypeError:
        raise wrong_type(what, "no_whole_number", of=repr(of)) from None


def ceildiv(a: Any, b: Any) -> Any:
    """The smallest whole number that is not below a / b."""
    return -(-a // b)
