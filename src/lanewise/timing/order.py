"""What records do to the order of the pipes, and what pipes wait for: the words of the model (engine/timing/)."""

from __future__ import annotations

from enum import IntEnum

NAMES = ("S", "V", "MTE2", "MTE3")  # of pipes, by their number in records
S, V, MTE2, MTE3 = range(4)
PIPES = (S, V, MTE2, MTE3)
UNTIMED = (
    "ib_set", "ib_wait", "cross_core_set_flag", "cross_core_wait_flag", "wait_pre_block", "notify_next_block",
    "group_arrive", "group_wait",
)


class Act(IntEnum):
    """Work of a pipe, a flag set or waited for, a barrier."""

    SCALAR = 0
    V = 1
    MTE2 = 2
    MTE3 = 3
    SET = 4
    WAIT = 5
    BARRIER = 6
    SYNC_ALL = 7
    INSIDE = 8  # a vector function that is running on V already
    LOCK = 9  # waits for what other pipes unlocked


# The pipe that works on a record, by what it does: S for all that only order.
WORKS = tuple({Act.V: V, Act.MTE2: MTE2, Act.MTE3: MTE3, Act.INSIDE: V}.get(act, S) for act in Act)


class Why(IntEnum):
    """What a pipe waited for; flags add the number of the pipe that set them."""

    NOTHING = 0
    ISSUE = 1  # the scalar unit had not come to it yet
    BARRIER = 2
    SYNC_ALL = 3
    FIRST_USE = 4
    QUEUE_FULL = 5  # the scalar unit: the queue of the pipe had no room
    FLAG = 8


def why_text(code: int, pipe: int) -> str:
    if code >= Why.FLAG:
        return f"flag {NAMES[code - Why.FLAG]}_{NAMES[pipe]}"
    return ("", "issue", "PipeBarrier", "SyncAll", "first use of the pipe", "full queue")[code]
