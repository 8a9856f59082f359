"""Many programs at once: data made, built, run and verified, each run in a folder of its own."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from typing import NamedTuple, Protocol, TypeVar

from lanewise.cpp.build import DoesNotCompileError, Request, build
from lanewise.cpp.channel import Channel
from lanewise.cpp.child import Ended, Limits, run, start
from lanewise.cpp.diagnose import diagnose
from lanewise.cpp.recipes import Case, find
from lanewise.cpp.target import target
from lanewise.cpp.ward import TooLongError, time_budget
from lanewise.errors import LanewiseError

_FAILED = re.compile(r"test failed!|\[ERROR\]|\[Failed\]", re.IGNORECASE)
_KEPT = 1 << 16  # characters of a program's output in the report


T = TypeVar("T")


class Start(NamedTuple):
    """What a program is started with for those who listen to it."""

    environment: Mapping[str, str] = {}
    channel: Channel | None = None
    observed: bool = False  # it is built so that it tells what its own code touches
    words: Sequence[str] = ()  # behind the command of a case that has one


class Listening(Protocol):
    """Who listens to a program: calls `launch` with what it is to be started with, and says beside its result the first
    error that was found; empty: none."""

    def __call__(self, case: Case, launch: Callable[[Start], T]) -> tuple[T, str]: ...


def no_listener(case: Case, launch: Callable[[Start], T]) -> tuple[T, str]:
    """Listens to nothing."""
    return launch(Start()), ""


class Result(NamedTuple):
    case: Case
    passed: bool
    step: str  # data, build, run, check, verify: the last one that was tried
    why: str  # one line; empty when it passed
    seconds: float
    output: str  # what every step printed


class FailedError(Exception):
    """A step failed; the text is why."""

    def __init__(self, why: str, printed: str = "") -> None:
        super().__init__(why)
        self.printed = printed  # by the program


class NotBuiltError(FailedError):
    """There is no program to start."""


def run_suite(
    folder: str, *, chips: Sequence[str] = (), only: str | None = None, timeout: float = 300.0,
    executor: Executor | None = None, done: Callable[[Result], object] = lambda result: None,
) -> list[Result]:
    """Runs every program under a folder. `done` hears of each result as it comes; the list is in order of names."""
    cases = find(folder, [target(c)[0] for c in chips], only)
    return run_cases(cases, timeout=timeout, executor=executor, done=done)


def run_cases(
    cases: Sequence[Case], *, timeout: float = 300.0, executor: Executor | None = None,
    done: Callable[[Result], object] = lambda result: None, listening: Listening = no_listener,
) -> list[Result]:
    own = None if executor else ThreadPoolExecutor(os.cpu_count())  # the work is in child processes
    try:
        submit = (executor or own).submit  # type: ignore[union-attr]
        futures = {submit(run_case, case, timeout, listening=listening): case for case in cases}
        results = {}
        for future in as_completed(futures):
            results[futures[future]] = future.result()
            done(results[futures[future]])
        return [results[case] for case in cases]
    finally:
        if own:
            own.shutdown(cancel_futures=True)


def run_case(
    case: Case, timeout: float = 300.0, environments: Sequence[Mapping[str, str]] = ({},),
    listening: Listening = no_listener,
) -> Result:
    """One run in each of the environments, which say what the program finds besides our own.

    An error that those who listen find fails the program.
    """
    began = time.monotonic()
    steps = Steps(case, timeout)
    why = ""
    try:
        steps.data()
        for environment in environments:
            steps.run(environment, listening)
            steps.verify()
    except FailedError as problem:
        why = str(problem)
    finally:
        steps.clean()
    return Result(case, not why, steps.step, why, time.monotonic() - began, steps.printed[-_KEPT:])


class Steps:
    """One run, in `TOP/build`; beside it everything of the program's folder, because scripts say `../scripts`.

    Where a program looks for files of its repository some folders up, it runs as far below what the repository holds.
    """

    def __init__(self, case: Case, timeout: float) -> None:
        self.case, self.timeout = case, timeout
        self.top = tempfile.mkdtemp(prefix="lanewise-suite-")
        root, up = case.repository
        self.at = os.path.join(self.top, *["build"] * max(up, 1))
        self.step, self.printed = "data", ""
        self._programs: dict[bool, str] = {}  # that were built: whether they are observed
        self.before = 0  # what was printed before the program ran
        for name in ("input", "output"):
            os.makedirs(os.path.join(self.at, name))
        for folder, beside in (*([(root, self.top)] if up else []), (case.folder, os.path.dirname(self.at))):
            for name in os.listdir(folder):
                if name != "build" and not os.path.lexists(os.path.join(beside, name)):
                    os.symlink(os.path.join(folder, name), os.path.join(beside, name))
        for name in case.copied:
            shutil.copytree(os.path.join(case.folder, name), os.path.join(self.at, name))

    def data(self) -> None:
        if self.case.data:
            self._run_or_fail("making the data", self.case.data)

    def program(self, observed: bool) -> str:
        """It is built when it is wanted: who listens decides how."""
        if observed not in self._programs:
            self._programs[observed] = self._build(observed)
        return self._programs[observed]

    def _build(self, observed: bool) -> str:
        self.step = "build"
        name, arch = target(self.case.chip)
        request = Request(self.case.sources, name, arch, self.case.defines, self.case.include_dirs)
        try:
            with time_budget(self.timeout):
                request = (self.case.make() if self.case.make else request)._replace(observed=observed)
                return build(request)
        except DoesNotCompileError as problem:
            self.printed += problem.output
            why = diagnose(problem.output, request)[0].removeprefix(self.case.folder + os.sep)
            raise NotBuiltError(why) from None
        except LanewiseError as problem:
            raise NotBuiltError(" ".join(f"{problem.id} {problem.message}".split("\n")[:2])) from None
        except TooLongError as problem:
            raise NotBuiltError(str(problem)) from None

    def run(self, environment: Mapping[str, str], listening: Listening) -> None:
        def launch(given: Start) -> str:
            command = [*self.case.command, *given.words]
            if not command:
                observed = given.observed or bool(environment.get("LANEWISE_SCHEDULE"))
                command = start(self.program(observed))
            self.step, self.before = "run", len(self.printed)
            return self._run_or_fail("", command, given._replace(environment={**environment, **given.environment}))

        _, found = listening(self.case, launch)
        if found:
            self.step = "check"
            raise FailedError(found)
        if self.case.expect and not self.case.verify:
            self._must_have_said_so()

    def verify(self) -> None:
        if self.case.verify:
            self.step = "verify"
            self._run_or_fail("verifying", self.case.verify)
            if self.case.expect:
                self._must_have_said_so()

    def clean(self) -> None:
        shutil.rmtree(self.top, ignore_errors=True)

    def ran(self, command: Sequence[str], given: Start = Start()) -> tuple[Ended, str]:  # noqa: B008
        """How a command ended, and what it printed."""
        said = bytearray()
        env = {**os.environ, **given.environment}
        limits = Limits(self.timeout)
        ended = run(command, limits, out=said.extend, err=said.extend, cwd=self.at, env=env, channel=given.channel)
        text = said.decode(errors="replace")
        self.printed += text
        return ended, text

    def _run_or_fail(self, what: str, command: Sequence[str], given: Start = Start()) -> str:  # noqa: B008
        """What it printed; a failure where it did not end well."""
        ended, text = self.ran(command, given)
        failed = _FAILED.search(text)
        if ended.status or failed:
            lead = f"{what}: " if what else ""
            raise FailedError(lead + (reason(text) or ended.problem or _status(ended.status, text)), text)
        return text

    def _must_have_said_so(self) -> None:
        if not any(text in self.printed[self.before :] for text in self.case.expect):
            raise FailedError(f"ended well, but never said {' or '.join(map(repr, self.case.expect))}")


def reason(text: str) -> str:
    """The line that says most: a report of ours, else a failure in the program's own words."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for pattern in (r": [A-Z]+-\d{3} |: Failure: ", r"Error|\[ERROR\]|differ|mismatch|wrong", r"test failed!"):
        for line in lines:
            if re.search(pattern, line):
                return line[:300]
    return ""


def _status(status: int, text: str) -> str:
    lines = text.split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"exit status {status}" + (f", last line: {last[:200]}" if last else "")
