"""`lanewise compare`: the difference between two timings, by cause."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from lanewise.cli.status import refuse

TOP, LAUNCH = {"chip", "cycles", "microseconds", "launches"}, {"blocks", "slowest", "unknown"}  # what is compared


def compare(
    before: Annotated[str, typer.Argument(metavar="A.json", help="What `lanewise run --json` wrote.")],
    after: Annotated[str, typer.Argument(metavar="B.json", help="What it wrote for the other version.")],
) -> None:
    """Say what makes one run longer than another: work, bank conflicts, barriers, flags, issue, with source lines."""
    from lanewise import timing

    print(timing.compare(_read(before), _read(after), (before, after)))


def _read(path: str) -> Any:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError) as problem:
        refuse(f"{path}: {problem}")
    if not isinstance(found, dict) or not set(found) >= TOP or not all(
        isinstance(one, dict) and set(one) >= LAUNCH for one in found["launches"]
    ):
        refuse(f"{path}: not a timing that this version's `lanewise run --json` wrote")
    return found
