"""`lanewise op FOLDER --tests`: the tests that come with operators, counted."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from typing import Any

from lanewise.cli import lenses
from lanewise.cli.status import Status, refuse


def tested(folder: str, chip: str | None, only: str | None, timeout: float, asked: dict[str, Any], plan: str) -> int:
    """Runs them side by side under what looks at each start of them, a line for each file; the exit status."""
    from concurrent.futures import ThreadPoolExecutor

    from lanewise.cli.cases import Cases, file_of_all
    from lanewise.cpp.progress import working
    from lanewise.cpp.suite import no_listener
    from lanewise.cpp.target import target
    from lanewise.op.testing import Tested, find, run

    chips = [target(chip)[0]] if chip else []
    found = find(folder, chips, only)
    if not found:
        refuse(f"{folder}: no tests there (googletest), and no programs that call its operators (aclnn)")
    counts = file_of_all(asked)
    cases = [job.case for job in found if job.case is not None]
    looking = Cases(asked, plan)
    looking.check(cases)
    listening = looking if plan or lenses.requested_options(asked) else no_listener
    results: list[Tested] = []
    with (
        working(lambda: f"tests of {folder}: {len(results)} of {len(found)} files are done"),
        ThreadPoolExecutor(os.cpu_count()) as executor,
    ):
        for result in executor.map(lambda job: run(job, timeout, listening), found):
            results.append(result)
            print(result, flush=True)
            for name, why in result.failed:
                print(f"  {name}: {why}")
    looking.tell(cases)
    if counts:
        with open(counts, "w", encoding="utf-8") as file:
            json.dump([result._asdict() for result in results], file, indent=1, ensure_ascii=False)
    passed, failed = sum(r.passed for r in results), sum(len(r.failed) for r in results)
    left = Counter(why for r in results for why in r.not_run)
    reasons = "; ".join(f"{count} {why}" for why, count in left.most_common())
    print(f"{passed} passed, {failed} failed, {sum(left.values())} not run" + (f" ({reasons})" if reasons else ""))
    sys.stdout.flush()
    return Status.FAILED if failed or any(r.broken for r in results) else 0
