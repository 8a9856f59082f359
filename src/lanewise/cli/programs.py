"""C++ programs on the command line: built, started, and their end explained in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from lanewise.cli.status import Status, check_cores, refuse
from lanewise.cpp.build import SOURCES, DoesNotCompileError, Request, build
from lanewise.cpp.child import Limits, run, start
from lanewise.cpp.target import target


def run_program(
    sources: Sequence[str], chip: str | None, args: Sequence[str], environment: Mapping[str, str] | None, *,
    timeout: float, memory: int | None, output: int, **compiling: Any,
) -> int:
    program = built(sources, chip, **compiling)
    if any(flag.startswith("-fsanitize") for flag in compiling["flags"]):
        memory = 0  # a sanitizer reserves far more than there is
    ended = run(start(program, *args), Limits(timeout, memory, output), env=environment)
    if ended.problem:
        print(f"lanewise: {sources[0]}: {ended.problem}", file=sys.stderr)
    return ended.status


def build_program(
    sources: list[str], output: str | None, chip: str | None, cores: int | None, **compiling: Any
) -> None:
    """Build an ordinary executable from C++ sources, with everything a debugger needs.

    It is not optimised, so that every line can hold a breakpoint (--cxxflag=-O2 changes that), and needs the installed
    Lanewise to run. A source that does not compile gives exit status 4.
    """
    import shutil

    for source in sources:
        if not os.path.isfile(source):
            refuse(f"there is no file {source}")
        if os.path.splitext(source)[1] not in SOURCES:
            refuse(f"{source}: build takes C++ files ({', '.join(SOURCES)})")
    check_cores(cores)
    if cores is not None:
        compiling["flags"] = [*compiling["flags"], f"-DLANEWISE_CORES={cores}"]  # our own headers read it, too
    program = built(sources, chip, debug=True, **compiling)
    shutil.copy(program, output or os.path.splitext(os.path.basename(sources[0]))[0])


def built(
    sources: Sequence[str], chip: str | None, *, defines: Sequence[str], include_dirs: Sequence[str],
    flags: Sequence[str], verbose: bool, debug: bool = False, observed: bool = False,
) -> str:
    """The program; a source that does not compile ends the command."""
    name, arch = target(chip or os.environ.get("LANEWISE_CHIP"))
    request = Request(tuple(sources), name, arch, tuple(defines), tuple(include_dirs), tuple(flags), debug=debug,
                      observed=observed)
    try:
        return build(request)
    except DoesNotCompileError as problem:
        if verbose:
            print(problem.output, end="", file=sys.stderr)
        else:
            from lanewise.cpp.diagnose import diagnose

            print("\n".join(diagnose(problem.output, request)), file=sys.stderr)
        sys.exit(Status.NO_COMPILE)
