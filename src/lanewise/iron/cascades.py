"""CascadeFlow: accumulators from a core to its neighbour. Kernels of both wait for each other inside a call."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from lanewise.aie.cores import current_core
from lanewise.aie.team import wait
from lanewise.iron.refusals import wrong
from lanewise.iron.workers import Worker


class CascadeFlow:
    """One word after the other, as many at a time as the chip holds between two cores."""

    kind = "bytes"

    def __init__(self, src_worker: Worker, dst_worker: Worker, *_: Any, **ignored: Any) -> None:
        for worker, end in ((src_worker, "cascade_out"), (dst_worker, "cascade_in")):
            if end in worker.ports:
                raise wrong(f"worker {worker.name}", f"it has a {end} already; a core has one")
            worker.ports[end] = self
        self.name = f"cascade from {src_worker.name} to {dst_worker.name}"
        self.words: deque[Any] = deque()

    def start(self) -> None:
        self.words.clear()

    def cross(self, reads: bool, memory: Any) -> None:
        """Bytes of a kernel into the cascade, or out of it."""
        if not reads:
            depth = int(current_core(self.name).chip.fact("cascade_depth"))
            wait(f"room in the {self.name}", lambda: len(self.words) < depth)
            self.words.append(memory.copy())
            return
        at = 0
        while at < len(memory):
            wait(f"data in the {self.name}", lambda: len(self.words) > 0)
            word = self.words.popleft()
            count = min(len(word), len(memory) - at)
            memory[at : at + count] = word[:count]
            if count < len(word):
                self.words.appendleft(np.asarray(word[count:]))
            at += count
