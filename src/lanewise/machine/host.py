"""The host on the stream: device memory it makes and frees, copies and launches, as records of a block of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.host import HOST_BLOCK, WAITS
from lanewise.isa.catalogue import opcodes
from lanewise.isa.events import SCALAR
from lanewise.isa.issued import RECORD, MaskMode
from lanewise.isa.record import Overload
from lanewise.machine.trace import Trace, location

TO_DEVICE, TO_HOST = 1, 2  # kinds of copies: ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST


class Host:
    """What it did, if anybody listens; isa/ascend/host.py says what the parameters are."""

    def __init__(self, listened: bool) -> None:
        self.listened = listened
        self._records: list[Any] = []
        self._payload: list[int] = []

    def note(self, name: str, *params: int) -> None:
        if not self.listened:
            return
        record = np.zeros((), RECORD)
        record["sequence"], record["opcode"] = len(self._records), opcodes()[name]
        record["overload"], record["mask_mode"], record["repeat"] = Overload.PLAIN, MaskMode.NONE, 1
        record["pipe"], record["block"] = SCALAR, HOST_BLOCK
        record["file"], record["line"] = location()
        record["payload"], record["payload_count"] = len(self._payload), len(params)
        self._payload.extend(params)
        self._records.append(record)

    def note_copy(self, dst: int, src: int, size: int, kind: int) -> None:
        self.note("host_copy", dst, src, size, size, size, 1, kind, WAITS)

    def trace(self) -> Trace:
        return Trace.from_lists(self._records, self._payload)
