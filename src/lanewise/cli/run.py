"""`lanewise run`: a program, unchanged, on the emulator."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from lanewise.cli import lenses
from lanewise.cli.designs import exit_status, told_kernels
from lanewise.cli.limit import TimeOverError, limited
from lanewise.cli.options import DEFAULT_TIMEOUT
from lanewise.cli.session import Front, Session, launched_here
from lanewise.cli.status import (
    TIMED_OUT,
    Status,
    check_cores,
    check_folder,
    check_limits,
    check_outputs,
    check_severity,
    check_source,
    refuse,
    what_schedule,
)  # fmt: skip

if TYPE_CHECKING:
    from types import TracebackType

    from lanewise.errors import LanewiseError
    from lanewise.iron.refusals import IronError
    from lanewise.machine.launch import Run

program_arguments: list[str] = []  # what stood behind `--`


def run(
    sources: list[str], chip: str | None, cores: int | None, engine: str | None, strict: bool, lenient: bool,
    schedule: str | None, input_dir: str | None, output_dir: str | None, unbounded: bool, kernels: list[str],
    compile_commands: bool, watch: bool, **settings: Any,
) -> None:
    """Run a program: Python that uses pyasc or lanewise.asc, or C++ with its kernels and its own main().

    Exit status: the program's own. A rule of the machine that the program broke prints as one line,
    file:line: ID message, and gives 3. A source that does not compile gives 4, the time limit 124. An uncaught Python
    exception prints its traceback and gives 1.
    """
    if watch:
        from lanewise.cli.watch import watch as again

        for source in sources[:1]:
            check_source(source)
        sys.exit(again(_words_without_watch(), sources))
    asked = lenses.extract_lens_options(settings, sources)
    is_python = sources[0].endswith(".py")
    for source in sources[:1] if is_python else sources:
        check_source(source)
    if compile_commands:
        from lanewise.cli.editor import for_editors

        for_editors(sources, chip, **settings)
        sys.exit(0)
    limit: float | None = settings["timeout"]
    settings["timeout"] = DEFAULT_TIMEOUT if limit is None else limit
    check_limits(settings["timeout"], settings["memory"], settings["output"])
    if outputs := lenses.outputs(asked):
        from lanewise.cli.programs import files_of

        named = (*program_arguments, chip, *lenses.inputs(asked).values(), *_kernel_files(kernels))
        reads = sources if is_python else files_of(sources, settings["include_dirs"])
        check_outputs(outputs.items(), [*reads, *filter(None, named)])
    told_kernels(kernels)
    check_severity(strict, lenient)
    plan = what_schedule(schedule)
    for option, path in lenses.folders(asked).items():
        check_folder(option, path)
    check_cores(cores)
    front: Front
    if is_python:  # one file: what follows it is for the program
        front, behind = PythonFront(engine, limit), [*sources[1:], *program_arguments]
        sys.exit(lenses.launch(Session(front, sources[:1], behind, chip, asked, plan, settings)))
    from lanewise.cpp.build import SOURCES

    if not {os.path.splitext(source)[1] for source in sources} <= set(SOURCES):
        refuse(f"{sources[-1]}: run takes one Python file (.py) or C++ files ({', '.join(SOURCES)})")
    if kernels:
        refuse("--kernel is for IRON designs, which are Python programs")
    from lanewise.cli.programs import ProgramFront, is_graph

    front = ProgramFront(engine)
    if is_graph(chip):
        from lanewise.cli.graphs import GraphFront

        front = GraphFront()
        settings |= {"input_dir": input_dir, "output_dir": output_dir, "unbounded": unbounded}
    sys.exit(lenses.launch(Session(front, sources, program_arguments, chip, asked, plan, settings)))


class PythonFront:
    """A program in Python, with IRON designs among them."""

    name = "python"
    title = "Python programs"

    def __init__(self, engine: str | None, limit: float | None) -> None:
        self.engine = engine
        self.limit = limit  # seconds

    def prepare(self, session: Session) -> None:
        _choose(session.chip, self.engine)
        if session.settings["isolate"]:
            from lanewise.cli.programs import run_isolated

            sys.exit(run_isolated(session))

    def launch(self, session: Session) -> int:
        try:
            with limited(session.sources[0], self.limit):
                return _run_python(session)
        except TimeOverError:
            return TIMED_OUT

    def records(self, session: Session) -> AbstractContextManager[list[Run]]:
        return launched_here()


def _kernel_files(kernels: list[str]) -> list[str]:
    return [one.partition("=")[2].split(",")[0] for one in kernels]


def _words_without_watch() -> list[str]:
    """The command line as it was given."""
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    return [word for at, word in enumerate(words) if at > end or word != "--watch"]


def _choose(chip: str | None, engine: str | None) -> None:
    """The environment carries the choice into the program and whatever it starts."""
    if chip is not None:
        from lanewise.chips.chip import any_chip

        os.environ["LANEWISE_CHIP"] = any_chip(chip).spelling
    if engine is not None:
        os.environ["LANEWISE_ENGINE"] = engine


def _run_python(session: Session) -> int:
    import traceback

    from lanewise.asc import alias
    from lanewise.errors import LanewiseError
    from lanewise.iron import imports

    imports.install()
    source = session.sources[0]
    try:
        with warnings_as_compilers_print():
            status = exit_status(alias.run(source, session.arguments))
        session.returned = True
        return status
    except LanewiseError as problem:
        from lanewise.cli.colour import highlight_location

        print(highlight_location(finding(problem), sys.stderr), file=sys.stderr)
        from lanewise.check.parsing import broken

        session.rule = broken(problem)
        if problem.timed_out:
            return TIMED_OUT
        if problem.id == "CPP-002":
            return Status.NO_COMPILE
        as_amd = problem.id.startswith("IRON-") and not session.asked.get("check")
        return Status.FAILED if as_amd else Status.FINDINGS
    except Exception as problem:
        told = _of_a_design(problem)
        if told is not None:
            print(finding(told), file=sys.stderr)
            return Status.FAILED
        shown = _from_program(problem.__traceback__, source)
        traceback.print_exception(type(problem), problem, shown)
        own_syntax = shown is None and isinstance(problem, SyntaxError)
        return Status.NO_COMPILE if own_syntax else Status.FAILED
    finally:
        if "LANEWISE_FILES" in os.environ:
            from lanewise.cli.watch import note_modules

            note_modules()


def _of_a_design(problem: Exception) -> LanewiseError | None:
    """What a name of `aie.iron` made of something that it did not foresee, as one line at the design's own."""
    import sysconfig
    import traceback

    from lanewise import iron
    from lanewise.errors import is_ours
    from lanewise.iron.refusals import wrong

    libraries = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
    stack = list(traceback.walk_tb(problem.__traceback__))
    files = [frame.f_code.co_filename for frame, _ in stack]
    while files and not is_ours(files[-1]) and files[-1].startswith(libraries):
        files.pop()
    if files and not is_ours(files[-1]):
        told = _unknown(problem)
        return None if told is None else told.at((files[-1], stack[len(files) - 1][1]))
    if not files or not files[-1].startswith(os.path.dirname(iron.__file__) + os.sep):
        return None
    users = [k for k, file in enumerate(files) if not is_ours(file) and not file.startswith(libraries)]
    if not users:
        return None
    at = users[-1]
    called = stack[at + 1][0]
    of = called.f_locals.get("self")
    name = called.f_code.co_name if of is None else f"{type(of).__name__}.{called.f_code.co_name}"
    text = " ".join(str(problem).split()).rstrip(".") or "it failed"
    told = wrong(name.removesuffix(".__init__"), "python_error", error=type(problem).__name__, text=text)
    told.where = files[at], stack[at][1]
    return told


