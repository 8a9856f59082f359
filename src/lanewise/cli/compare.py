"""`lanewise compare`: the difference between two timings, by cause."""

from __future__ import annotations

from typing import Annotated

import typer

from lanewise.cli.status import refuse


def compare(
    before: Annotated[str, typer.Argument(metavar="A.json", help="What `lanewise run --json` wrote.")],
    after: Annotated[str, typer.Argument(metavar="B.json", help="What it wrote for the other version.")],
) -> None:
    """Say what makes one run longer than another: work, bank conflicts, barriers, flags, issue, with source lines."""
    from lanewise import timing
    from lanewise.timing.comparison import read

    try:
        old, new = read(before), read(after)
    except ValueError as problem:
        refuse(str(problem))
    print(timing.compare(old, new, (before, after)))
