"""Graph programs under a folder: sources that connect kernels and have a main()."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence

from lanewise.chips import DEFAULT_AIE, DEFAULT_GRAPH
from lanewise.chips.chip import any_chip
from lanewise.cpp.build import SOURCES
from lanewise.cpp.recipes import Case
from lanewise.cpp.sources import included_files, read_source

_SKIPPED = {"build", "out", "Work", "x86simulator_output", "aiesimulator_output", "node_modules", "__pycache__"}
_MAIN = re.compile(r"^\s*int\s+main\s*\(", re.MULTILINE)
_GRAPH = re.compile(r"\b(?:adf\s*::\s*)?graph\b")
_CONTROL = re.compile(r"\.\s*init\s*\(\s*\)")
_XRT = re.compile(r"^\s*#\s*include\s*[<\"](?:xrt/|experimental/xrt)", re.MULTILINE)
_MEMORY_TILES = re.compile(r"\bshared_buffer\s*<")  # which the first generation has not


def find(root: str, chips: Sequence[str] = (), only: str | None = None) -> list[Case]:
    """One case for each program and chip; without chips, the first generation unless it needs memory tiles."""
    root = os.path.abspath(root)
    wanted = [chip for chip in chips if any_chip(chip).family == "aie"]
    cases: list[Case] = []
    if chips and not wanted:
        return cases
    for at, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED)
        for name in sorted(n for n in names if n.endswith(SOURCES)):
            cases += _cases(os.path.join(at, name), root, wanted)
    return [case for case in cases if only is None or only in case.title]


def _cases(source: str, root: str, chips: Sequence[str]) -> Iterator[Case]:
    own = read_source(source)
    if not (_MAIN.search(own) and _CONTROL.search(own)):
        return
    text = "\n".join(read_source(path) for path in included_files(source, ()))
    if "adf.h" not in text or not _GRAPH.search(text) or _XRT.search(own):
        return
    for chip in chips or [DEFAULT_AIE if _MEMORY_TILES.search(text) else DEFAULT_GRAPH]:
        spelling = any_chip(chip).spelling  # of the user's own, perhaps, whose name another process does not know
        command = (sys.executable, "-m", "lanewise", "run", source, "--chip", spelling)
        name = os.path.relpath(source, root)
        yield Case(name, chip, "", os.path.dirname(source), (source,), (), (), (), (), (), command=command)