def _unknown(problem: Exception) -> IronError | None:
    """A name or an argument that `aie.iron` has and Lanewise does not have."""
    import re

    from lanewise.iron import WHERE
    from lanewise.iron.refusals import missing, wrong

    if isinstance(problem, AttributeError):
        owner = type(problem.obj)
        return missing(f"{owner.__name__}.{problem.name}") if owner.__module__.startswith("lanewise.iron.") else None
    called = re.match(r"(\w+)(?:\.\w+)*\(\) (?:got an|missing|takes) ", str(problem))
    if isinstance(problem, TypeError) and called and called[1] in WHERE:
        return wrong(called[1], "python_call", text=str(problem).split("() ", 1)[1])
    return None


def finding(problem: LanewiseError) -> str:
    """As compilers print, with a path that an editor can open."""
    text = f"{problem.id} {problem.message}" + (f" [{problem.context}]" if problem.context else "")
    return text if problem.where is None else f"{_relative_place(*problem.where)}: {text}"


def _relative_place(path: str, line: int) -> str:
    near = os.path.relpath(path)
    return f"{path if near.startswith('..') else near}:{line}"


@contextmanager
def warnings_as_compilers_print() -> Iterator[None]:
    """Ours look like findings; all others stay as Python shows them."""
    import warnings

    from lanewise.errors import LanewiseWarning

    usual = warnings.showwarning

    def show(message: Any, category: Any, filename: str, lineno: int, *rest: Any, **named: Any) -> None:
        if issubclass(category, LanewiseWarning):
            print(f"{_relative_place(filename, lineno)}: warning: {message}", file=sys.stderr)
        else:
            usual(message, category, filename, lineno, *rest, **named)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = usual


def _from_program(trace: TracebackType | None, source: str) -> TracebackType | None:
    """The traceback from the program's own first line on; None when the program never started."""
    while trace is not None and os.path.abspath(trace.tb_frame.f_code.co_filename) != os.path.abspath(source):
        trace = trace.tb_next
    return trace
