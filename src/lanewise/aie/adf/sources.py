"""Where the files of a graph program are: kernels by `source(k) = "..."`, data by the names of PLIO."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from lanewise.cpp.sources import included_files
from lanewise.errors import LanewiseError


def folders(sources: Sequence[str], include_dirs: Sequence[str]) -> list[str]:
    """Where file names in a graph are searched: here, next to the program, on the include path, next to its headers."""
    files = [file for source in sources for file in included_files(source, include_dirs)]
    found = [os.getcwd(), *(os.path.dirname(os.path.abspath(s)) for s in sources), *include_dirs]
    return list(dict.fromkeys([*found, *(os.path.dirname(os.path.abspath(f)) for f in files)]))


def data_folders(where: Sequence[str]) -> list[str]:
    """Where data are looked for: there, and in the folders above, from which programs are often started."""
    above = [os.path.dirname(folder) for folder in where]
    return list(dict.fromkeys([*where, *above]))


def kernel_source(name: str, where: Sequence[str]) -> str:
    """The file of a kernel."""
    for path in _candidates(name, where):
        if os.path.isfile(path):
            return os.path.normpath(path)
    raise LanewiseError("AIE-015", file=name, folders=", ".join(map(_display_path, where)))


def _candidates(name: str, where: Sequence[str]) -> Iterator[str]:
    for folder in where:
        yield os.path.join(folder, name)
    for folder in where:  # programs are often compiled from a folder above
        yield os.path.join(os.path.dirname(folder), name)
        yield os.path.join(os.path.dirname(os.path.dirname(folder)), name)


def _display_path(folder: str) -> str:
    near = os.path.relpath(folder)
    return folder if near.startswith("..") else near
