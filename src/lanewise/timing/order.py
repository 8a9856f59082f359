"""What each record does to the order of the pipes: work of a pipe, a flag set or waited for, a barrier."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np

from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import Pipe
from lanewise.machine.events import HardEvent, PipeID

Array = np.ndarray[Any, Any]
PIPES = (Pipe.S, Pipe.V, Pipe.MTE2, Pipe.MTE3)


class Act(IntEnum):
    SCALAR = 0
    V = 1
    MTE2 = 2
    MTE3 = 3
    SET = 4
    WAIT = 5
    BARRIER = 6
    SYNC_ALL = 7
    INSIDE = 8  # a vector function that is running on V already


@dataclass
class Steps:
    """Per record: what it does, on which pipes, and the name of its flag."""

    act: Array
    source: Array  # the pipe that sets; the pipe of a barrier
    target: Array  # the pipe that waits
    flag: Array

    @property
    def pipe(self) -> Array:
        """The pipe that works on each record: S for all that only order."""
        worked = (self.act >= Act.V) & (self.act <= Act.MTE3)
        return np.where(worked, self.act, np.where(self.act == Act.INSIDE, int(Pipe.V), int(Pipe.S)))


UNTIMED = ("ib_set", "ib_wait", "cross_core_set_flag", "cross_core_wait_flag", "wait_pre_block", "notify_next_block")
_ENQUE, _FREE = 0, 1  # a queue's buffer is handed on, then given back


@cache
def _event_pipes() -> tuple[Array, Array]:
    """Source and target pipe of every event; 0 for those that name a pipe of the cube."""
    names = [event.name.split("_") for event in HardEvent]
    known = {pipe.name: int(pipe) for pipe in PIPES}
    first = [known.get(n[0], 0) for n in names]
    second = [known.get(n[-1], 0) for n in names]
    return np.array(first), np.array(second)


def steps(records: Array, payload: Array) -> Steps:
    opcode, count = records["opcode"], len(records)
    out = Steps(records["pipe"].astype(np.int64), *(np.zeros(count, np.int64) for _ in range(3)))
    out.act[out.act == Pipe.ALL] = Act.SCALAR
    number = opcodes()
    first, second = _event_pipes()

    def rows(*names: str) -> Array:
        return np.flatnonzero(np.isin(opcode, [number[n] for n in names]))

    def param(at: Array, k: int) -> Array:
        return payload[records["payload"][at].astype(np.int64) + k]

    for name, act in (("set_flag", Act.SET), ("wait_flag", Act.WAIT)):
        at = rows(name)
        event = param(at, 0)
        out.act[at], out.source[at], out.target[at] = act, first[event], second[event]
        out.flag[at] = event * 64 + param(at, 1)
    for name, act, way in (("enque", Act.SET, _ENQUE), ("deque", Act.WAIT, _ENQUE), ("free_tensor", Act.SET, _FREE),
                           ("alloc_tensor", Act.WAIT, _FREE)):
        at = rows(name)
        event = param(at, 4)
        out.act[at], out.source[at], out.target[at] = act, first[event], second[event]
        out.flag[at] = (1 << 40) + (param(at, 0) * 4096 + param(at, 1)) * 2 + way
    at = rows("pipe_barrier")
    named: dict[int, Pipe] = {
        PipeID.PIPE_V: Pipe.V, PipeID.PIPE_MTE2: Pipe.MTE2, PipeID.PIPE_MTE3: Pipe.MTE3, PipeID.PIPE_ALL: Pipe.ALL,
    }
    out.act[at] = Act.BARRIER
    out.source[at] = [named.get(p, Pipe.S) for p in param(at, 0).tolist()]
    out.act[rows("sync_all")] = Act.SYNC_ALL
    return out
