"""`lanewise run --compile-commands`: what an editor must know to read the files of a program."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from lanewise.cli.programs import is_graph, operators
from lanewise.cli.status import check_file, refuse
from lanewise.cpp.build import SOURCES, Request
from lanewise.cpp.editor import DATABASE, command, write
from lanewise.cpp.target import target


def for_editors(
    sources: Sequence[str], chip: str | None, *, defines: Sequence[str], include_dirs: Sequence[str],
    flags: Sequence[str], **rest: Any,
) -> None:
    for source in sources:
        if os.path.splitext(source)[1] not in SOURCES:
            refuse(f"{source}: --compile-commands takes C++ files ({', '.join(SOURCES)})")
    paths = [os.path.abspath(source) for source in sources]
    chip = chip or os.environ.get("LANEWISE_CHIP")
    if is_graph(chip):
        from lanewise.aie.adf.program import Program

        program = Program(paths, chip, defines=defines, include_dirs=include_dirs, flags=flags)
        requests = program.requests()
    else:
        name, arch = target(chip)
        folders = tuple(os.path.abspath(folder) for folder in include_dirs)
        found = operators(paths, folders, name)
        requests = [
            Request((path,), name, arch, tuple(defines), folders, tuple(flags), elsewhere=found) for path in paths
        ]
    known_to_editors(requests)


def known_to_editors(requests: Sequence[Request]) -> None:
    """Writes the database, and says where it is."""
    here = os.getcwd()
    below = all(os.path.commonpath([here, request.sources[0]]) == here for request in requests)
    folder = here if below else os.path.dirname(requests[0].sources[0])  # clangd looks in the folders above a file
    check_file("--compile-commands", os.path.join(folder, DATABASE))
    path = write(folder, [command(request) for request in requests])
    count = len(requests)
    print(f"{os.path.relpath(path)}: how clangd reads {count} file{'s' * (count > 1)}")
