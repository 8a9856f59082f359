"""Times the launches of a program: of Python from its traces, of C++ by its own runtime."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from lanewise.cli.designs import built_designs, write_timeline
from lanewise.terminal import fitted, flowing

if TYPE_CHECKING:
    from lanewise import timing
    from lanewise.cli.session import Session
    from lanewise.timing.units import Call


@contextmanager
def timed(session: Session) -> Iterator[None]:
    """Times every launch of Python kernels inside, for a page, too."""
    from lanewise import timing
    from lanewise.machine.launch import Run, watchers
    from lanewise.machine.settings import configure, settings

    launches: list[tuple[Run, timing.Report]] = []

    def collect_launch(run: Run) -> None:
        launches.append((run, timing.of(run)))

    before = settings().trace
    configure(trace=True)
    watchers.append(collect_launch)
    try:
        yield
    finally:
        watchers.remove(collect_launch)
        configure(trace=before)
    calls = sys.modules["lanewise.aie.counted"].take() if "lanewise.aie.counted" in sys.modules else []
    if session.page is not None:
        session.page.launches += launches
        session.page.calls += calls
    drawn = session.asked["trace"] and write_timeline(session.asked["trace"])
    reports = [(run.kernel, report) for run, report in launches]
    show(reports, session, calls)
    write(reports, session, trace=not drawn)


def _get_ready() -> None:
    """Imports what tells the times."""
    for name in ("lanewise.cpp.timed", "lanewise.timing.tables", "lanewise.timing.texts"):
        import_module(name)


@contextmanager
def timed_program(session: Session) -> Iterator[None]:
    """Lets a compiled program time itself, and tells what it left at the end.

    Tables are added up while it runs. A timeline and a page need every record, so those are written down for them.
    """
    from lanewise.cpp.channel import Channel

    session.channel = session.channel or Channel()
    asked, page = session.asked, session.page
    adds_up = page is None and bool(asked["time"] or asked["json"])
    with ExitStack() as listening:
        if page is not None or asked["trace"] or asked["csv"]:
            runs = listening.enter_context(session.front.records(session))
        else:
            runs = None
        times = ""
        if adds_up:
            folder = listening.enter_context(tempfile.TemporaryDirectory(prefix="lanewise-"))
            times = session.environment["LANEWISE_TIME"] = os.path.join(folder, "times")
            Thread(target=_get_ready, daemon=True).start()  # while the program runs
        yield
        if adds_up:
            from lanewise.cpp import timed

            show(timed.read_reports(times) if os.path.exists(times) else [], session)
    if runs is not None:
        from lanewise import timing

        done = [(run, timing.of(run)) for run in runs]
        reports = [(run.kernel, report) for run, report in done]
        if page is not None:
            page.launches += done
        if not adds_up:
            show(reports, session)
        write(reports, session)


def show(launches: Sequence[tuple[str, timing.Report]], session: Session, calls: Sequence[Call] = ()) -> None:
    """Prints it where that is asked for, and leaves it for --json."""
    from lanewise import timing

    if session.shown is not None:
        if session.asked["time"]:
            session.shown += [*(report for _, report in launches), *(call.time for call in calls)]
    elif not launches and not calls and not built_designs():  # those tell their times themselves
        session.say("lanewise: the program launched no kernel, so there is nothing to time", sys.stderr)
    if session.asked["time"] and session.shown is None:
        from lanewise.cli.colour import bold, bold_first_paragraph

        for name, report in launches:
            session.say(f"\n{bold_first_paragraph(timing.text(report, name=name), sys.stdout)}")
        for call in calls:
            told = f"{call.kernel}, {call.count} call{'s' * (call.count > 1)}, each: {call.time}"
            said = timing.verdict_of(call)
            verdict = bold(flowing(str(said), rest="  "), sys.stdout) + "\n\n" if said else ""
            session.say(f"\n{verdict}{fitted(told)}")
    if session.asked["json"]:
        session.data |= timing.bundle(launches)


def write(launches: Sequence[tuple[str, timing.Report]], session: Session, *, trace: bool = True) -> None:
    """The timeline and tables per core, where they are asked for."""
    from lanewise import timing

    if trace and session.asked["trace"]:
        timing.write_perfetto(session.asked["trace"], *(report for _, report in launches))
    if tables := session.asked["csv"]:
        for number, (_, report) in enumerate(launches):
            timing.write_csvs(report, os.path.join(tables, f"launch{number}") if len(launches) > 1 else tables)
