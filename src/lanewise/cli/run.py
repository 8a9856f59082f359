"""`lanewise run`: a program, unchanged, on the emulator."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from lanewise.cli.designs import Lenses, afterwards, told_kernels
from lanewise.cli.status import (
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

    from lanewise.cli.checked import Ended
    from lanewise.cli.reported import Page
    from lanewise.errors import LanewiseError
    from lanewise.iron.refusals import IronError

program_arguments: list[str] = []  # what stood behind `--`


def run(
    sources: list[str], chip: str | None, cores: int | None, engine: str | None, strict: bool, lenient: bool,
    check: str | None, schedule: str | None, sarif: str | None, time: bool, trace: str | None, json: str | None,
    csv: str | None, report: str | None, whole: bool, against: str | None, input_dir: str | None,
    output_dir: str | None, unbounded: bool, kernels: list[str], draw: str | None,
    fifos: bool, compile_commands: bool, watch: bool,
    **program: Any,
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
    if whole:
        check, time = check or "all,numbers", True
        report = report or f"{os.path.splitext(os.path.basename(sources[0]))[0]}.report.html"
        atexit.register(_say_where, report, os.getpid())
    from lanewise.cpp.build import SOURCES

    is_python = sources[0].endswith(".py")
    timing = time or trace or csv or report or (json and not check)
    for source in sources[:1] if is_python else sources:
        check_source(source)
    if compile_commands:
        from lanewise.cli.editor import for_editors

        for_editors(sources, chip, **program)
        sys.exit(0)
    check_limits(program["timeout"], program["memory"], program["output"])
    outputs = {"--trace": trace, "--json": json, "--sarif": sarif, "--report": report, "--draw": draw}
    if any(outputs.values()):
        from lanewise.cli.programs import files_of

        named = (*program_arguments, chip, against, *_kernel_files(kernels))
        reads = sources if is_python else files_of(sources, program["include_dirs"])
        check_outputs(outputs.items(), [*reads, *filter(None, named)])
    lenses = Lenses(draw, fifos)
    told_kernels(kernels)
    check_severity(strict, lenient)
    if sarif and not check:
        refuse("--sarif holds findings: say --check, too")
    if check and timing and not report:
        refuse("--check and --time cannot be combined. --report FILE gives both")
    if against and not report:
        refuse("--against compares in a report: say --report, too")
    plan = what_schedule(schedule, check)
    environment = {**os.environ, "LANEWISE_SCHEDULE": plan} if plan else None
    check_folder("--csv", csv)
    check_cores(cores)
    if is_python and program["isolate"]:
        from lanewise.cli.programs import run_isolated

        _choose(chip, engine)
        words = [f"--check={check}"] if check else []
        words += ["--time"] * time + ["--fifos"] * fifos + (["--against", os.path.abspath(against)] if against else [])
        behind = [*sources[1:], *program_arguments]
        sys.exit(run_isolated(sources[0], behind, words, outputs, csv, **program))
    if is_python:  # one file: what follows it is for the program
        _choose(chip, engine)
        arguments = [*sources[1:], *program_arguments]
        if not check and not timing:
            sys.exit(_run_python(sources[0], arguments, lenses))
        from lanewise.cli.checked import Ended, checked_python
        from lanewise.cli.reported import reporting
        from lanewise.cli.timed import Wanted, timed

        wanted = Wanted(time, trace, json, csv)
        with ExitStack() as listening:
            page = listening.enter_context(reporting(report, against, sources[:1], json)) if report else None
            both = page is not None and bool(check)  # then the page writes the data of both
            ended = Ended()
            if check:
                ended = listening.enter_context(checked_python(check, None if both else json, sarif, page, sources[0]))
            if timing:
                one = wanted._replace(data=None) if both else wanted
                listening.enter_context(timed(one, page, ended.broken))
            ended.status = _run_python(sources[0], arguments, lenses, page, ended)
            if page is not None:
                page.status, page.broken = ended.status, ended.rule
        sys.exit(ended.status)
    endings = {os.path.splitext(source)[1] for source in sources}
    if endings <= set(SOURCES):
        from lanewise.cli.programs import is_graph, run_program

        if kernels:
            refuse("--kernel is for IRON designs, which are Python programs")
        if any(lenses) and not is_graph(chip):
            refuse("--draw and --fifos show IRON designs and graphs of AI Engines")
        if is_graph(chip):
            from lanewise.cli.graphs import Checking, run_graph
            from lanewise.cli.timed import Wanted

            if csv or against:
                refuse("graphs of AI Engines run without --csv and --against")
            if plan and not plan.startswith("random:"):
                refuse("--schedule late is for kernels and designs: for graphs there is random:SEED")
            given = (sources, chip, program_arguments, input_dir, output_dir, unbounded, lenses,
                     Wanted(time, trace, None if check else json, None), plan)
            checking = Checking(check, json, sarif) if check else None
            if not report:
                sys.exit(run_graph(*given, checking=checking, **program))
            from lanewise.cli.reported import reporting

            with reporting(report, None, sources, None) as page:
                page.status = run_graph(*given, page, checking, **program)
            sys.exit(page.status)
        if engine is not None:
            refuse("--engine is for Python programs; C++ programs run on the compiled engine")
        if not check and not timing:
            sys.exit(run_program(sources, chip, program_arguments, environment, observed=bool(plan), **program))
        if plan:
            refuse("--schedule changes no time: leave out --time, --trace, --json, --csv and --report")
        from lanewise.cli.checked import Ended, checked_program
        from lanewise.cli.timed import Wanted, timed_program
        from lanewise.cpp.channel import Channel

        wanted = Wanted(time, trace, json, csv)
        with ExitStack() as listening:
            page = None
            if report:
                from lanewise.cli.reported import reporting

                page = listening.enter_context(reporting(report, against, sources, json))
            both = page is not None and bool(check)
            ended, listen = Ended(channel=None if check else Channel()), {}
            if check:
                ended = listening.enter_context(checked_program(check, None if both else json, sarif, page, sources))
            if timing:
                one = wanted._replace(data=None) if both else wanted
                listen = listening.enter_context(timed_program(one, page, ended.broken))
            everything = {**os.environ, **ended.environment, **listen}
            ended.status = run_program(
                sources, chip, program_arguments, everything, observed=bool(check), channel=ended.channel, **program
            )
            if page is not None:
                page.status, page.broken = ended.status, ended.broken()
        sys.exit(ended.status)
    refuse(f"{sources[-1]}: run takes one Python file (.py) or C++ files ({', '.join(SOURCES)})")


def _say_where(page: str, process: int) -> None:
    """The last line of a run that nobody named the page of; not of what it forked."""
    if os.getpid() == process and os.path.exists(page):
        print(f"lanewise: the report is {page}", file=sys.stderr)


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


def _run_python(
    source: str, args: list[str], lenses: Lenses, page: Page | None = None, ended: Ended | None = None
) -> int:
    import traceback

    from lanewise.asc import alias
    from lanewise.errors import LanewiseError
    from lanewise.iron import imports

    imports.install()
    try:
        with warnings_as_compilers_print():
            return afterwards(lenses, alias.run(source, args), page)
    except LanewiseError as problem:
        from lanewise.cli.colour import placed

        print(placed(finding(problem), sys.stderr), file=sys.stderr)
        if ended is not None:
            from lanewise.check.told import broken

            ended.rule = broken(problem)
        if problem.id == "CPP-002":
            return Status.NO_COMPILE
        return Status.FAILED if problem.id.startswith("IRON-") else Status.FINDINGS
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
    told = wrong(name.removesuffix(".__init__"), f"{type(problem).__name__}: {text}")
    told.where = files[at], stack[at][1]
    return told


def _unknown(problem: Exception) -> IronError | None:
    """A name or an argument that `aie.iron` has and Lanewise has not."""
    import re

    from lanewise.iron import WHERE
    from lanewise.iron.refusals import missing, wrong

    if isinstance(problem, AttributeError):
        owner = type(problem.obj)
        return missing(f"{owner.__name__}.{problem.name}") if owner.__module__.startswith("lanewise.iron.") else None
    called = re.match(r"(\w+)(?:\.\w+)*\(\) (?:got an|missing|takes) ", str(problem))
    if isinstance(problem, TypeError) and called and called[1] in WHERE:
        return wrong(called[1], str(problem).split("() ", 1)[1])
    return None


def finding(problem: LanewiseError) -> str:
    """As compilers print, with a path that an editor can open."""
    text = f"{problem.id} {problem.message}" + (f" [{problem.context}]" if problem.context else "")
    return text if problem.where is None else f"{_shown(*problem.where)}: {text}"


def _shown(path: str, line: int) -> str:
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
            print(f"{_shown(filename, lineno)}: warning: {message}", file=sys.stderr)
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
