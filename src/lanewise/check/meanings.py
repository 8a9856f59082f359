"""What each finding is about, in a line: the same as the table of docs/checking.md, for who has only the id."""

from __future__ import annotations

MEANINGS = {
    "RACE-001": "pipes of one block meet without order",
    "RACE-002": "blocks meet in GM without order",
    "RACE-003": "a load of a vector function meets an earlier store without LocalMemBar",
    "RACE-004": "a block reads GM past a data cache that was not cleaned or dropped",
    "MEM-007": "a tensor is used that was given back to its queue",
    "MEM-008": "a copy leaves the size that `SetGlobalBuffer` was told",
    "MEM-009": "a load on an AI Engine reaches behind its array (a warning)",
    "QUE-010": "a tensor is never given back to its queue (a warning)",
    "HOST-001": "a call of the host failed (a warning)",
    "HOST-002": "a call of the host would damage memory: freed twice, copied past a buffer",
    "HOST-003": "device memory is never freed (a warning)",
    "HOST-004": "the host reads what a kernel writes without waiting for its stream",
    "INIT-001": "a copy brings out what depends on bytes that nobody wrote",
    "INIT-002": "the host reads device memory that nobody wrote (a warning)",
    "INIT-003": "scalar code reads bytes that nobody wrote",
    "SYNC-101": "a flag is set again before anybody waited for it",
    "SYNC-102": "a flag is set and never waited for",
    "SYNC-103": "a flag has an id that a queue uses (a warning)",
    "STATE-101": "the kernel ends in Counter mode",
    "STATE-102": "the kernel ends with atomic copies on",
    "STATE-103": "the kernel ends with atomic scalar stores on",
    "STATE-104": "the kernel ends with a vector mask that it has set (a warning)",
    "STATE-105": "a mask is used that an earlier instruction left behind",
    "STATE-106": "the kernel ends with other bits of CTRL changed: saturation, for example",
    "NUM-001": "an infinity or NaN from finite numbers (a warning, like the next ones)",
    "NUM-002": "a result beyond half",
    "NUM-003": "an integer wraps",
    "NUM-004": "a sum leaves its accumulator on an AI Engine",
}
