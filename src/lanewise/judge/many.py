"""Many candidates at once: a thread for each job, a process for each candidate, and a file that can be gone on with."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TextIO

from lanewise.judge.child import Limits
from lanewise.judge.judging import Judge, Prepared
from lanewise.judge.task import Candidate, Task
from lanewise.judge.verdict import Verdict


class Item(NamedTuple):
    """One candidate of one task."""

    task: Task
    candidate: Candidate
    words: tuple[str, ...] = ()  # of the command that judges it alone

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.task.id, self.task.digest, self.task.chip, self.candidate.digest


def judge_all(
    items: Sequence[Item], *, seed: int, jobs: int, limits: Limits, done: Callable[[int, Verdict], object]
) -> None:
    """`done` gets the number of an item and its verdict as they come, one at a time. Items of one task should stand
    together."""
    left: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(len(items)):
        left.put(number)
    prepared: dict[int, Prepared] = {}
    lock, problems = threading.Lock(), list[BaseException]()

    def work() -> None:
        current: Judge | None = None
        try:
            while not problems:
                try:
                    number = left.get_nowait()
                except queue.Empty:
                    return
                item = items[number]
                if current is None or current.task is not item.task:
                    if current is not None:
                        current.close()
                    with lock:
                        shared = prepared.setdefault(id(item.task), Prepared())
                    current = Judge(item.task, seed, limits, prepared=shared)
                current.words = item.words
                current.ahead = not left.empty()
                made = current.judge(item.candidate)
                with lock:
                    done(number, made)
        except BaseException as problem:  # another thread must not raise it
            problems.append(problem)
        finally:
            if current is not None:
                current.close()

    # What a thread starts ends with it, so each closes what it has.
    threads = [threading.Thread(target=work, daemon=True) for _ in range(max(1, min(jobs, len(items))))]
    for one in threads:
        one.start()
    try:
        for one in threads:
            while one.is_alive():
                one.join(0.2)
    except KeyboardInterrupt as stop:
        problems.append(stop)
        for one in threads:
            one.join()
    if problems:
        raise problems[0]


class Ledger:
    """A file with a verdict in each line. What it holds is not judged again."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.known: dict[tuple[str, str, str, str], dict[str, Any]] = {}
        self.seed: int | None = None  # of the verdicts that are there
        for data in _lines(path):
            with contextlib.suppress(KeyError, TypeError):
                task = data["task"]
                self.known[task["id"], task["digest"], data["chip"], data["candidate"]["digest"]] = data
                self.seed = data["reproduce"]["seed"]

    @contextlib.contextmanager
    def writing(self) -> Iterator[Callable[[Verdict], None]]:
        with open(self.path, "a", encoding="utf-8") as file:
            if not _ends_whole(self.path):  # of a run that was stopped while it wrote
                file.write("\n")

            yield lambda made: _append(file, made)


def _append(file: TextIO, made: Verdict) -> None:
    file.write(made.json() + "\n")
    file.flush()


def _ends_whole(path: str) -> bool:
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        if not size:
            return True
        file.seek(size - 1)
        return file.read(1) == b"\n"


def _lines(path: str) -> Iterator[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                with contextlib.suppress(ValueError):  # half a line
                    data = json.loads(line)
                    if isinstance(data, dict):
                        yield data
    except FileNotFoundError:
        return
