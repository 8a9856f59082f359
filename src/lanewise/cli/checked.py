"""Checks a program while it runs, and tells what was found when it has ended."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lanewise.cli.status import Status, refuse

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.cli.reported import Page


@dataclass
class Ended:
    """What the environment of a program needs to check itself, and its status: that of findings where there are any."""

    environment: dict[str, str] = field(default_factory=dict)
    status: int = 0


def what_to_check(words: str) -> str:
    from lanewise.check.kinds import wanted

    try:
        return wanted(words)
    except ValueError as problem:
        refuse(f"--check={words}: {problem}")


@contextmanager
def checked_program(
    words: str, data: str | None, sarif: str | None, page: Page | None = None
) -> Iterator[Ended]:
    what = what_to_check(words)
    with tempfile.TemporaryDirectory(prefix="lanewise-") as folder:
        file = os.path.join(folder, "findings")
        ended = Ended({"LANEWISE_CHECK": what, "LANEWISE_FINDINGS": file})
        yield ended
        from lanewise.check.kinds import not_checked
        from lanewise.cpp.checked import read

        if tell(read(file), not_checked(what), data, sarif, page):
            ended.status = Status.FINDINGS


@contextmanager
def checked_python(
    words: str, data: str | None, sarif: str | None, page: Page | None = None
) -> Iterator[Ended]:
    from lanewise.machine.settings import configure, settings

    what, before = what_to_check(words), settings().check
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
    if tell(found, left, data, sarif, page):
        ended.status = Status.FINDINGS


def tell(
    found: Sequence[Finding], left: list[str], data: str | None, sarif: str | None, page: Page | None = None
) -> bool:
    """Prints them and writes them down, and what was left open; whether there is an error."""
    from lanewise.check.findings import Severity, once
    from lanewise.check.sarif import as_sarif
    from lanewise.check.suppress import suppressed

    found, left_out = suppressed(once(found))
    for one in found:
        print(one.text, file=sys.stderr)
    if found or left_out:
        more = f"; {left_out} suppressed" if left_out else ""
        print(f"lanewise: {len(found)} finding{'' if len(found) == 1 else 's'}{more}", file=sys.stderr)
    if found:
        print(f"lanewise: not checked: {'; '.join(left)}", file=sys.stderr)
    if page is not None:
        page.findings, page.not_checked = list(found), left
    as_data = {"findings": [one.as_data() for one in found], "not_checked": left}
    for path, content in ((data, as_data), (sarif, as_sarif(found))):
        if path:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(content, file, indent=1)
    return any(one.severity is Severity.ERROR for one in found)
