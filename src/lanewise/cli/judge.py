"""`lanewise judge`: whether kernels that somebody or some program has written do what a task asks."""

from __future__ import annotations

import os
import secrets
import sys
from typing import TYPE_CHECKING, Any

from lanewise.cli.progress import Progress
from lanewise.cli.status import Status, check_file, check_limits, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lanewise.judge.many import Item
    from lanewise.judge.task import Task
    from lanewise.judge.verdict import Verdict


def judge(
    task: str, words: list[str], chip: str | None, data: str | None, seed: int | None, jobs: int | None,
    solutions: bool, json: bool, output: str | None, strict: bool, build_timeout: float, timeout: float, memory: int,
) -> None:
    """Judge kernels that somebody, or some program, has written. Each runs in a process of its own, which knows no
    expected values, has no network and an empty folder; what counts is what its instructions did.

    TASK is a task.toml, followed by candidates (files or folders); or a benchmark (npueval), the id of one of its
    tasks or `all`, and candidates: with `all` a folder in which each is called as its task. Exit status of one
    candidate: 0 pass, 1 wrong result, 2 wrong use or a broken task, 3 it does not build, 4 it broke a rule or crashed,
    5 a limit, 6 cheating that is proved, 7 it needs what Lanewise lacks, 70 our own failure. Of several: 0 if all have
    a verdict, with --strict 1 unless all pass.
    """
    from lanewise.judge.child import Limits
    from lanewise.judge.many import Ledger, judge_all
    from lanewise.judge.task import TaskError
    from lanewise.judge.verdict import Verdict

    check_limits(timeout, memory)
    check_limits(build_timeout)
    if jobs is not None and jobs < 1:
        refuse(f"--jobs {jobs}: give 1 or more")
    if seed is not None and seed < 0:
        refuse(f"--seed {seed}: give 0 or more")
    check_file("--out", output)
    try:
        items = _items(task, words, chip, data, solutions)
    except TaskError as problem:
        refuse(str(problem))
    ledger = Ledger(output) if output else None
    for item in items if output else ():  # verdicts name values that were wanted
        item.task.hidden = tuple(dict.fromkeys((*item.task.hidden, os.path.abspath(output or ""))))
    if seed is None:
        seed = ledger.seed if ledger and ledger.seed is not None else secrets.randbelow(1 << 31)
    known = ledger.known if ledger else {}
    verdicts: dict[int, Verdict] = {
        number: Verdict(known[item.key]) for number, item in enumerate(items) if item.key in known
    }
    left = [number for number in range(len(items)) if number not in verdicts]
    limits = Limits(build=build_timeout, run=timeout, memory=memory)
    bar = Progress("judging", len(items), _passes(verdicts.values()), done=len(verdicts), least=2)
    with bar as step, _writing(ledger) as write:

        def done(number: int, made: Verdict) -> None:
            verdicts[left[number]] = made
            write(made)
            step(made)
            if len(items) > 1:
                print(made.json() if json else made.line, flush=True)

        try:
            judge_all([items[n] for n in left], seed=seed, jobs=jobs or 1, limits=limits, done=done)
        except TaskError as problem:
            refuse(str(problem))
    _end(list(verdicts.values()), items, json, strict)


def _end(verdicts: Sequence[Verdict], items: Sequence[Item], json: bool, strict: bool) -> None:
    if len(items) == 1:
        made = verdicts[0]
        print(made.json(1) if json else made.line)
        if not json:
            for one in made.cheats:
                print(f"  {one['id']} {one['certainty']}: {one['text']}")
        sys.exit(made.status)
    passed = sum(made.passed for made in verdicts)
    if not json:
        print(f"{passed} of {len(items)} pass")
    if strict and passed < len(items):
        sys.exit(Status.FAILED)


def _items(task: str, words: list[str], chip: str | None, data: str | None, solutions: bool) -> list[Item]:
    from lanewise.judge.formats import FORMATS, read_all, read_task
    from lanewise.judge.many import Item
    from lanewise.judge.task import CandidateError, TaskError

    options = [*(["--chip", chip] if chip else []), *(["--data", data] if data else [])]
    if task not in FORMATS:
        tasks, names = [read_task(task, chip=chip)], [task]
    elif not words:
        raise TaskError(f"{task}: give the id of a task, or all")
    else:
        id, words = words[0], words[1:]
        tasks = read_all(task, chip=chip, data=data) if id == "all" else [read_task(task, id, chip=chip, data=data)]
        names = [task, id]
    if solutions:
        made = [(one, one.solution()) for one in tasks]
        return [Item(one, found, (*names[:1], one.id, "--solutions", *options)) for one, found in made if found]
    if not words:
        raise TaskError("give a candidate: a file or a folder")
    try:
        if len(names) > 1 and names[1] == "all":
            return [Item(one, found, (task, one.id, found.path, *options))
                    for one in tasks for found in _of_task(one, words)]  # fmt: skip
        from lanewise.judge.task import Candidate

        return [Item(tasks[0], Candidate.read(word), (*names, word, *options)) for word in words]
    except CandidateError as problem:
        raise TaskError(str(problem)) from None


def _of_task(task: Task, folders: Sequence[str]) -> list[Any]:
    """Candidates in a folder by their names: ID, ID.cc, ID.json."""
    from lanewise.judge.task import Candidate

    found = []
    for folder in folders:
        if not os.path.isdir(folder):
            refuse(f"{folder} is no folder; with `all` each candidate is a file or folder in one, called as its task")
        for name in sorted(os.listdir(folder)):
            if name == task.id or os.path.splitext(name)[0] == task.id:
                found.append(Candidate.read(os.path.join(folder, name)))
    return found


class _writing:  # noqa: N801
    """Appends verdicts to the file, where there is one."""

    def __init__(self, ledger: Any) -> None:
        self._opened = ledger.writing() if ledger else None

    def __enter__(self) -> Any:
        return self._opened.__enter__() if self._opened else lambda made: None

    def __exit__(self, *problem: Any) -> None:
        if self._opened:
            self._opened.__exit__(*problem)


def _passes(known: Iterable[Verdict]) -> Callable[[Verdict], str]:
    """How many have passed, with each that comes."""
    passed = sum(made.passed for made in known)

    def text(made: Verdict) -> str:
        nonlocal passed
        passed += made.passed
        return f"{passed} pass"

    return text
