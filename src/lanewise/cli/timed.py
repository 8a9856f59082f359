"""Times the launches of a program: of Python from its traces, of C++ by its own runtime."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from lanewise.cli.designs import built_designs, write_timeline
from lanewise.terminal import fitted, flowing

if TYPE_CHECKING:
    from lanewise import timing
    from lanewise.check import Finding
    from lanewise.cli.reported import Page
    from lanewise.timing.units import Call


class Wanted(NamedTuple):
    """What to do with the timing: print it, or write a timeline, everything as data, or tables per core."""

    show: bool
    trace: str | None
    data: str | None
    tables: str | None


@contextmanager
def timed(
    wanted: Wanted, page: Page | None = None, broken: Callable[[], Finding | None] = lambda: None
) -> Iterator[None]:
    """Times every launch of Python kernels inside, for a page, too. `broken` is asked for the rule that ended it."""
    from lanewise import timing
    from lanewise.machine.launch import Run, watchers
    from lanewise.machine.settings import configure, settings

    launches: list[tuple[str, timing.Report]] = []

    def watch(run: Run) -> None:
        report = timing.of(run)
        launches.append((run.kernel, report))
        if page is not None:
            page.launches.append((run, report))

    before = settings().trace
    configure(trace=True)
    watchers.append(watch)
    try:
        yield
    finally:
        watchers.remove(watch)
        configure(trace=before)
    calls = sys.modules["lanewise.aie.counted"].take() if "lanewise.aie.counted" in sys.modules else []
    if page is not None:
        page.calls += calls
    if wanted.trace and write_timeline(wanted.trace):
        wanted = wanted._replace(trace=None)
    tell(launches, wanted, calls, broken())


def _get_ready() -> None:
    """Imports what tells the times."""
    for name in ("lanewise.cpp.timed", "lanewise.timing.tables", "lanewise.timing.texts"):
        import_module(name)


@contextmanager
def timed_program(
    wanted: Wanted, page: Page | None = None, broken: Callable[[], Finding | None] = lambda: None
) -> Iterator[dict[str, str]]:
    """Gives what the environment needs for a compiled program to time itself, and tells what it left at the end.

    Tables are added up while it runs. A timeline and a page need every record, so those are written down for them.
    """
    import tempfile

    with tempfile.TemporaryDirectory(prefix="lanewise-") as folder:
        times, records = os.path.join(folder, "times"), os.path.join(folder, "records")
        listen = {}
        if page is None and (wanted.show or wanted.data):
            listen["LANEWISE_TIME"] = times
        if page is not None or wanted.trace or wanted.tables:
            listen["LANEWISE_RECORDS"] = records
        if "LANEWISE_TIME" in listen:
            Thread(target=_get_ready, daemon=True).start()  # while the program runs
        yield listen
        if "LANEWISE_TIME" in listen:
            from lanewise.cpp import timed

            one = wanted._replace(trace=None, tables=None)
            tell(timed.read(times) if os.path.exists(times) else [], one, broken=broken())
        if "LANEWISE_RECORDS" in listen:
            from lanewise import timing
            from lanewise.cpp import recorded

            runs = recorded.read(records) if os.path.exists(records) else []
            done = [(run, timing.of(run)) for run in runs]
            if page is not None:
                page.launches += done
            else:
                wanted = wanted._replace(show=False, data=None)
            tell([(run.kernel, report) for run, report in done], wanted, broken=broken())


def tell(
    launches: Sequence[tuple[str, timing.Report]], wanted: Wanted, calls: Sequence[Call] = (),
    broken: Finding | None = None,
) -> None:
    from lanewise import timing

    if not launches and not calls and not built_designs():  # those tell their times themselves
        print("lanewise: the program launched no kernel, so there is nothing to time", file=sys.stderr)
    if wanted.show:
        from lanewise.cli.colour import bold, headed

        for name, report in launches:
            print(f"\n{headed(timing.text(report, name=name), sys.stdout)}")
        for call in calls:
            told = f"{call.kernel}, {call.count} call{'s' * (call.count > 1)}, each: {call.time}"
            said = timing.verdict_of(call)
            print("\n" + (bold(flowing(str(said), rest="  "), sys.stdout) + "\n\n" if said else "") + fitted(told))
    if wanted.trace:
        timing.write_perfetto(wanted.trace, *(report for _, report in launches))
    if wanted.data:
        with open(wanted.data, "w", encoding="utf-8") as file:
            json.dump({**timing.bundle(launches), **({"findings": [broken.as_data()]} if broken else {})}, file)
    if wanted.tables:
        for number, (_, report) in enumerate(launches):
            folder = os.path.join(wanted.tables, f"launch{number}") if len(launches) > 1 else wanted.tables
            timing.write_csvs(report, folder)
