"""Tasks by what a user names."""

from __future__ import annotations

from lanewise.chips.chip import any_chip
from lanewise.errors import LanewiseError
from lanewise.judge.task import Task, TaskError


def read_task(name: str, *, chip: str | None = None) -> Task:
    """A task.toml, for another chip where one is named."""
    if not name.endswith(".toml"):
        raise TaskError(f"{name} is no task: give a .toml file")
    task = Task.read(name)
    if chip is not None:
        try:
            task.chip = any_chip(chip).name
        except LanewiseError as problem:
            raise TaskError(f"--chip: {problem.message}") from None
    return task
