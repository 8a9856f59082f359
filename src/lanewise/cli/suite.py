"""`lanewise suite`: all programs under a folder."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from lanewise.cli import lenses
from lanewise.cli.progress import Progress
from lanewise.cli.status import Status, check_cores, check_limits, refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanewise.cpp.suite import Result


def suite(
    folder: str, chips: list[str], cores: int | None, jobs: int | None, only: str | None, timeout: float,
    **settings: Any,
) -> None:
    """Find the programs under a folder, make their data, build, run and verify them: every scenario, every chip.

    A folder with .asc files is a program, or one with a CMakeLists.txt and kernels: with scripts/gen_data.py and
    scripts/verify_result.py where it has them, or with a case.toml. Tests of operators (googletest) and programs that
    call operators (aclnn) run, too, and graphs of AI Engine kernels with their main(). Exit status 1 when one of them
    failed. What looks at a run looks at each: a file that it writes gets the program's name (page.html:
    page.NAME.CHIP.html), and FILE of --json has what became of all of them.
    """
    import os
    from concurrent.futures import ThreadPoolExecutor

    from lanewise.aie.adf import programs as graphs
    from lanewise.cli.cases import Cases, file_of_all
    from lanewise.cpp.recipes import find
    from lanewise.cpp.suite import no_listener, run_cases
    from lanewise.cpp.target import target
    from lanewise.op import units

    if not os.path.isdir(folder):
        refuse(f"there is no folder {folder}")
    asked = lenses.extract_lens_options(settings, [os.path.normpath(folder)])
    json = file_of_all(asked)
    check_cores(cores)
    check_limits(timeout)
    if jobs is not None and jobs < 1:
        refuse(f"--jobs {jobs}: give 1 or more")
    named = [target(chip)[0] for chip in chips]
    cases = [*find(folder, named, only), *units.find(folder, named, only), *graphs.find(folder, named, only)]
    if not cases:
        kinds = "folders with .asc files, or with a CMakeLists.txt and kernels; tests of operators; graphs of kernels"
        refuse(f"{folder}: no programs there ({kinds})")
    looking = Cases(asked)
    looking.check(cases)
    listening = looking if lenses.requested_options(asked) else no_listener
    with ThreadPoolExecutor(jobs or os.cpu_count()) as executor, Progress("running", len(cases), _failures()) as step:
        results = run_cases(cases, timeout=timeout, executor=executor, done=step, listening=listening)
    looking.tell(cases)
    _show(results)
    if json:
        _write(json, results)
    if not all(r.passed for r in results):
        sys.exit(Status.FAILED)


def _failures() -> Callable[[Result], str]:
    """How many have failed, with each that comes."""
    failed = 0

    def text(result: Result) -> str:
        nonlocal failed
        failed += not result.passed
        return f"{failed} failed" if failed else "running"

    return text


def _show(results: list[Result]) -> None:
    from lanewise.cli.show import console, table

    rows = [
        [r.case.title, r.case.chip, "pass" if r.passed else "FAIL", f"{r.seconds:.1f}", r.why and f"{r.step}: {r.why}"]
        for r in results
    ]
    out = console()
    out.print(table(["program", "chip", "", "s", "why"], rows, right=["s"]))
    out.print(f"\n{sum(r.passed for r in results)} of {len(results)} passed")


def _write(path: str, results: list[Result]) -> None:
    import json

    data = [{**r.case._replace(make=None)._asdict(), **{k: v for k, v in r._asdict().items() if k != "case"}}
            for r in results]  # fmt: skip
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1, ensure_ascii=False)
