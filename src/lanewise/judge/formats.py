"""Formats of tasks, by the word that the command takes. Each is a file of this room with `ids(data)` and
`read(id, chip=, data=)`."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from lanewise.chips.chip import any_chip
from lanewise.errors import LanewiseError
from lanewise.judge.task import Task, TaskError

# The word of a benchmark -> the module that reads its tasks.
FORMATS = {"npueval": "npueval"}


def _module(name: str) -> Any:
    return import_module(f"lanewise.judge.{FORMATS[name]}")


def read_task(name: str, id: str = "", *, chip: str | None = None, data: str | None = None) -> Task:
    """A task.toml, or a task of a benchmark by its id. `data` is where the benchmark's files are."""
    if name in FORMATS:
        return cast("Task", _module(name).read(id, chip=chip, data=data))
    if not name.endswith(".toml"):
        known = "".join(f", or {format} with the id of a task" for format in FORMATS)
        raise TaskError(f"{name} is no task: give a .toml file{known}")
    task = Task.read(name)
    if chip is not None:
        try:
            task.chip = any_chip(chip).name
        except LanewiseError as problem:
            raise TaskError(f"--chip: {problem.message}") from None
    return task


def read_all(name: str, *, chip: str | None = None, data: str | None = None) -> list[Task]:
    return [read_task(name, id, chip=chip, data=data) for id in _module(name).ids(data)]
