"""Exit statuses of the command itself. A program that ran gives its own."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable
from enum import IntEnum
from typing import NoReturn

TIMED_OUT = 124  # what is above says that a program was stopped, refused or killed
LEAST_MEMORY = 32  # MiB: the runtime library and a thread for each of a few blocks


class Status(IntEnum):
    FAILED = 1  # something that is needed does not work; Python's own status for an uncaught exception
    USAGE = 2
    FINDINGS = 3  # the program broke a rule of the machine
    NO_COMPILE = 4
    INTERRUPTED = 130


def check_file(option: str, path: str | None) -> None:
    """Refuse a file that could not be written, before anything is done that it should hold."""
    if path is None:
        return
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        refuse(f"{option} {path}: there is no folder {folder}")
    if os.path.isdir(path):
        refuse(f"{option} {path}: that is a folder; name a file")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        refuse(f"{option} {path}: it may not be written")


# Files that somebody has written: no name for what a command makes.
_WRITTEN_BY_HAND = (".asc", ".cpp", ".cc", ".cxx", ".c++", ".c", ".h", ".hpp", ".hh", ".py", ".ipynb", ".toml", ".md")


def check_outputs(outputs: Iterable[tuple[str, str | None]], inputs: Iterable[str]) -> None:
    """Refuse to write over what is read, or twice to one place, before anything is written.

    A file that is not among the inputs may still be one: headers and modules are known when they have been read.
    """
    read = {at: path for path in inputs if (at := _file_identity(path)) is not None}
    written: dict[object, str] = {}
    for option, path in outputs:
        if path is None:
            continue
        check_file(option, path)
        if os.path.exists(path) and not os.path.isfile(path):  # /dev/null, a pipe
            continue
        place = _file_identity(path) or os.path.realpath(path)
        if place in read:
            refuse(f"{option} {path}: that is {read[place]}, which is read; name another file")
        if os.path.isfile(path) and path.lower().endswith(_WRITTEN_BY_HAND):
            refuse(f"{option} {path}: that is a source, and would be lost; name another file")
        if place in written:
            refuse(f"{option} {path}: {written[place]} is written there, too; name two files")
        written[place] = option


def _file_identity(path: str) -> tuple[int, int] | None:
    """A file by what it is, whatever its names are; None where there is none."""
    try:
        info = os.stat(path)
    except OSError:
        return None
    return info.st_dev, info.st_ino


def check_folder(option: str, path: str | None) -> None:
    """The same for a folder, which is made where it is missing."""
    if path is None:
        return
    there = os.path.abspath(path)
    while not os.path.exists(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        refuse(f"{option} {path}: {there} is a file; name a folder")
    if not os.access(there, os.W_OK):
        refuse(f"{option} {path}: {there} may not be written")


def check_source(path: str) -> None:
    if os.path.isdir(path):
        refuse(f"{path} is a folder; name a file in it")
    if not os.path.isfile(path):
        refuse(f"there is no file {path!r}" if "\n" in path else f"there is no file {path}")
    if not os.access(path, os.R_OK):
        refuse(f"{path} may not be read")


def check_limits(timeout: float, memory: int | None = None, output: int = 1) -> None:
    if not 0 < timeout < math.inf:
        refuse(f"--timeout {timeout:g}: give seconds above 0")
    if memory is not None and memory != 0 and memory < LEAST_MEMORY:
        refuse(f"--memory {memory}: a program needs {LEAST_MEMORY} MiB to start; 0 is no limit")
    if output < 1:
        refuse(f"--output-limit {output}: give 1 MiB or more")


def check_cores(cores: int | None) -> None:
    """The environment carries the choice into the program and whatever it starts."""
    if cores is not None:
        if cores < 1:
            refuse(f"--cores {cores}: a chip has 1 core or more")
        os.environ["LANEWISE_CORES"] = str(cores)


def refuse(problem: str) -> NoReturn:
    """A wrong use of the command, said in one line."""
    print(f"lanewise: {problem}", file=sys.stderr)
    sys.exit(Status.USAGE)


WITH_A_SCHEDULE = "--check and --schedule cannot be combined: --check already finds what a schedule would reveal"


def what_schedule(schedule: str | None) -> str:
    """The schedule as the engine takes it, which the environment carries into Python programs; empty: none."""
    from lanewise.machine.schedule import planned

    try:
        plan = planned(os.environ.get("LANEWISE_SCHEDULE", "") if schedule is None else schedule)
    except ValueError as problem:
        refuse(f"--schedule: {problem}")
    if schedule is not None:
        os.environ["LANEWISE_SCHEDULE"] = plan
    return plan


def check_severity(strict: bool, lenient: bool) -> None:
    """What a rule is that hardware does not enforce. The environment carries it into whatever is started."""
    if strict and lenient:
        refuse("--strict and --lenient contradict each other: give one of them")
    if strict:
        os.environ["LANEWISE_STRICT"] = "1"
    if lenient:
        os.environ["LANEWISE_LENIENT"] = "1"
