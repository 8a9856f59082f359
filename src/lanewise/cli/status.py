"""Exit statuses of the command itself. A program that ran gives its own."""

from __future__ import annotations

import sys
from enum import IntEnum
from typing import NoReturn


class Status(IntEnum):
    FAILED = 1  # something that is needed does not work; Python's own status for an uncaught exception
    USAGE = 2
    FINDINGS = 3  # the program broke a rule of the machine
    NO_COMPILE = 4
    INTERRUPTED = 130


def refuse(problem: str) -> NoReturn:
    """A wrong use of the command, said in one line."""
    print(f"lanewise: {problem}", file=sys.stderr)
    sys.exit(Status.USAGE)
