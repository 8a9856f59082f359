"""Answers a running graph program, which asks for its kernels in init(): a thread beside it, and two pipes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from lanewise.aie.adf.program import Program, Wanted
from lanewise.errors import LanewiseError

_FIELD, _PART = "\x1f", "\x1e"
_NO_COMPILE = 4  # exit status


class Service:
    """`fds` are for the program; `said` hears what went wrong."""

    def __init__(self, program: Program, said: Callable[[LanewiseError], object]) -> None:
        self._program, self._said = program, said
        asked, theirs_out = os.pipe()
        theirs_in, answer = os.pipe()
        self.fds = (theirs_in, theirs_out)
        self._asked, self._answer = asked, answer
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LANEWISE_GRAPH_DRIVER": ",".join(map(str, self.fds))}

    def __enter__(self) -> Service:
        self._thread.start()
        return self

    def started(self) -> None:
        """The program has its ends: ours go, so that we hear when it has ended."""
        for fd in self.fds:
            os.close(fd)

    def __exit__(self, *problem: object) -> None:
        self._thread.join()

    def _serve(self) -> None:
        with open(self._asked, encoding="utf-8", errors="surrogateescape") as asked, \
                open(self._answer, "w", encoding="utf-8", errors="surrogateescape") as answer:  # fmt: skip
            kernels: list[Wanted] = []
            for line in asked:
                if line != "\n":
                    kernels.append(_parse_request(line[:-1]))
                    continue
                try:
                    answer.write(self._answers(kernels))
                    answer.flush()
                except BrokenPipeError:
                    return
                kernels = []

    def _answers(self, kernels: list[Wanted]) -> str:
        try:
            made = self._program.libraries(kernels)
        except LanewiseError as problem:
            self._said(problem)
            return f"stop{_FIELD}{_NO_COMPILE}\n" * max(1, len(kernels))
        rows = [("ok", *("" if part is None else str(part) for part in library)) for library in made]
        return "".join(_FIELD.join(row) + "\n" for row in rows)


def _parse_request(line: str) -> Wanted:
    *texts, types, _ = line.split(_FIELD)
    source, function, type_, member, signature, initialization = texts
    return Wanted(source, function, type_, member, signature, initialization, tuple(types.split(_PART)[:-1]))
