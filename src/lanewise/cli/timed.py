"""Times the launches of a Python program while it runs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def timed(show: bool, trace: str | None, data: str | None, tables: str | None) -> Iterator[None]:
    """Print the timing of every launch, or write a timeline, everything as data, or tables per core."""
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
    if not launches:
        print("lanewise: the program launched no kernel, so there is nothing to time", file=sys.stderr)
    if show:
        for name, report in launches:
            print(f"\n{name} on {timing.text(report)}")
    if trace:
        _write(trace, timing.perfetto(*(report for _, report in launches)))
    if data:
        _write(data, timing.bundle(launches))
    if tables:
        for number, (_, report) in enumerate(launches):
            timing.write_csvs(report, os.path.join(tables, f"launch{number}") if len(launches) > 1 else tables)


def _write(path: str, what: object) -> None:
    with open(path, "w", encoding="utf-8") as file:
        json.dump(what, file)
