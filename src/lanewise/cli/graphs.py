"""Graph programs of AI Engines on the command line: data from files, outputs to files, the status of main()."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from lanewise.aie.adf.levels import Picture
from lanewise.aie.adf.program import Program
from lanewise.aie.adf.service import Service
from lanewise.aie.adf.sources import data_folders, kernel_source
from lanewise.cli.checked import Ended, tell, what_is_suppressed, what_to_check
from lanewise.cli.designs import Lenses
from lanewise.cli.programs import cleaned_up, compiling_words, run_limited
from lanewise.cli.status import Status, check_folder, refuse
from lanewise.cli.timed import Wanted
from lanewise.cpp import cache
from lanewise.cpp.channel import Channel
from lanewise.cpp.child import TIMED_OUT, Limits, start
from lanewise.cpp.progress import working
from lanewise.cpp.ward import TooLongError, within
from lanewise.errors import LanewiseError
from lanewise.terminal import fitted

if TYPE_CHECKING:
    from lanewise.cli.reported import Page
    from lanewise.report.facts import Graph

_OUTPUT = "x86simulator_output"


def run_graph(
    sources: Sequence[str], chip: str | None, args: Sequence[str], input_dir: str | None, output_dir: str | None,
    unbounded: bool, lenses: Lenses, wanted: Wanted, schedule: str, page: Page | None = None,
    checking: Checking | None = None, *, timeout: float,
    memory: int | None, output: int, isolate: bool, defines: Sequence[str], include_dirs: Sequence[str],
    flags: Sequence[str], verbose: bool,
) -> int:
    if input_dir is not None and not os.path.isdir(input_dir):
        refuse(f"--input-dir {input_dir}: there is no such folder")
    check_folder("--output-dir", output_dir)
    chip = chip or os.environ.get("LANEWISE_CHIP")
    counts = bool(wanted.show or wanted.trace or wanted.data or page)
    program = Program(sources, chip, defines=defines, include_dirs=include_dirs, flags=flags, counts=counts,
                      watches=checking is not None)  # fmt: skip
    try:
        with within(timeout), cleaned_up(), working(lambda: compiling_words(sources)):
            built = program.build()
        if program.main_for_cycles:
            again = f"lanewise: {sources[0]} has its main() under __AIESIM__ alone: compiled again with it"
            print(again, file=sys.stderr)
    except TooLongError as problem:
        print(f"lanewise: {sources[0]}: {problem}", file=sys.stderr)
        return TIMED_OUT
    except LanewiseError as problem:
        return _said(problem)
    inputs = [input_dir] if input_dir else data_folders(program.folders)
    environment = {
        **os.environ, **program.environment(unbounded), "LANEWISE_GRAPH_INPUT": "\n".join(inputs),
        "LANEWISE_GRAPH_OUTPUT": output_dir or _OUTPUT,
    }
    if schedule:
        environment["LANEWISE_SCHEDULE"] = schedule
    source = sources[0]
    with (
        tempfile.TemporaryDirectory(prefix="lanewise-") as told,
        looking(lenses, wanted, source, program, page, told) as looked,
        checked_graph(checking, page, source, told) as ended,
    ):
        environment |= looked | ended.environment
        with Service(program, _said) as service:
            environment |= service.environment
            limits = Limits(timeout, memory, output)
            ended.status = run_limited(
                sources[0], start(built, *args), limits, environment, isolate, pass_fds=[*service.fds, *ended.files],
                started=service.started, channel=ended.channel, writable=[told] if looked or checking else [],
                readable=[os.path.realpath(cache.folder("programs"))],  # kernels are compiled while the graph runs
            )
    return ended.status


class Checking(NamedTuple):
    """What to look for, and where findings go, too."""

    words: str
    data: str | None
    sarif: str | None


@contextmanager
def checked_graph(checking: Checking | None, page: Page | None, source: str, folder: str) -> Iterator[Ended]:
    """What the environment needs for kernels to note what they do in a file of that folder; told at the end."""
    if checking is None:
        yield Ended(channel=Channel())
        return
    what = what_to_check(checking.words)
    suppressions = what_is_suppressed(source)
    with tempfile.TemporaryFile(dir=folder) as file:  # it has no name that a program could remove
        its = f"/proc/self/fd/{file.fileno()}"
        ended = Ended({"LANEWISE_GRAPH_HAPPENED": its, "LANEWISE_GRAPH_THREADS": "1"}, Channel(), [file.fileno()])
        yield ended
        from lanewise.aie.adf.found import read
        from lanewise.aie.checked import not_checked

        found = read(its, what)
        left = not_checked(what)
        ended.judge(tell(found, left, suppressions, checking.data, checking.sarif, page, ended.broken()))


@contextmanager
def looking(
    lenses: Lenses, wanted: Wanted, source: str, program: Program, page: Page | None, folder: str
) -> Iterator[dict[str, str]]:
    """What the environment needs for the program to say in that folder what it was made of; told at the end."""
    counts = wanted.show or wanted.trace or wanted.data or page
    if not any(lenses) and not counts:
        yield {}
        return
    left, calls = os.path.join(folder, "levels"), os.path.join(folder, "calls")
    counting = {"LANEWISE_GRAPH_CALLS": calls} if counts else {}
    # Levels are those of one order.
    yield {"LANEWISE_GRAPH_LEVELS": left, "LANEWISE_GRAPH_THREADS": "1", **counting}
    if not _is_plain(left):
        return
    picture, times = Picture.read(left), ""
    if counts:
        times = _tell_times(picture, calls, program.chip, wanted)
    if lenses.fifos:
        print(fitted(picture.table()), file=sys.stderr)
    if lenses.draw:
        with open(lenses.draw, "w", encoding="utf-8") as file:
            file.write(picture.svg(os.path.basename(source)))
    if page is not None:
        page.graph = _shown(picture, os.path.basename(source), program, times)


def _is_plain(path: str) -> bool:
    """Whether the program wrote it: a link to another file is nothing that it may tell."""
    return os.path.isfile(path) and not os.path.islink(path)


def _shown(picture: Picture, title: str, program: Program, times: str) -> Graph:
    from lanewise.report.facts import Graph

    kernels = [node for node in picture.nodes if node.kind == "kernel"]
    files = {node.file: kernel_source(node.file, program.folders) for node in kernels if node.file}
    return Graph(
        picture.svg(title), [(node.name, files.get(node.file, ""), node.calls) for node in kernels],
        [(link.name, link.kind, link.carries, link.level, link.bytes) for link in picture.links], times,
    )


def _tell_times(picture: Picture, calls: str, chip: str, wanted: Wanted) -> str:
    """In words, too; empty where there is nothing to tell."""
    from lanewise.aie.adf.observed import read
    from lanewise.aie.adf.times import GraphTime

    if not _is_plain(calls):
        print("lanewise: no kernel of the graph was called, so there is nothing to time", file=sys.stderr)
        return ""
    times = GraphTime(picture, read(calls, chip), chip)
    if wanted.show:
        print(f"\n{fitted(times.text())}")
    if wanted.trace:
        times.write(wanted.trace)
    if wanted.data:
        with open(wanted.data, "w", encoding="utf-8") as file:
            json.dump(times.data(), file)
    return times.text()


def _said(problem: LanewiseError) -> int:
    """What the compiler says stands alone, as it does for other programs."""
    if problem.id == "CPP-002":
        print(problem.message.partition("\n")[2], file=sys.stderr)
    else:
        print(f"lanewise: {problem.id} {problem.message}", file=sys.stderr)
    return Status.USAGE if problem.id == "CHIP-003" else Status.NO_COMPILE
