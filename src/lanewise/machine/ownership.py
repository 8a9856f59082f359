"""Which bytes of UB somebody holds. The engine keeps the same (engine/memory/held.hpp)."""

from __future__ import annotations

_BEGIN = ("init_buffer", "local_mem_alloc", "ub_array", "local_tensor_auto")
STEPS = frozenset({
    *_BEGIN, "tpipe_init", "tpipe_destroy", "init_buf_pool", "reset_buf_pool", "local_tensor_auto_end",
})  # fmt: skip


class Ownership:
    def __init__(self) -> None:
        self._spans: list[tuple[int, int, bool]] = []  # the last one: a program placed it there

    def step(self, name: str, first: int, size: int) -> None:
        """A step of a lifetime. Who gets bytes takes them from whoever had them."""
        end = first + size
        self._spans = [one for one in self._spans if one[0] >= end or first >= one[1]]
        if name in _BEGIN:
            self._spans.append((first, end, False))

    def place(self, first: int, size: int) -> None:
        """A tensor at an address of the program's own choice; inside what somebody was given it is a view of that."""
        end = first + size
        if any(
            one[0] <= first and end <= one[1] and (not one[2] or one[:2] == (first, end)) for one in self._spans
        ):
            return
        self._spans = [one for one in self._spans if not one[2] or one[0] >= end or first >= one[1]]
        if size:
            self._spans.append((first, end, True))

    def by_nobody_else(self, address: int, first: int, end: int) -> bool:
        """Whether these bytes belong to the holder of `address` or to nobody."""
        met = [one for one in self._spans if one[0] < end and first < one[1]]
        return all(start <= address < stop for start, stop, _ in met)
