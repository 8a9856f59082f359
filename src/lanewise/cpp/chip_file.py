"""A chip as the compiler gets it: a file of macros (chips/header.py). That of one of ours was written by the build."""

from __future__ import annotations

import os
from typing import NamedTuple

from lanewise.cpp import cache
from lanewise.cpp.package import LIBRARY

_BUILT = os.path.join(LIBRARY, "include", "lanewise", "generated", "chips")


class ChipFile(NamedTuple):
    path: str
    name: str
    family: str
    arch: int
    predefined: tuple[str, ...]  # macros of the vendor's compiler


def chip_file(name: str) -> ChipFile:
    """By name, alias or .toml file. Starting a program loads no tables where the name is one of ours."""
    path = os.path.join(_BUILT, f"{name}.h")
    if os.path.basename(name) != name or not os.path.isfile(path):
        name, path = _write_chip_header(name)
    with open(path, encoding="utf-8") as file:
        _, family, arch, *predefined = file.readline().split()
    return ChipFile(path, name, family, int(arch), tuple(predefined))


def _write_chip_header(name: str) -> tuple[str, str]:
    from lanewise.chips.chip import FOLDER, any_chip
    from lanewise.chips.header import header

    found = any_chip(name)
    if found.file.parent == FOLDER:  # an alias
        return found.name, os.path.join(_BUILT, f"{found.name}.h")
    text = header(found)
    path = os.path.join(cache.folder("chips"), f"{found.name}-{cache.key(text)}.h")
    return found.name, cache.write_once(path, text)
