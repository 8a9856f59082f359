"""A judge of kernels that somebody, or some program, has written: what counts is what their instructions did.

task = lanewise.judge.Task.read("task.toml")
verdict = lanewise.judge.judge(task, "candidate.cc")
print(verdict.line)

What is asked for is imported then.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanewise.judge.formats import read_task
    from lanewise.judge.judging import Judge, judge
    from lanewise.judge.task import Array, Call, Candidate, Case, Task, TaskError
    from lanewise.judge.verdict import Verdict

_HOMES = {
    **dict.fromkeys(("Judge", "judge"), "judging"), "Verdict": "verdict", "read_task": "formats",
    **dict.fromkeys(("Array", "Call", "Candidate", "Case", "Task", "TaskError"), "task"),
}
__all__ = ["Array", "Call", "Candidate", "Case", "Judge", "Task", "TaskError", "Verdict", "judge", "read_task"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
