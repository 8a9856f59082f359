"""One run with its lenses: what was asked for, what they hear through, and how it ended."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from lanewise.cli.status import TIMED_OUT, Status

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.cli.run_page import Page
    from lanewise.cpp.channel import Channel
    from lanewise.machine.launch import Run


class Front(Protocol):
    """A kind of program. It knows no lens: they prepare the session that it launches."""

    name: str  # the method of a lens that listens to it
    title: str

    def prepare(self, session: Session) -> None:
        """Refuse what it cannot run."""

    def launch(self, session: Session) -> int:
        """The status that the program ended with."""

    def records(self, session: Session) -> AbstractContextManager[list[Run]]:
        """What was issued in each launch, once the program has ended."""


@dataclass
class Session:
    front: Front
    sources: list[str]
    arguments: list[str]  # of the program
    chip: str | None
    asked: dict[str, Any]  # options of lenses, by their keys
    plan: str = ""  # the schedule
    settings: dict[str, Any] = field(default_factory=dict)  # of the front
    # What lenses need of a program that starts elsewhere.
    environment: dict[str, str] = field(default_factory=dict)
    channel: Channel | None = None
    files: list[int] = field(default_factory=list)  # descriptors that it inherits
    folder: str = ""  # that it writes to
    observed: bool = False  # it tells what its own code touches
    counted: bool = False  # graphs: it tells what its kernels do
    # How it ended.
    returned: bool = False  # it came to its end
    left: int = 0  # its own status
    status: int = 0  # and that of the command
    rule: Finding | None = None  # that ended a Python program
    shown: list[Any] | None = None  # a notebook shows objects, and prints no words
    told: list[str] | None = None  # where one of many programs leaves its words; None: they are printed
    # What lenses leave for each other.
    page: Page | None = None
    data: dict[str, Any] = field(default_factory=dict)  # that --json writes
    found: list[Finding] = field(default_factory=list)
    graph: Any = None  # the program of one, and its times in words
    graph_times: str = ""

    def broken(self) -> Finding | None:
        """The rule that ended it, which it has printed itself."""
        return self.rule or (self.channel.broken() if self.channel else None)

    def say(self, text: str, to: TextIO | None = None) -> None:
        """Prints a lens's text, to standard output unless `to` is given."""
        if self.told is None:
            print(text, file=to or sys.stdout)
        else:
            self.told.append(text)

    def judge(self, found: bool) -> None:
        """Findings decide how a program ended that ended by itself."""
        if found and self.status < TIMED_OUT:
            self.status = Status.FINDINGS


@contextmanager
def launched_here() -> Iterator[list[Run]]:
    """What is launched in this process, traced."""
    from lanewise.machine.launch import watchers
    from lanewise.machine.settings import configure, settings

    runs: list[Run] = []
    before = settings().trace
    configure(trace=True)
    watchers.append(runs.append)
    try:
        yield runs
    finally:
        watchers.remove(runs.append)
        configure(trace=before)
