"""One test for many small things of a kind: pytest takes longer for a test than such a check does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def check_every(things: Iterable[T], name: Callable[[T], str]) -> Callable[[Callable[[T], None]], Callable[[], None]]:
    """The check of one thing becomes a test of all of them, which names each that fails."""
    each = list(things)

    def test_of(check: Callable[[T], None]) -> Callable[[], None]:
        def test() -> None:
            wrong = []
            for one in each:
                try:
                    check(one)
                except AssertionError as problem:
                    wrong.append(f"{name(one)}: {problem}")
            assert each
            assert not wrong, "\n".join(wrong)

        test.__doc__ = check.__doc__
        return test

    return test_of
