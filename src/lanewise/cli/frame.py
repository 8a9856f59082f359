"""What every page of `lanewise ops NAME` begins and ends with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.rule import Rule
from rich.syntax import Syntax

from lanewise.cli.show import console
from lanewise.terminal import flowing, hanging

Data = dict[str, Any]


def begin(data: Data, head: Iterable[tuple[str, str]], *, first: bool) -> None:
    """Name, meaning and a line for each fact; pages after the first one are parted by a rule."""
    out = console()
    if not first:
        out.print(Rule(characters="-", style=""))
    out.print(data["id"], style="bold", markup=False)
    out.print(data["meaning"]["summary"], markup=False)
    out.print()
    for label, text in head:
        out.print(flowing(text, f"{label:<12}"), markup=False, soft_wrap=True)


def end(data: Data, sections: Mapping[str, Iterable[str]]) -> None:
    """The sections that have lines, then the definition as Python."""
    out = console()
    for title, section in sections.items():
        lines = list(section)
        if lines:
            out.print(f"\n{title}", style="bold")
        for line in lines:
            out.print(hanging(f"  {line}"), markup=False, soft_wrap=True)
    out.print("\nDefinition", style="bold")
    out.print(Syntax("", "python", background_color="default").highlight(data["meaning"]["source"]), soft_wrap=True)


def policies(data: Data) -> Iterator[str]:
    """Each policy with its question, and the chips that share a choice on one line."""
    for name, policy in data["policies"].items():
        yield f"{name}: {policy['question']}"
        groups: dict[str, list[str]] = {}
        for chip, choice in policy["chips"].items():
            groups.setdefault(f"{choice['choice']} ({choice['evidence']}): {choice['meaning']}", []).append(chip)
        yield from (f"    {', '.join(where)}: {text}" for text, where in groups.items())
