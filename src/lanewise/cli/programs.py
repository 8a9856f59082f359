"""C++ programs on the command line: built, started, and their end explained in one line."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lanewise.cli.status import Status, check_cores, check_outputs, check_source, refuse
from lanewise.cpp import prelude
from lanewise.cpp.build import SOURCES, DoesNotCompileError, Request, build
from lanewise.cpp.child import TIMED_OUT, Limits, run, start
from lanewise.cpp.chip_file import chip_file
from lanewise.cpp.progress import running, working
from lanewise.cpp.target import target
from lanewise.cpp.ward import TooLongError, time_budget

if TYPE_CHECKING:
    from lanewise.cli.session import Session
    from lanewise.cpp.channel import Channel
    from lanewise.machine.launch import Run


class ProgramFront:
    """A compiled program, in a process of its own."""

    name = "program"
    title = "C++ programs"

    def __init__(self, engine: str | None) -> None:
        self.engine = engine

    def prepare(self, session: Session) -> None:
        if self.engine is not None:
            refuse("--engine is for Python programs; C++ programs run on the compiled engine")
        if session.plan:
            session.environment["LANEWISE_SCHEDULE"] = session.plan
            session.observed = True

    def launch(self, session: Session) -> int:
        environment = {**os.environ, **session.environment} if session.environment else None
        return run_program(session.sources, session.chip, session.arguments, environment, channel=session.channel,
                           observed=session.observed, **session.settings)  # fmt: skip

    @contextlib.contextmanager
    def records(self, session: Session) -> Iterator[list[Run]]:
        """As its runtime writes them down, once for all who want to read them."""
        import tempfile

        runs: list[Run] = []
        with contextlib.ExitStack() as stack:
            if "LANEWISE_RECORDS" not in session.environment:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="lanewise-"))
                session.environment["LANEWISE_RECORDS"] = os.path.join(folder, "records")
            yield runs
            from lanewise.cpp import recorded

            path = session.environment["LANEWISE_RECORDS"]
            runs += recorded.read_runs(path) if os.path.exists(path) else []


def run_program(
    sources: Sequence[str], chip: str | None, args: Sequence[str], environment: Mapping[str, str] | None, *,
    timeout: float, memory: int | None, output: int, isolate: bool, channel: Channel | None = None, **compiling: Any,
) -> int:
    try:
        with time_budget(timeout), cleaned_up(), working(lambda: compiling_words(sources)):
            program = built(sources, chip, **compiling)
    except TooLongError as problem:
        print(f"lanewise: {sources[0]}: {problem}", file=sys.stderr)
        return TIMED_OUT
    if any(flag.startswith("-fsanitize") for flag in compiling["flags"]):
        memory = 0  # a sanitizer reserves far more than there is
    with running(lambda: f"{sources[0]} runs; it is stopped after {timeout:g} s (--timeout)"):
        limits = Limits(timeout, memory, output)
        return run_limited(sources[0], start(program, *args), limits, environment, isolate, channel=channel)


def compiling_words(sources: Sequence[str]) -> str:
    more = " (first run: precompiling headers)" if prelude.is_made() else ""
    return f"compiling {', '.join(sources)}{more}"


def is_graph(chip: str | None) -> bool:
    """Programs for AI Engines are graphs: their kernels are compiled apart."""
    named = chip or os.environ.get("LANEWISE_CHIP")
    return named is not None and chip_file(named).family == "aie"  # the chip that nobody names is another


def run_isolated(session: Session) -> int:
    """A Python program in a process of its own that may not do much. It runs under the same lenses; what they write is
    written in there, and then taken to its place."""
    from lanewise.cli import lenses
    from lanewise.cli.isolated import fetch, fetch_tree, prepare_room

    source, settings = session.sources[0], session.settings
    with prepare_room([sys.executable], os.environ, python=True) as inside:

        def private_path(option: str, path: str) -> str:
            return os.path.join(inside.private, f"out{option}{os.path.splitext(path)[1]}")

        files, folders = lenses.outputs(session.asked), lenses.folders(session.asked)
        words = lenses.switches(session.asked)
        for option, path in lenses.inputs(session.asked).items():
            words += [option, os.path.abspath(path)]
        for option, path in (*files.items(), *folders.items()):
            words += [option, private_path(option, path)]
        command = [sys.executable, "-m", "lanewise", "run", source, *words, "--", *session.arguments]
        limits = Limits(settings["timeout"], settings["memory"], settings["output"], inside.isolation)
        ended = run(command, limits, env=inside.environment)
        for option, path in files.items():
            fetch(private_path(option, path), path)
        for option, path in folders.items():
            fetch_tree(private_path(option, path), path)
    if ended.problem:
        print(f"lanewise: {source}: {ended.problem}", file=sys.stderr)
    return ended.status


def run_limited(
    source: str, command: list[str], limits: Limits, environment: Mapping[str, str] | None, isolate: bool,
    writable: Sequence[str] = (), readable: Sequence[str] = (), **passed: Any,
) -> int:
    """Its exit status; how it ended, where it did not by itself, is said. Isolated, it may write into folders that are
    `writable`, too, and read those that are `readable`, hidden or not. `passed` is what it inherits: see
    `child.run`."""
    with contextlib.ExitStack() as stack:
        if isolate:
            from lanewise.cli.isolated import prepare_room

            inside = stack.enter_context(prepare_room(command, environment or os.environ, python=False))
            may = inside.isolation
            may = may._replace(writable=(*may.writable, *writable), readable=(*may.readable, *readable))
            environment, limits = inside.environment, limits._replace(isolation=may)
        ended = run(command, limits, env=environment, **passed)
    if ended.problem:
        print(f"lanewise: {source}: {ended.problem}", file=sys.stderr)
    return ended.status


@contextlib.contextmanager
def cleaned_up() -> Iterator[None]:
    """A polite end while we compile is an exception: half-made things go."""

    def exit_on_signal(number: int, frame: object) -> None:
        sys.exit(128 + number)

    polite = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is signal.SIG_DFL]
    for number in polite:
        signal.signal(number, exit_on_signal)
    try:
        yield
    finally:
        for number in polite:
            signal.signal(number, signal.SIG_DFL)


def build_program(
    sources: list[str], output: str | None, chip: str | None, cores: int | None, **compiling: Any
) -> None:
    """Build an ordinary executable from C++ sources, with everything a debugger needs.

    It is not optimised, so that every line can hold a breakpoint (--cxxflag=-O2 changes that), and needs the installed
    Lanewise to run. A source that does not compile gives exit status 4.
    """
    import shutil

    for source in sources:
        check_source(source)
        if os.path.splitext(source)[1] not in SOURCES:
            refuse(f"{source}: build takes C++ files ({', '.join(SOURCES)})")
    check_cores(cores)
    if is_graph(chip):
        refuse("kernels of AI Engine graphs are compiled when they run: use lanewise run")
    if cores is not None:
        compiling["flags"] = [*compiling["flags"], f"-DLANEWISE_CORES={cores}"]  # our own headers read it, too
    wanted = output or os.path.splitext(os.path.basename(sources[0]))[0]
    if os.path.isdir(wanted):
        refuse(f"{wanted} is a folder; name the program with -o")
    check_outputs([("-o", wanted)], files_of(sources, compiling["include_dirs"]))
    with working(lambda: compiling_words(sources)):
        program = built(sources, chip, debug=True, **compiling)
    shutil.copy(program, wanted)


def files_of(sources: Sequence[str], include_dirs: Sequence[str]) -> list[str]:
    """Sources, and the user's files that they include."""
    from lanewise.cpp.sources import included_files

    return [file for source in sources for file in included_files(source, include_dirs)]


