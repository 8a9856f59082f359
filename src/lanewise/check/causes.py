"""Why each error and finding comes, what to do about it, and what that looks like: `explain ID`, SARIF and the site."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path(__file__).with_name("causes.toml")


class Cause(NamedTuple):
    cause: str
    cure: str
    wrong: str = ""  # lines of C++ that show it
    right: str = ""

    @property
    def markdown(self) -> str:
        parts = [f"**Cause**: {self.cause}", f"**Cure**: {self.cure}"]
        for title, code in (("Wrong", self.wrong), ("Right", self.right)):
            parts += [f"**{title}**:\n\n```cpp\n{code.strip()}\n```"] if code else []
        return "\n\n".join(parts)


@cache
def causes() -> dict[str, Cause]:
    with open(FILE, "rb") as file:
        return {id: Cause(**entry) for id, entry in tomllib.load(file).items()}


def cause(id: str) -> Cause:
    return causes()[id]
