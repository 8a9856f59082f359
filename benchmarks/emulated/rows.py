"""Runs on the emulated computer: each workload of the large table once, with the counter asked before and after.

    python rows.py MARCH [NAME...]      only workloads with one of these in their name
"""

from __future__ import annotations

import os
import sys

from benchmarks.all import all_cases
from benchmarks.limits import build


def main() -> None:
    march, *names = sys.argv[1:]
    for case in all_cases(build(march, "-DCOUNTED")):
        if names and not any(name in case.name for name in names):
            continue
        for run in (case.limit, case.ours):
            run()  # what only the first run does
        print(f"row {case.budget or '-'} {case.name}", file=sys.stderr, flush=True)
        os.getppid()
        for run in (case.limit, case.ours):
            run()
            os.getppid()


if __name__ == "__main__":
    main()
