"""Checks a program while it runs, and tells what was found when it has ended."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lanewise.cli.status import TIMED_OUT, Status, refuse

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.check.suppress import Suppressions
    from lanewise.cli.reported import Page
    from lanewise.cpp.channel import Channel


@dataclass
class Ended:
    """What a program needs to check itself, and how it ended."""

    environment: dict[str, str] = field(default_factory=dict)
    channel: Channel | None = None  # of a compiled program
    files: Sequence[int] = ()  # descriptors that it inherits, too
    status: int = 0
    rule: Finding | None = None  # that ended a Python program

    def broken(self) -> Finding | None:
        """The rule that ended it, which it has printed itself."""
        return self.rule or (self.channel.broken() if self.channel else None)

    def judge(self, found: bool) -> None:
        """Findings decide how a program ended that ended by itself."""
        if found and self.status < TIMED_OUT:
            self.status = Status.FINDINGS


def what_to_check(words: str) -> str:
    from lanewise.check.kinds import wanted

    try:
        return wanted(words)
    except ValueError as problem:
        refuse(f"--check={words}: {problem}")


@contextmanager
def checked_program(
    words: str, data: str | None, sarif: str | None, page: Page | None = None, sources: Sequence[str] = ()
) -> Iterator[Ended]:
    from lanewise.cpp.channel import Channel

    what = what_to_check(words)
    suppressions = what_is_suppressed(*sources[:1])
    channel = Channel(what)
    ended = Ended({"LANEWISE_CHECK": what}, channel)
    yield ended
    from lanewise.check.kinds import not_checked
    from lanewise.cpp.hardware_loops import found_in

    found = channel.findings()
    if ended.status not in (Status.USAGE, Status.NO_COMPILE) and "mem" in what.split(","):
        found += found_in(sources)
    error = tell(found, not_checked(what), suppressions, data, sarif, page, ended.broken())
    if not channel.told_all() and ended.status < TIMED_OUT:
        print("lanewise: the program has not handed over all of its findings: it closed their descriptor (250), or "
              "became another program", file=sys.stderr)  # fmt: skip
        error = True
    ended.judge(error)


@contextmanager
def checked_python(
    words: str, data: str | None, sarif: str | None, page: Page | None = None, source: str | None = None
) -> Iterator[Ended]:
    from lanewise.machine.settings import configure, settings

    what, before = what_to_check(words), settings().check
    suppressions = what_is_suppressed(source)
    configure(check=what)
    found: list[Finding] = []
    launched: list[str] = []
    from lanewise.machine.launch import Run, watchers

    def watch(run: Run) -> None:
        launched[:] = [run.kernel]
        found.extend(run.findings)

    watchers.append(watch)
    ended = Ended()
    try:
        yield ended
    finally:
        watchers.remove(watch)
        configure(check=before or False)
    left: list[str] = []
    if "lanewise.aie.checked" in sys.modules:
        on_cores = sys.modules["lanewise.aie.checked"]
        found += on_cores.take()
        left = on_cores.not_checked(what) if on_cores.looked() else []
    if launched or not left:
        from lanewise.check.kinds import not_checked

        left = [*not_checked(what), *(f"on AI Engines: {one}" for one in left)]
    ended.judge(tell(found, left, suppressions, data, sarif, page, ended.broken()))


def what_is_suppressed(source: str | None = None) -> Suppressions:
    """As the file says before the program starts: it might write one."""
    from lanewise.check.suppress import read

    return read(source)


def tell(
    found: Sequence[Finding], left: list[str], suppressions: Suppressions, data: str | None, sarif: str | None,
    page: Page | None = None, broken: Finding | None = None,
) -> bool:
    """Prints them and writes them down, and what was left open; whether there is an error.

    A rule that ended the run is `broken`: it is printed already, and stands first where findings are written down.
    """
    from lanewise.check.findings import Severity, once
    from lanewise.check.sarif import as_sarif
    from lanewise.check.suppress import suppressed

    found, left_out = suppressed(once(found), suppressions)
    from lanewise.cli.colour import finding, grey, is_shown

    for one in found:
        print(finding(one, sys.stderr), file=sys.stderr)
    if found or left_out:
        more = f"; {len(left_out)} suppressed" if left_out else ""
        print(f"lanewise: {len(found)} finding{'' if len(found) == 1 else 's'}{more}", file=sys.stderr)
    if found:
        short = [one.partition(" (")[0] for one in left] if is_shown(sys.stderr) else left
        print(grey(f"lanewise: not checked: {'; '.join(short)}", sys.stderr), file=sys.stderr)
    if page is not None:
        page.findings, page.not_checked, page.broken = list(found), left, broken
    everything = [*([broken] if broken else []), *found]
    suppressed_data = [{**one.as_data(), "reason": reason} for one, reason in left_out]
    as_data = {"findings": [one.as_data() for one in everything], "suppressed": suppressed_data, "not_checked": left}
    for path, content in ((data, as_data), (sarif, as_sarif(everything, left_out))):
        if path:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(content, file, indent=1)
    return any(one.severity is Severity.ERROR for one in found)
