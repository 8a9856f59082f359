"""Programs of a suite and tests of operators, each started under the lenses that are asked for."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from threading import Lock
from typing import TYPE_CHECKING, Any

from lanewise.check.findings import Severity
from lanewise.cli import lenses
from lanewise.cli.programs import ProgramFront
from lanewise.cli.session import Session
from lanewise.cli.status import TIMED_OUT, Status, check_folder, check_outputs
from lanewise.cpp.suite import FailedError, NotBuiltError, Start, T

if TYPE_CHECKING:
    from lanewise.cpp.recipes import Case


def file_of_all(asked: dict[str, Any]) -> str | None:
    """FILE of --json, which has what became of all of them; where nothing else is asked, nobody looks at them."""
    path: str | None = asked["json"]
    check_outputs([("--json", path)], [])
    if lenses.requested_options(asked) == ["--json"]:
        asked["json"] = None
    return path


class CaseFront(ProgramFront):
    """One start of a program that others build, feed and judge."""

    title = "programs of a suite"

    def __init__(self, launch: Callable[[Start], Any]) -> None:
        super().__init__(engine=None)
        self._launch = launch
        self.result: Any = None
        self.problem: FailedError | None = None

    def launch(self, session: Session) -> int:
        given = Start(session.environment, session.channel, session.observed)
        try:
            self.result = self._launch(given)
        except NotBuiltError:  # there is nothing to look at
            raise
        except FailedError as problem:  # raised again when lenses have told what they saw until then
            self.problem = problem
            return TIMED_OUT
        return 0


class GraphCases(ProgramFront):
    """Graphs of a suite: commands of their own, which take the same lenses."""

    name = "graph"
    title = "graphs of AI Engines"


class Cases:
    """Starts them under lenses, several at a time; what these would print is kept for each."""

    def __init__(self, asked: dict[str, Any], plan: str = "") -> None:
        self.asked, self.plan = asked, plan
        self.told: dict[Case, list[str]] = {}
        self._starts: Counter[Case] = Counter()
        self._lock = Lock()

    def tell(self, cases: list[Case]) -> None:
        """What lenses have said of each."""
        from lanewise.cli.colour import bold

        for case in cases:
            if told := "\n".join(self.told.get(case, [])).strip("\n"):
                print(f"{bold(f'{case.title} [{case.chip}]', sys.stdout)}\n{indent(told, '  ')}\n")

    def check(self, cases: list[Case]) -> None:
        """Refuse what some lens cannot do, and what could not be written, before anything is run."""
        for case in cases:
            own = self._with_file_names(case, 1)
            check_outputs(lenses.outputs(own).items(), [*case.sources, *lenses.inputs(own).values()])
            for option, path in lenses.folders(own).items():
                check_folder(option, path)
        graphs = any(case.command for case in cases)
        if graphs:
            lenses.check(self._session(GraphCases(None), None, self.asked))
        if not graphs or not all(case.command for case in cases):
            asked = lenses.of_launches(self.asked) if graphs else self.asked
            lenses.check(self._session(ProgramFront(None), None, asked))

    def __call__(self, case: Case, launch: Callable[[Start], T]) -> tuple[T, str]:
        with self._lock:
            self._starts[case] += 1
            asked, told = self._with_file_names(case, self._starts[case]), self.told.setdefault(case, [])
        if case.command:
            return self._command(asked, launch, told), ""
        front = CaseFront(launch)
        session = self._session(front, case, lenses.of_launches(asked))
        session.told = told
        lenses.launch(session)
        if front.problem:
            raise front.problem
        errors = [one.text for one in session.found if one.severity is Severity.ERROR]
        lost = ["it has not handed over all of its findings"] if session.status == Status.FINDINGS else []
        return front.result, next(iter([*errors, *lost]), "")

    def _session(self, front: ProgramFront, case: Case | None, asked: dict[str, Any]) -> Session:
        sources, chip = (list(case.sources), case.chip) if case else ([], None)
        return Session(front, sources, [], chip, asked, self.plan)

    def _command(self, asked: dict[str, Any], launch: Callable[[Start], T], told: list[str]) -> T:
        """What it prints is not to be told from what lenses print."""
        words = lenses.switches(asked)
        for option, path in (lenses.inputs(asked) | lenses.outputs(asked) | lenses.folders(asked)).items():
            words += [option, os.path.abspath(path)]
        try:
            printed = launch(Start(words=words))
        except FailedError as problem:
            told.append(problem.printed)
            raise
        told.append(str(printed))
        return printed

    def _with_file_names(self, case: Case, start: int) -> dict[str, Any]:
        """What is asked, with a file for each start where one is named."""
        name = re.sub(r"[^\w-]+", ".", f"{case.title} {case.chip}").strip(".")
        name += f".{start}" if start > 1 else ""
        own = dict(self.asked)
        for one in lenses.OPTIONS:
            if one.writes and own[one.key]:
                path = Path(own[one.key])
                own[one.key] = str(path / name if one.metavar == "DIR" else path.with_suffix(f".{name}{path.suffix}"))
        return own
