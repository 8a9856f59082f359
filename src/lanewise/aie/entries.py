"""What a compiled file offers to whoever loads it: functions by number, each called through entry.h."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A function for Python: its name, where it is defined, and how entry.h calls it, up to the slots."""

    name: str
    namespace: tuple[str, ...]
    call: str
    before: str = ""  # declarations that the call needs


def by_call(signature: str, callee: str) -> str:
    """A call that the compiler resolves: what is overloaded or a template has no address of its own."""
    given = "static_cast<decltype(lanewise_given)>(lanewise_given)..."
    return f"calls<{signature}>::of([](auto&&... lanewise_given) -> decltype(auto) {{ return {callee}({given}); }}, "
