"""What is asked of a candidate: how it is called, on which inputs, and what must come out.

A benchmark's own format is a file beside this one that makes a `Task` of it: it reads what it finds (`formats.py` knows
them by name), says the benchmark's own rule and what its own tool would have written.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from lanewise.judge.rules import OWN, Rule
from lanewise.numerics.formats import dtype

if TYPE_CHECKING:
    from lanewise.judge.verdict import Verdict

Values = np.ndarray[Any, Any]
SUFFIXES = (".cc", ".cpp", ".asc", ".cxx", ".h", ".hpp", ".py", ".json", ".txt")
_MOST_BYTES = 8 << 20  # of the sources of a candidate
_MOST_FILES = 400


class TaskError(Exception):
    """A task that cannot be read, or makes no sense."""


class UnsupportedError(Exception):
    """A task needs what Lanewise lacks: its name."""


class CandidateError(Exception):
    """There is no candidate to judge, or it is none that one could read."""


class Array(NamedTuple):
    """An array that goes in or comes out."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    @property
    def face(self) -> np.dtype[Any]:
        return dtype(self.dtype).numpy

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))


class Call(NamedTuple):
    """How a candidate is called."""

    language: str  # aie, ascendc or operator
    function: str = ""  # a kernel; of an operator its type, where a folder has several
    arguments: tuple[str, ...] = ()  # names of inputs, outputs, numbers and `workspace`, in the order of the call
    blocks: int = 1  # of ascendc
    workspace: int = 0  # bytes
    keeps_state: bool = False  # a call may leave something for the next one, so each has a core of its own


@dataclass
class Case:
    """One set of inputs."""

    id: str
    seed: int | None
    inputs: dict[str, Values]
    outputs: list[Array]
    numbers: dict[str, Any] = field(default_factory=dict)  # by their names
    wanted: list[Values] | None = None  # one for each output; None: the task's own solution is asked
    given: bool = False  # it is the benchmark's own, which everybody may have seen
    reduced: str = ""  # why shapes are smaller than the task's
    changed: str = ""  # differs from the case of this name in one element of one input
    ours: Rule | None = None  # what decides here, where that is not the task's


class Candidate(NamedTuple):
    """Sources by their names."""

    files: Mapping[str, bytes]
    path: str = ""

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Candidate:
        """A file, or a folder with all that is in it."""
        top = os.path.abspath(path)
        if os.path.isfile(top):
            return Candidate({os.path.basename(top): _contents(top)}, os.fspath(path))
        if not os.path.isdir(top):
            raise CandidateError(f"there is no candidate {os.fspath(path)}")
        files: dict[str, bytes] = {}
        for at, folders, names in os.walk(top):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            for name in sorted(names):
                whole = os.path.join(at, name)
                if not name.startswith(".") and stat.S_ISREG(os.lstat(whole).st_mode):
                    files[os.path.relpath(whole, top)] = _contents(whole)
        if not files or len(files) > _MOST_FILES or sum(map(len, files.values())) > _MOST_BYTES:
            raise CandidateError(f"{os.fspath(path)}: a candidate has 1 to {_MOST_FILES} files with at most "
                                 f"{_MOST_BYTES >> 20} MiB of text together")  # fmt: skip
        return Candidate(files, os.fspath(path))

    @property
    def digest(self) -> str:
        found = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            found.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape") + content)
        return f"sha256:{found.hexdigest()}"

    @property
    def text(self) -> str:
        """All of it, as far as it is text."""
        return "\n".join(content.decode(errors="replace") for content in self.files.values())

    def main_file(self, suffixes: Sequence[str]) -> str:
        """The one file that is compiled."""
        sources = [name for name in self.files if name.endswith(tuple(suffixes))]
        if len(sources) != 1:
            there = ", ".join(sorted(self.files))
            raise CandidateError(f"a candidate has one file that ends in {' or '.join(suffixes)}; there are: {there}")
        return sources[0]


def _contents(path: str) -> bytes:
    with open(path, "rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise CandidateError(f"{path} has more than {_MOST_BYTES >> 20} MiB")
    return content


@dataclass
class Task:
    """A task of any benchmark. `make` gives its cases for a seed; a format derives from this class where a benchmark
    compiles more than the candidate's text, or has a result of its own."""

    id: str
    call: Call
    chip: str
    make: Callable[[int], list[Case]]
    benchmark: str = "own"
    source: str = ""  # the file that it was read from
    digest: str = ""
    rule: Rule = OWN  # the benchmark's own, which decides `passed_as_benchmark`
    ours: Rule = OWN  # what decides the verdict
    hidden: tuple[str, ...] = ()  # files and folders that a candidate must not see

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Task:
        """A task.toml of one's own (lanewise.judge.own)."""
        return cast("Task", import_module("lanewise.judge.own").read(os.fspath(path)))  # which knows tasks, too

    def cases(self, seed: int) -> list[Case]:
        return self.make(seed)

    def sources(self, candidate: Candidate) -> tuple[dict[str, bytes], str]:
        """What is compiled, and the name of the file in it that is; empty for operators, which are folders."""
        if self.call.language == "operator":
            return dict(candidate.files), ""
        return dict(candidate.files), candidate.main_file(SOURCES[self.call.language])

    def rule_of(self, case: Case) -> Rule:
        return case.ours or self.ours

    def usable(self, case: Case) -> bool:
        """Whether a case whose outputs the solution made asks for something that one can compare with."""
        return True

    def solution(self) -> Candidate | None:
        """A candidate that is right by definition, where a benchmark has one and no other reference."""
        return None

    def benchmark_result(self, verdict: Verdict, answers: Sequence[Answer]) -> dict[str, Any] | None:
        """What the benchmark's own tool writes."""
        return None


class Answer(NamedTuple):
    """What a candidate answered in one case."""

    case: Case
    got: list[Values] | None  # None: it has not


SOURCES = {"aie": (".cc", ".cpp"), "ascendc": (".asc", ".cpp", ".cc")}


def seed_of(name: str, seed: int, number: int) -> int:
    """Of one set of inputs: nobody who knows the task alone knows it."""
    return int.from_bytes(hashlib.sha256(f"{name}\0{seed}\0{number}".encode()).digest()[:6], "little")
