"""`lanewise run`: a program, unchanged, on the emulator."""

from __future__ import annotations

import os
import sys
import traceback
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from lanewise.cli.status import Status, refuse

if TYPE_CHECKING:
    from types import TracebackType

    from lanewise.errors import LanewiseError

CPP = (".asc", ".cpp", ".cc", ".cxx")


class Engine(str, Enum):
    fast = "fast"
    definition = "definition"
    lockstep = "lockstep"


def run(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A Python file; Lanewise answers its `import asc`.")],
    args: Annotated[
        list[str] | None, typer.Argument(metavar="-- ARGS", help="Arguments of the program.")
    ] = None,
    chip: Annotated[
        str | None, typer.Option(metavar="CHIP", help="The chip for kernels that name none (LANEWISE_CHIP).")
    ] = None,
    engine: Annotated[
        Engine | None,
        typer.Option(help="fast: C++; definition: numpy, slow; lockstep: both, compared (LANEWISE_ENGINE)."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse undefined overlap too (LANEWISE_STRICT=1).")] = False,
) -> None:
    """Run a Python program that uses pyasc or lanewise.asc.

    Exit status: the program's own. An uncaught exception prints its traceback and gives 1, as Python does. A rule of
    the machine that the program broke prints as one line, file:line: ID message, and gives 3. A syntax error gives 4.
    """
    _refuse_what_cannot_run(source)
    _choose(chip, engine, strict)
    sys.exit(_run(source, args or []))


def _refuse_what_cannot_run(source: str) -> None:
    if not os.path.isfile(source):
        refuse(f"there is no file {source}")
    ending = os.path.splitext(source)[1]
    if ending in CPP:
        refuse(f"{source}: C++ sources are not supported yet; run takes Python files")
    if ending != ".py":
        refuse(f"{source}: run takes Python files (.py)")


def _choose(chip: str | None, engine: Engine | None, strict: bool) -> None:
    """The environment carries the choice into the program and whatever it starts."""
    from lanewise.chips.chip import chip as find_chip

    if chip is not None:
        os.environ["LANEWISE_CHIP"] = find_chip(chip).name
    if engine is not None:
        os.environ["LANEWISE_ENGINE"] = engine.value
    if strict:
        os.environ["LANEWISE_STRICT"] = "1"


def _run(source: str, args: list[str]) -> int:
    from lanewise.asc import alias
    from lanewise.errors import LanewiseError

    try:
        return alias.run(source, args)
    except LanewiseError as problem:
        print(_finding(problem), file=sys.stderr)
        return Status.FINDINGS
    except Exception as problem:
        shown = _from_program(problem.__traceback__, source)
        traceback.print_exception(type(problem), problem, shown)
        own_syntax = shown is None and isinstance(problem, SyntaxError)
        return Status.NO_COMPILE if own_syntax else Status.FAILED


def _finding(problem: LanewiseError) -> str:
    """As compilers print, with a path that an editor can open."""
    text = f"{problem.id} {problem.message}" + (f" [{problem.context}]" if problem.context else "")
    if problem.where is None:
        return text
    path, line = problem.where
    near = os.path.relpath(path)
    return f"{path if near.startswith('..') else near}:{line}: {text}"


def _from_program(trace: TracebackType | None, source: str) -> TracebackType | None:
    """The traceback from the program's own first line on; None when the program never started."""
    while trace is not None and os.path.abspath(trace.tb_frame.f_code.co_filename) != os.path.abspath(source):
        trace = trace.tb_next
    return trace
