"""`.lanewise-suppress.toml`: findings that a project lives with, each with a reason.

    [[suppress]]
    id = "RACE-002"
    file = "histogram.asc"   # and its line, if given
    reason = "every block writes the same value"
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from lanewise.check.findings import Finding
from lanewise.errors import LanewiseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = ".lanewise-suppress.toml"
_KEYS = {"id", "file", "line", "reason"}


def suppressed(found: Sequence[Finding], folder: str = ".") -> tuple[list[Finding], int]:
    """What is left, and how many the file of the folder leaves out."""
    rules = _read(os.path.join(folder, FILE))
    left = [one for one in found if not any(_matches(rule, one) for rule in rules)]
    return left, len(found) - len(left)


def _read(path: str) -> list[dict[str, Any]]:
    if not os.path.exists(path):
        return []
    with open(path, "rb") as file:
        try:
            rules = tomllib.load(file).get("suppress", [])
        except tomllib.TOMLDecodeError as problem:
            raise LanewiseError("CHECK-001", file=FILE, problem=str(problem)) from None
    for number, rule in enumerate(rules, 1):
        if unknown := set(rule) - _KEYS:
            raise LanewiseError("CHECK-001", file=FILE, problem=f"entry {number} has a {sorted(unknown)[0]}; there are "
                                f"{', '.join(sorted(_KEYS))}")  # fmt: skip
        if "id" not in rule or not str(rule.get("reason", "")).strip():
            raise LanewiseError("CHECK-001", file=FILE, problem=f"entry {number} needs an id and a reason")
    return list(rules)


def _matches(rule: dict[str, Any], one: Finding) -> bool:
    if rule["id"] != one.id:
        return False
    if "file" in rule and (one.place is None or os.path.basename(one.place.file) != os.path.basename(rule["file"])):
        return False
    return "line" not in rule or (one.place is not None and one.place.line == rule["line"])
