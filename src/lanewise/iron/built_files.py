"""What a design is built to: a small file that names the program, its arguments and which of its designs it is.

Host programs that were written for the chip name this file; the design is built again from it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
from typing import Any

from lanewise.iron.devices import restoring_current_device
from lanewise.iron.program import Design, built
from lanewise.iron.refusals import wrong

_MARK = "lanewise design"
_here: dict[str, Design] = {}  # files that this process has written


def write(design: Design, path: Any, instructions: Any = None) -> None:
    """The file of a design, and one beside it for its instructions, which hold nothing."""
    program = os.path.abspath(sys.argv[0]) if sys.argv else ""
    told = {"kind": _MARK, "program": program, "arguments": sys.argv[1:], "number": built.index(design),
            "device": design.device.name}  # fmt: skip
    for file, text in ((path, json.dumps(told)), (instructions, f"{_MARK}\n")):
        if file:
            try:
                with open(file, "w", encoding="utf-8") as out:
                    out.write(text)
            except OSError as problem:
                raise wrong("compile", "not_written", file=file, strerror=problem.strerror) from None
    _here[os.path.abspath(path)] = design


def read(path: Any) -> Design:
    """The design behind a file; a program in Python stands for the last design that it builds."""
    file = os.path.abspath(os.fspath(path))
    if file in _here:
        return _here[file]
    if not os.path.isfile(file):
        raise wrong("xclbin", "no_built_file", path=path)
    if file.endswith(".py"):
        _here[file] = _built_by(file, [], -1)
        return _here[file]
    try:
        with open(file, encoding="utf-8") as text:
            told = json.load(text)
        if told["kind"] != _MARK:
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise wrong("xclbin", "foreign_file", path=path) from None
    _here[file] = _built_by(told["program"], told["arguments"], told["number"])
    return _here[file]


def _built_by(program: str, arguments: list[str], number: int) -> Design:
    """Runs the program again; what it prints is not the host program's."""
    first, argv, path = len(built), sys.argv, list(sys.path)
    sys.argv = [program, *arguments]
    sys.path.insert(0, os.path.dirname(program))
    try:
        with restoring_current_device(), contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            runpy.run_path(program, run_name="__main__")
    finally:
        sys.argv, sys.path[:] = argv, path
    designs = built[first:]
    if not designs or number >= len(designs):
        raise wrong("xclbin", "design_number", program=program, count=len(designs), number=number + 1)
    return designs[number]
