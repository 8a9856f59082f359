"""Tests that come with operators, run and counted one by one: a test that ends its process takes no other with it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

from lanewise.cpp.child import Ended, start
from lanewise.cpp.recipes import Case
from lanewise.cpp.sources import read_source
from lanewise.cpp.suite import FailedError, Listening, Start, Steps, no_listener, reason
from lanewise.op import aclnn, units

# What googletest prints, and so do we (include/lanewise/testing/gtest.h).
_STEP = re.compile(r"^\[ *(RUN|OK|FAILED|SKIPPED|DISABLED) *\] (\S+)")


class Tested(NamedTuple):
    """The tests of one file."""

    name: str
    chip: str
    passed: int
    failed: list[tuple[str, str]]  # name and reason
    not_run: list[str]  # a reason for each
    broken: bool = False  # it does not compile

    def __str__(self) -> str:
        counts = ((self.passed, "passed"), (len(self.failed), "failed"), (len(self.not_run), "not run"))
        said = ", ".join(f"{count} {word}" for count, word in counts if count) or "no tests"
        return f"{self.name}{f' [{self.chip}]' if self.chip else ''}: {said}"


class Job(NamedTuple):
    """A file with tests: what builds and runs it, or why nothing does."""

    name: str
    case: Case | None
    tests: list[str]
    why_not: str = ""


def find(root: str, chips: Sequence[str] = (), only: str | None = None) -> list[Job]:
    """Every file with tests under a folder, and every program that calls an operator of it."""
    jobs = [Job(c.name, c, units.tests(read_source(c.sources[0]))) for c in units.find(root, chips, only)]
    for path, why in units.foreign_tests(root):
        name = os.path.splitext(os.path.relpath(path, os.path.abspath(root)))[0]
        if only is None or only in name:
            jobs.append(Job(name, None, units.tests(read_source(path)), why))
    return sorted(jobs, key=lambda job: job.name)


def run(job: Job, timeout: float = 300.0, listening: Listening = no_listener) -> Tested:
    """`timeout` is for building and for each start, to which somebody may listen."""
    if job.case is None:
        return Tested(job.name, "", 0, [], [job.why_not] * len(job.tests))
    steps = _Starts(job.case, timeout, listening)
    try:
        return _Run(job.name, job.case, steps).all() if job.tests else _program(job.case, steps)
    except FailedError as problem:
        if not job.tests and aclnn.by_hand(job.case.sources[0]):
            return Tested(job.name, job.case.chip, 0, [], [f"calls {units.OTHERS['op_api'].removeprefix('of ')}"])
        why = f"not built: {problem}"
        return Tested(job.name, job.case.chip, 0, [], [why] * max(len(job.tests), 1), broken=True)
    finally:
        steps.clean()


class _Starts(Steps):
    """Of one program, built once."""

    def __init__(self, case: Case, timeout: float, listening: Listening) -> None:
        super().__init__(case, timeout)
        self._listening = listening
        self.found = ""  # the first error of all starts

    def started(self, *words: str) -> tuple[Ended, str]:
        """Scripts that tests start find the Python that we run on, with what it has."""
        own = os.path.dirname(sys.executable)
        path = {"PATH": os.pathsep.join([own, os.environ.get("PATH", os.defpath)])}

        def launch(given: Start) -> tuple[Ended, str]:
            command = start(self.program(given.observed), *words)
            return self.ran(command, given._replace(environment={**path, **given.environment}))

        ended, found = self._listening(self.case, launch)
        self.found = self.found or found
        return ended


def _program(case: Case, steps: _Starts) -> Tested:
    """A program that calls an operator: its exit status is its answer."""
    ended, text = steps.started()
    why = (reason(text) or ended.problem or f"exit status {ended.status}") if ended.status else steps.found
    name = os.path.basename(case.name)
    return Tested(case.name, case.chip, int(not why), [(name, why)] if why else [], [])


class _Run:
    """One file: its program is started again for what a crash has left."""

    def __init__(self, name: str, case: Case, steps: _Starts) -> None:
        self.name, self.case, self.steps = name, case, steps
        self.seen: dict[str, str] = {}  # test -> why it failed; empty: it passed
        self.not_run: dict[str, str] = {}

    def all(self) -> Tested:
        left = ""
        while True:
            before = len(self.seen)
            words = [f"--gtest_filter=*-{':'.join(self.seen)}"] if self.seen else []
            ended, text = self.steps.started(*words)
            open_test = self._parse_log(text)
            if open_test:
                self.seen[open_test] = _ending(ended, text, open_test)
            if not open_test or len(self.seen) == before:
                left = "" if open_test or ended.status in (0, 1) else _ending(ended, text, "")
                break
        failed = [(name, why) for name, why in self.seen.items() if why]
        if why := self.steps.found or left:
            failed.append((os.path.basename(self.name), why))
        passed = sum(not why for why in self.seen.values())
        return Tested(self.name, self.case.chip, passed, failed, list(self.not_run.values()))

    def _parse_log(self, text: str) -> str:
        """Notes what has ended; the test that has begun and not ended."""
        running, said = "", []
        for line in text.splitlines():
            step = _STEP.match(line)
            if not step:
                said.append(line)
                continue
            what, name = step[1], step[2].rstrip(",")
            if what == "RUN":
                running, said = name, []
            elif what == "DISABLED":
                self.not_run[name] = "disabled"
            elif name == running:
                if what == "SKIPPED":
                    self.not_run[name] = f"skipped: {' '.join(' '.join(said).split()) or 'no reason given'}"
                else:
                    self.seen[name] = "" if what == "OK" else reason("\n".join(said)) or "it says no more"
                running = ""
        return running


def _ending(ended: Ended, text: str, test: str) -> str:
    tail = text.rsplit(f"] {test}", 1)[-1] if test else text
    return reason(tail) or ended.problem or f"it ended the process with status {ended.status}"
