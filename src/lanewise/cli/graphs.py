"""Graph programs of AI Engines on the command line: data from files, outputs to files, the status of main()."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lanewise.aie.adf.levels import Picture
from lanewise.aie.adf.program import Program
from lanewise.aie.adf.service import Service
from lanewise.aie.adf.sources import data_folders, kernel_source
from lanewise.cli.checked import tell_in, what_is_suppressed, what_to_check
from lanewise.cli.programs import cleaned_up, compiling_words, run_limited
from lanewise.cli.run_page import reporting
from lanewise.cli.status import Status, check_folder, refuse
from lanewise.cpp import cache
from lanewise.cpp.channel import Channel
from lanewise.cpp.child import TIMED_OUT, Limits, start
from lanewise.cpp.progress import working
from lanewise.cpp.ward import TooLongError, time_budget
from lanewise.errors import LanewiseError
from lanewise.terminal import fitted

if TYPE_CHECKING:
    from lanewise.cli.session import Session
    from lanewise.machine.launch import Run
    from lanewise.report.facts import Graph

_OUTPUT = "x86simulator_output"


class GraphFront:
    name = "graph"
    title = "graphs of AI Engines"

    def prepare(self, session: Session) -> None:
        if session.plan and not session.plan.startswith("random:"):
            refuse("--schedule late is for kernels and designs: for graphs there is random:SEED")
        if (folder := session.settings["input_dir"]) is not None and not os.path.isdir(folder):
            refuse(f"--input-dir {folder}: there is no such folder")
        check_folder("--output-dir", session.settings["output_dir"])

    def launch(self, session: Session) -> int:
        return _run(session, **session.settings)

    @contextmanager
    def records(self, session: Session) -> Iterator[list[Run]]:
        """Kernels of AI Engines issue no records."""
        yield []


def _run(
    session: Session, *, input_dir: str | None, output_dir: str | None, unbounded: bool, timeout: float,
    memory: int | None, output: int, isolate: bool, defines: Sequence[str], include_dirs: Sequence[str],
    flags: Sequence[str], verbose: bool,
) -> int:
    sources, chip = session.sources, session.chip or os.environ.get("LANEWISE_CHIP")
    program = Program(sources, chip, defines=defines, include_dirs=include_dirs, flags=flags, counts=session.counted,
                      watches=session.observed)  # fmt: skip
    try:
        with time_budget(timeout), cleaned_up(), working(lambda: compiling_words(sources)):
            built = program.build()
        if program.main_for_cycles:
            again = f"lanewise: {sources[0]} has its main() under __AIESIM__ alone: compiled again with it"
            print(again, file=sys.stderr)
    except TooLongError as problem:
        print(f"lanewise: {sources[0]}: {problem}", file=sys.stderr)
        return TIMED_OUT
    except LanewiseError as problem:
        sys.exit(_print_problem(problem))
    inputs = [input_dir] if input_dir else data_folders(program.folders)
    environment = {
        **os.environ, **program.environment(unbounded), "LANEWISE_GRAPH_INPUT": "\n".join(inputs),
        "LANEWISE_GRAPH_OUTPUT": output_dir or _OUTPUT, **session.environment,
    }
    if session.plan:
        environment["LANEWISE_SCHEDULE"] = session.plan
    session.graph = program
    with Service(program, _print_problem) as service:
        environment |= service.environment
        return run_limited(
            sources[0], start(built, *session.arguments), Limits(timeout, memory, output), environment, isolate,
            pass_fds=[*service.fds, *session.files], started=service.started, channel=session.channel or Channel(),
            writable=[session.folder] if session.folder else [],
            readable=[os.path.realpath(cache.folder("programs"))],  # kernels are compiled while the graph runs
        )


@contextmanager
def _a_folder(session: Session) -> Iterator[str]:
    """Where the program leaves what it tells: one for all lenses."""
    if session.folder:
        yield session.folder
        return
    with tempfile.TemporaryDirectory(prefix="lanewise-") as session.folder:
        yield session.folder


@contextmanager
def checked_graph(session: Session) -> Iterator[None]:
    """Kernels note what they do in a file, which is reported at the end."""
    what = what_to_check(session.asked["check"])
    suppressions = what_is_suppressed(session.sources[0])
    session.observed = True
    session.channel = Channel()
    with _a_folder(session) as folder, tempfile.TemporaryFile(dir=folder) as file:  # no name that one could remove
        its = f"/proc/self/fd/{file.fileno()}"
        session.environment |= {"LANEWISE_GRAPH_HAPPENED": its, "LANEWISE_GRAPH_THREADS": "1"}
        session.files.append(file.fileno())
        yield
        from lanewise.aie.adf.found import read
        from lanewise.aie.checked import not_checked

        session.judge(tell_in(session, read(its, what), not_checked(what), suppressions))


@contextmanager
def _levels(session: Session) -> Iterator[Callable[[], Picture | None]]:
    """What the graph was made of, once it has ended; None where it was not built."""
    with _a_folder(session) as folder:
        path = os.path.join(folder, "levels")
        # Levels are those of one order.
        session.environment |= {"LANEWISE_GRAPH_LEVELS": path, "LANEWISE_GRAPH_THREADS": "1"}
        yield lambda: Picture.read(path) if _is_plain(path) else None


@contextmanager
def drawn_graph(session: Session) -> Iterator[None]:
    with _levels(session) as levels:
        yield
        picture = levels()
    if picture is None:
        return
    if session.asked["fifos"]:
        session.say(fitted(picture.table()), sys.stderr)
    if path := session.asked["draw"]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(picture.svg(os.path.basename(session.sources[0])))


@contextmanager
def timed_graph(session: Session) -> Iterator[None]:
    from lanewise.aie.adf.observed import read
    from lanewise.aie.adf.times import GraphTime

    session.counted = True
    with _levels(session) as levels:
        calls = session.environment["LANEWISE_GRAPH_CALLS"] = os.path.join(session.folder, "calls")
        yield
        picture = levels()
        if picture is None:
            return
        if not _is_plain(calls):
            session.say("lanewise: no kernel of the graph was called, so there is nothing to time", sys.stderr)
            return
        times = GraphTime(picture, read(calls, session.graph.chip), session.graph.chip)
    session.graph_times = times.text()
    if session.asked["time"]:
        session.say(f"\n{fitted(session.graph_times)}")
    if session.asked["trace"]:
        times.write(session.asked["trace"])
    if session.asked["json"]:
        session.data |= times.data()


@contextmanager
def reported_graph(session: Session) -> Iterator[None]:
    with reporting(session), _levels(session) as levels:
        yield
        picture = levels()
        if picture is not None and session.page is not None:
            title = os.path.basename(session.sources[0])
            session.page.graph = _report_graph(picture, title, session.graph, session.graph_times)


def _is_plain(path: str) -> bool:
    """Whether the program wrote it: a link to another file is nothing that it may tell."""
    return os.path.isfile(path) and not os.path.islink(path)


def _report_graph(picture: Picture, title: str, program: Program, times: str) -> Graph:
    from lanewise.report.facts import Graph

    kernels = [node for node in picture.nodes if node.kind == "kernel"]
    files = {node.file: kernel_source(node.file, program.folders) for node in kernels if node.file}
    return Graph(
        picture.svg(title), [(node.name, files.get(node.file, ""), node.calls) for node in kernels],
        [(link.name, link.kind, link.carries, link.level, link.bytes) for link in picture.links], times,
    )


def _print_problem(problem: LanewiseError) -> int:
    """What the compiler says stands alone, as it does for other programs."""
    if problem.id == "CPP-002":
        print(problem.message.partition("\n")[2], file=sys.stderr)
    else:
        print(f"lanewise: {problem.id} {problem.message}", file=sys.stderr)
    return Status.USAGE if problem.id == "CHIP-003" else Status.NO_COMPILE
