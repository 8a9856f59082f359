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
from typing import Any, NamedTuple

from lanewise import findings
from lanewise.check.findings import Finding
from lanewise.errors import LanewiseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = ".lanewise-suppress.toml"
LARGEST = 1 << 20  # bytes


class Suppression(NamedTuple):
    id: str
    reason: str
    file: str | None = None
    line: int | None = None


Suppressions = Sequence[Suppression]
_KINDS = {"id": (str, "text"), "file": (str, "text"), "line": (int, "a whole number"), "reason": (str, "text")}


def load_suppressions(beside: str | os.PathLike[str] | None = None) -> Suppressions:
    """What the file says; it is all there, and means something, or an error says which entry does not.

    It is the nearest one from the program, test or folder `beside` it upwards, as far as its repository goes; where
    there is none, that of the current folder.
    """
    path = _find_file(beside)
    if path is None:
        return []
    try:
        if not os.path.isfile(path):
            raise _suppression_error("no_file")
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise _suppression_error("too_large", given=LARGEST >> 20)
        said = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as problem:
        raise _suppression_error("unreadable", why=problem.strerror) from None
    except UnicodeDecodeError:
        raise _suppression_error("not_utf8") from None
    except RecursionError:
        raise _suppression_error("too_deep") from None
    except tomllib.TOMLDecodeError as problem:
        raise _suppression_error("no_toml", why=problem) from None
    if unknown := sorted(set(said) - {"suppress"}):
        raise _suppression_error("unknown_part", given=repr(unknown[0]))
    entries = said.get("suppress", [])
    if not isinstance(entries, list):
        raise _suppression_error("one_bracket")
    return [_entry(number, entry) for number, entry in enumerate(entries, 1)]


def _find_file(beside: str | os.PathLike[str] | None) -> str | None:
    folder = os.path.abspath(beside) if beside is not None else ""
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    while folder:
        if os.path.lexists(path := os.path.join(folder, FILE)):
            return path
        above = os.path.dirname(folder)
        folder = "" if above == folder or os.path.lexists(os.path.join(folder, ".git")) else above
    return FILE if os.path.lexists(FILE) else None


def _entry(number: int, entry: Any) -> Suppression:
    if not isinstance(entry, dict):
        raise _suppression_error("no_table", number=number, entry=repr(entry))
    for key, value in entry.items():
        if key not in _KINDS:
            raise _suppression_error("unknown_key", number=number, key=key, known=", ".join(sorted(_KINDS)))
        kind, words = _KINDS[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise _suppression_error("value_type", number=number, key=key, words=words, given=_describe(value))
    if not str(entry.get("id", "")).strip() or not str(entry.get("reason", "")).strip():
        raise _suppression_error("no_reason", number=number)
    if findings.find(entry["id"]) is None:
        raise _suppression_error("unknown_id", number=number, given=entry["id"])
    if not entry.get("file", "x").strip():
        raise _suppression_error("empty_file", number=number)
    if entry.get("line", 1) < 1:
        raise _suppression_error("line", number=number, given=entry["line"])
    return Suppression(**entry)


def _describe(value: Any) -> str:
    return f'the text "{value}"' if isinstance(value, str) else f"{value!r:.60}"


def _suppression_error(case: str, **fields: Any) -> LanewiseError:
    flat = {name: " ".join(str(value).split()) for name, value in fields.items()}
    return LanewiseError("CHECK-001", case=case, file=FILE, **flat)


def suppressed(found: Sequence[Finding], rules: Suppressions) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """What is left, and what is left out, each with the reason."""
    left, out = list[Finding](), list[tuple[Finding, str]]()
    for one in found:
        rule = next((rule for rule in rules if _matches(rule, one)), None)
        if rule is None:
            left.append(one)
        else:
            out.append((one, rule.reason))
    return left, out


def _matches(rule: Suppression, one: Finding) -> bool:
    if rule.id != one.id:
        return False
    if rule.file is not None and (
        one.place is None or os.path.basename(one.place.file) != os.path.basename(rule.file)
    ):
        return False
    return rule.line is None or (one.place is not None and one.place.line == rule.line)
