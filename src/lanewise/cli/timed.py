"""Times the launches of a program: of Python while it runs, of C++ from what its runtime wrote down."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lanewise import timing


class Wanted(NamedTuple):
    """What to do with the timing: print it, or write a timeline, everything as data, or tables per core."""

    show: bool
    trace: str | None
    data: str | None
    tables: str | None


@contextmanager
def timed(wanted: Wanted) -> Iterator[None]:
    """Times every launch of Python kernels inside."""
    from lanewise import timing
    from lanewise.machine.launch import Run, watchers
    from lanewise.machine.settings import configure

    launches: list[tuple[str, timing.Report]] = []

    def watch(run: Run) -> None:
        launches.append((run.kernel, timing.of(run)))

    configure(trace=True)
    watchers.append(watch)
    try:
        yield
    finally:
        watchers.remove(watch)
    tell(launches, wanted)


@contextmanager
def timed_program(wanted: Wanted) -> Iterator[dict[str, str]]:
    """Gives the environment that makes a compiled program write down what it issues, and times that at the end."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="lanewise-") as folder:
        path = os.path.join(folder, "records")
        yield {**os.environ, "LANEWISE_RECORDS": path}
        from lanewise import timing
        from lanewise.cpp.recorded import read

        runs = read(path) if os.path.exists(path) else []
        tell([(run.kernel, timing.of(run)) for run in runs], wanted)


def tell(launches: Sequence[tuple[str, timing.Report]], wanted: Wanted) -> None:
    from lanewise import timing

    if not launches:
        print("lanewise: the program launched no kernel, so there is nothing to time", file=sys.stderr)
    if wanted.show:
        for name, report in launches:
            print(f"\n{name} on {timing.text(report)}")
    if wanted.trace:
        timing.write_perfetto(wanted.trace, *(report for _, report in launches))
    if wanted.data:
        with open(wanted.data, "w", encoding="utf-8") as file:
            json.dump(timing.bundle(launches), file)
    if wanted.tables:
        for number, (_, report) in enumerate(launches):
            folder = os.path.join(wanted.tables, f"launch{number}") if len(launches) > 1 else wanted.tables
            timing.write_csvs(report, folder)
