"""`lanewise compare`: the difference between two timings, by cause."""

from __future__ import annotations

from lanewise.cli.status import refuse


def compare(before: str, after: str) -> None:
    """Say what makes one run longer than another: work, bank conflicts, barriers, flags, issue, with source lines."""
    from lanewise import timing
    from lanewise.timing.comparison import read_json

    try:
        old, new = read_json(before), read_json(after)
    except ValueError as problem:
        refuse(str(problem))
    print(timing.compare(old, new, (before, after)))
