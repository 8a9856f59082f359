"""The functions of lanewise.aie, made from the records of the operations."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from lanewise.isa.aie import mac, ml_multiply
from lanewise.isa.aie.catalogue import named, operations
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.record import Operation


@cache
def function(name: str) -> Callable[..., Any]:
    """By its own name, or by that of a multiplication with conjugates, which have no record of their own."""
    if name in operations():
        return _make_function(operations()[name])
    if (mac.parse(name) or ml_multiply.parse(name)) and named(name):
        return observed(name)(mac.intrinsic(name) if mac.parse(name) else named(name)[0].meaning)
    raise AttributeError(f"module 'lanewise.aie' has no attribute {name!r}; list them with dir(lanewise.aie)")


def _make_function(operation: Operation) -> Callable[..., Any]:
    if inspect.isclass(operation.meaning) or operation.family == "type":  # making a vector asks nothing of a core
        return operation.meaning
    return observed(operation.name)(operation.meaning)
