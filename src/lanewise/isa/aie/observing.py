"""Operations of a core, handed one by one to who listens: see lanewise/aie/trace.py.

An operation that is a part of another is not told by itself, as in C++.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from lanewise.isa.aie.env import current_or_none

P = ParamSpec("P")
R = TypeVar("R")


def observed(
    name: str, numbers: Callable[..., tuple[int, ...]] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function that its core hears of before it runs; `numbers` of its arguments, where they say it otherwise."""

    def wrap(meaning: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(meaning)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            core = current_or_none()
            if core is None or core.listener is None:
                return meaning(*arguments, **named)
            listener, core.listener = core.listener, None
            try:
                given = arguments + tuple(named.values()) + (numbers(*arguments) if numbers else ())
                listener(name, given)
                result = meaning(*arguments, **named)
                listener.done(given, result)
                return result
            finally:
                core.listener = listener

        return call

    return wrap
