"""What records do to the order of the pipes, and what pipes wait for: the words of the model (engine/timing/)."""

from __future__ import annotations

from enum import IntEnum

from lanewise.chips import cores
from lanewise.isa.events import SCALAR
from lanewise.timing.layouts import Tally

NAMES = tuple(pipe.name for pipe in cores.pipes())  # of pipes, by their number in records
PIPES = tuple(range(len(NAMES)))
BETWEEN_BLOCKS = (
    "ib_set", "ib_wait", "cross_core_set_flag", "cross_core_wait_flag", "wait_pre_block", "notify_next_block",
    "group_arrive", "group_wait",
)


class Act(IntEnum):
    """Work of a pipe, a flag set or waited for, a barrier."""

    SCALAR = 0
    WORK = 1
    SET = 2
    WAIT = 3
    BARRIER = 4
    SYNC_ALL = 5
    INSIDE = 6  # a vector function that is running on its pipe already
    LOCK = 7  # waits for what other pipes unlocked
    BETWEEN = 8  # lets other blocks go on, or has waited for them


def working_pipe(tally: Tally) -> int:
    """The pipe that works on records: the scalar unit's for all that only order."""
    return tally.pipe if tally.act in (Act.WORK, Act.INSIDE) else SCALAR


class Why(IntEnum):
    """What a pipe waited for; flags add the number of the pipe that set them."""

    NOTHING = 0
    ISSUE = 1  # the scalar unit had not come to it yet
    BARRIER = 2
    SYNC_ALL = 3
    FIRST_USE = 4
    QUEUE_FULL = 5  # the scalar unit: the queue of the pipe had no room
    OTHER_BLOCK = 6  # a flag, a slot or a turn that another block gave
    MEMORY = 7  # the memory behind L2 served another copy of this block
    FLAG = 8


def why_text(code: int, pipe: int) -> str:
    if code >= Why.FLAG:
        return f"flag {NAMES[code - Why.FLAG]}_{NAMES[pipe]}"
    return ("", "issue", "PipeBarrier", "SyncAll", "first use of the pipe", "full queue", "another block",
            "shared memory")[code]
