"""`lanewise tune`: the fastest way to write something, by the timing model."""

from __future__ import annotations


def reduce(n: int, dtype: str, chip: str, jobs: int, json: bool) -> None:
    """Rank the ways to sum a row in UB: each is run, its sum checked, its time predicted. Prints the winner's code."""
    from concurrent.futures import Executor, ProcessPoolExecutor
    from contextlib import nullcontext

    from lanewise import tune
    from lanewise.cli.show import as_json, plain_signs
    from lanewise.cpp.progress import working

    spread: Executor | None = ProcessPoolExecutor(jobs) if jobs > 1 else None
    with spread or nullcontext(), working(lambda: f"trying the ways to sum {n} {dtype}"):
        found = tune.reduce_sum(n, dtype, chip, executor=spread)
    if not json:
        print(found.text(ascii=plain_signs()))
        return
    as_json({
        "chip": found.chip, "n": found.n, "dtype": found.dtype,
        "ranking": [
            {"name": m.plan.name, "family": m.plan.family, "cycles": m.cycles, "microseconds": m.microseconds,
             "work_elements": m.plan.work, "ub_bytes": m.plan.bytes, "assumed": m.assumed, "rests_on": m.rests_on}
            for m in found.ranking
        ],
        "python": found.python(), "ascend_c": found.ascend_c(),
    })
