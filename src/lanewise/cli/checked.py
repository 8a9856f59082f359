"""Checks a program while it runs, and tells what was found when it has ended."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lanewise.cli.status import TIMED_OUT, Status, refuse

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.check.suppress import Suppressions
    from lanewise.cli.session import Session


def what_to_check(words: str) -> str:
    from lanewise.check.kinds import parse_kinds

    try:
        return parse_kinds(words)
    except ValueError as problem:
        refuse(f"--check={words}: {problem}")


@contextmanager
def checked_program(session: Session) -> Iterator[None]:
    from lanewise.cpp.channel import Channel

    what = what_to_check(session.asked["check"])
    suppressions = what_is_suppressed(*session.sources[:1])
    session.channel = channel = Channel(what)
    session.environment["LANEWISE_CHECK"] = what
    session.observed = True
    yield
    from lanewise.check.kinds import not_checked
    from lanewise.cpp.hardware_loops import found_in

    found = channel.findings()
    if session.status not in (Status.USAGE, Status.NO_COMPILE) and "mem" in what.split(","):
        found += found_in(session.sources)
    error = tell_in(session, found, not_checked(what), suppressions)
    if not channel.told_all() and session.status < TIMED_OUT:
        session.say("lanewise: the program has not handed over all of its findings: it closed their descriptor (250), "
                    "or became another program", sys.stderr)  # fmt: skip
        error = True
    session.judge(error)


@contextmanager
def checked_python(session: Session) -> Iterator[None]:
    from lanewise.machine.settings import configure, settings

    what, before = what_to_check(session.asked["check"]), settings().check
    suppressions = what_is_suppressed(session.sources[0])
    configure(check=what)
    found: list[Finding] = []
    launched = False
    from lanewise.machine.launch import Run, watchers

    def collect_run(run: Run) -> None:
        nonlocal launched
        launched = True
        found.extend(run.findings)
        if session.shown is not None:
            session.shown.append(run)

    watchers.append(collect_run)
    try:
        yield
    finally:
        watchers.remove(collect_run)
        configure(check=before or False)
    left: list[str] = []
    if "lanewise.aie.checked" in sys.modules:
        on_cores = sys.modules["lanewise.aie.checked"]
        of_cores = on_cores.take()
        found += of_cores
        if session.shown is not None:
            session.shown += of_cores
        left = on_cores.not_checked(what) if on_cores.looked() else []
    if launched or not left:
        from lanewise.check.kinds import not_checked

        left = [*not_checked(what), *(f"on AI Engines: {one}" for one in left)]
    session.judge(tell_in(session, found, left, suppressions))


def what_is_suppressed(source: str | None = None) -> Suppressions:
    """As the file says before the program starts: it might write one."""
    from lanewise.check.suppress import load_suppressions

    return load_suppressions(source)


def tell_in(session: Session, found: Sequence[Finding], left: list[str], suppressions: Suppressions) -> bool:
    """Tells them, leaves them for other lenses and writes them as --sarif asks; whether there is an error.

    A rule that ended the run is printed already, and stands first where findings are written down.
    """
    from lanewise.check.findings import Severity, merge_duplicates
    from lanewise.check.suppress import suppressed

    found, left_out = suppressed(merge_duplicates(found), suppressions)
    if session.shown is None:
        _print_findings(session, found, left, len(left_out))
    session.found = list(found)
    broken, sarif = session.broken(), session.asked["sarif"]
    if session.page is not None:
        session.page.findings, session.page.not_checked = list(found), left
    everything = [*([broken] if broken else []), *found]
    suppressed_data = [{**one.as_data(), "reason": reason} for one, reason in left_out]
    session.data |= {"findings": [one.as_data() for one in everything], "suppressed": suppressed_data,
                     "not_checked": left}  # fmt: skip
    if sarif:
        from lanewise.check.sarif import as_sarif

        with open(sarif, "w", encoding="utf-8") as file:
            json.dump(as_sarif(everything, left_out), file, indent=1)
    return any(one.severity is Severity.ERROR for one in found)


def _print_findings(session: Session, found: Sequence[Finding], left: list[str], suppressed: int) -> None:
    """Them, and what was left open."""
    from lanewise.cli.colour import finding, grey, is_shown

    for one in found:
        session.say(finding(one, sys.stderr), sys.stderr)
    if found or suppressed:
        more = f"; {suppressed} suppressed" if suppressed else ""
        session.say(f"lanewise: {len(found)} finding{'' if len(found) == 1 else 's'}{more}", sys.stderr)
    if found:
        short = [one.partition(" (")[0] for one in left] if is_shown(sys.stderr) else left
        session.say(grey(f"lanewise: not checked: {'; '.join(short)}", sys.stderr), sys.stderr)
