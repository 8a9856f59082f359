"""CascadeFlow: accumulators from a core to its neighbour. Kernels of both wait for each other inside a call."""

from __future__ import annotations

from typing import Any

from lanewise.aie.links import Link
from lanewise.iron.refusals import wrong
from lanewise.iron.workers import Worker


class CascadeFlow(Link):
    """One word after the other, as many at a time as the chip holds between two cores. Kernels agree what they mean."""

    kind = "cascade"

    def __init__(self, src_worker: Worker, dst_worker: Worker, *_: Any, **ignored: Any) -> None:
        super().__init__(f"from {src_worker.name} to {dst_worker.name}", None)
        for worker, end in ((src_worker, "cascade_out"), (dst_worker, "cascade_in")):
            if end in worker.ports:
                raise wrong(f"worker {worker.name}", "second_end", end=end)
            worker.ports[end] = self

    def start(self) -> None:
        self.words.clear()

    def cross(self, reads: bool, memory: Any) -> None:
        if not reads:
            self._put(memory.copy())
            return
        at = 0
        while at < len(memory):
            word = self._get()
            count = min(len(word), len(memory) - at)
            memory[at : at + count] = word[:count]
            if count < len(word):
                self.words.appendleft(word[count:])
            at += count
