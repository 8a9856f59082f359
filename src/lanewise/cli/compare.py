"""`lanewise compare`: the difference between two timings, by cause."""

from __future__ import annotations

from lanewise.cli.status import refuse


def compare(before: str, after: str) -> None:
    """Say what makes one run longer than another: work, bank conflicts, barriers, flags, issue, with source lines."""
    from lanewise import timing
    from lanewise.timing.comparison import read

    try:
        old, new = read(before), read(after)
    except ValueError as problem:
        refuse(str(problem))
    print(timing.compare(old, new, (before, after)))
