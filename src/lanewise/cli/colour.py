"""What matters most stands out on a terminal; pipes and editors get plain lines."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from lanewise.check import Finding

_PLACE = re.compile(
    r"(?P<place>\S+:\d+(?::\d+)?): (?P<rest>(?:(?:warning|error|info): )?(?:[A-Z]+-\d{3})?)(?P<text>.*)", re.S
)


def is_shown(stream: TextIO | None) -> bool:
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream is not None and stream.isatty()


def bold(text: str, stream: TextIO | None) -> str:
    return f"\x1b[1m{text}\x1b[0m" if is_shown(stream) else text


def bold_first_paragraph(text: str, stream: TextIO | None) -> str:
    """Text whose first paragraph, a line or a sentence, is in bold."""
    head, gap, rest = text.partition("\n\n")
    return bold(head, stream) + gap + rest


def grey(text: str, stream: TextIO | None) -> str:
    return f"\x1b[2m{text}\x1b[0m" if is_shown(stream) else text


def highlight_location(line: str, stream: TextIO | None) -> str:
    """A line as compilers print it, with its place and id in bold."""
    found = _PLACE.match(line)
    if found is None or not is_shown(stream):
        return line
    head = f"{found['place']}: {found['rest']}".rstrip()
    return f"{bold(head, stream)} {found['text'].strip()}"


def finding(one: Finding, stream: TextIO | None) -> str:
    """One line; on a terminal the source line and the cure have lines of their own."""
    if not is_shown(stream):
        return one.text
    kind = "" if one.severity.value == "error" else f"{one.severity.value}: "
    where = f"{one.place}: " if one.place else ""
    times = f" ({one.count} times)" if one.count > 1 else ""
    kernel = grey(f" [kernel {one.kernel}]", stream) if one.kernel else ""
    lines = [f"{bold(f'{where}{kind}{one.id}', stream)} {one.what}{times}.{kernel}"]
    if one.place and one.place.text:
        lines.append(f"    {one.place.text}")
    if one.write:
        lines.append(f"  {bold('cure:', stream)} {one.write}")
    return "\n".join(lines)
