"""The chip a C++ program is compiled for: only its name and number, so that starting a program loads no tables."""

from __future__ import annotations

from lanewise.chips import DEFAULT as DEFAULT
from lanewise.cpp.chip_file import chip_file


def target(chip: str | None) -> tuple[str, int]:
    found = chip_file(chip or DEFAULT)
    return found.name, found.arch
