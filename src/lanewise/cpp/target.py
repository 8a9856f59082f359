"""The chip a C++ program is compiled for: only its name and number, so that starting a program loads no tables."""

from __future__ import annotations

import os
import re

from lanewise.cpp.compiler import PACKAGE

DEFAULT = "ascend910b"
_ARCH = re.compile(r"^arch = (\d+)$", re.MULTILINE)


def target(chip: str | None) -> tuple[str, int]:
    name = chip or DEFAULT
    try:
        with open(os.path.join(PACKAGE, "chips", f"{os.path.basename(name)}.toml"), encoding="utf-8") as file:
            found = _ARCH.search(file.read())
        if found:
            return name, int(found[1])
    except OSError:
        pass  # an alias, or nothing that exists
    from lanewise.chips.chip import chip as find

    known = find(name)
    return known.name, known.arch
