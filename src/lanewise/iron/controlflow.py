"""Loops and branches of a core's program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanewise.iron.refusals import wrong
from lanewise.iron.scalars import Index, truth


def range_(
    start: Any, stop: Any = None, step: Any = None, *, iter_args: Any = None, insert_yield: bool = True
) -> Iterator[Any]:
    """A loop on the core."""
    if iter_args:
        raise wrong("range_", "iter_args")
    first, end = (0, start) if stop is None else (start, stop)
    stride = 1 if step is None else int(step.__index__())
    if stride < 1:
        raise wrong("range_", "step", step=stride)
    at, last = int(first.__index__()), int(end.__index__())
    while at < last:
        yield Index(at)
        at += stride


for_ = range_  # as it was called first


def yield_(*values: Any) -> None:
    """Ends a loop body in older designs; nothing to do."""


class Branch:
    """What `with if_(...) as x` names."""

    def __init__(self, taken: bool) -> None:
        self.taken = taken

    def __bool__(self) -> bool:
        return self.taken

    def __enter__(self) -> Branch:
        raise wrong("if_", "unread_function")

    def __exit__(self, *_: Any) -> None:
        pass


def if_(condition: Any, *results: Any, hasElse: bool = False, has_else: bool = False, **named: Any) -> Branch:  # noqa: N803
    """`with if_(c):` runs its body where the condition holds (branches.py makes an `if` of it)."""
    return Branch(truth(condition))


def else_(branch: Branch) -> Branch:
    """`with else_(x):` runs its body where that of `with if_(...) as x` was left out."""
    return Branch(not branch.taken)