def operators(sources: Sequence[str], include_dirs: Sequence[str], chip: str) -> tuple[tuple[str, str], ...]:
    """Headers with which a program calls operators: aclnn_<operator>.h, for folders beside it."""
    if not any(b"aclnn" in _content(source) for source in sources):  # most programs have none, and start sooner
        return ()
    from lanewise.op.aclnn import headers

    return headers(sources, include_dirs, chip)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def built(
    sources: Sequence[str], chip: str | None, *, defines: Sequence[str], include_dirs: Sequence[str],
    flags: Sequence[str], verbose: bool, debug: bool = False, observed: bool = False,
) -> str:
    """The program; a source that does not compile ends the command."""
    name, arch = target(chip or os.environ.get("LANEWISE_CHIP"))
    request = Request(tuple(sources), name, arch, tuple(defines), tuple(include_dirs), tuple(flags), debug=debug,
                      observed=observed, elsewhere=operators(sources, include_dirs, name))
    try:
        return build(request)
    except DoesNotCompileError as problem:
        if verbose:
            print(problem.output, end="", file=sys.stderr)
        else:
            from lanewise.cli.colour import highlight_location
            from lanewise.cpp.diagnose import diagnose

            print(
                "\n".join(highlight_location(line, sys.stderr) for line in diagnose(problem.output, request)),
                file=sys.stderr,
            )
        sys.exit(Status.NO_COMPILE)
