"""The -D flags that the Makefile beside a design gives an object file: its kernels may not compile without them."""

from __future__ import annotations

import re
import shlex
from fnmatch import fnmatch
from pathlib import Path

_ASSIGNED = re.compile(r"^\s*(?:export\s+)?([\w.-]+)\s*[:?]?=\s*(.*?)\s*(?:#.*)?$", re.MULTILINE)
_RULE = re.compile(r"^([^\s#:=][^:=\n]*):(?!=)[^\n]*((?:\n\t[^\n]*)*)", re.MULTILINE)
_USED = re.compile(r"\$[({]([\w.-]+)[)}]")
_DEEPEST = 8  # variables in variables


def defines(folder: Path, object_file: str) -> tuple[str, ...]:
    """Of the rule whose target has that name. A variable that only the shell knows leaves its flag out."""
    makefile = folder / "Makefile"
    if not makefile.is_file():
        return ()
    text = makefile.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ")
    values: dict[str, str] = {}
    for name, value in _ASSIGNED.findall(text):
        values.setdefault(name, value)
    for targets, recipe in _RULE.findall(text):
        names = [Path(target).name.replace("%", "*") for target in _expand_variables(targets, values).split()]
        if any(fnmatch(object_file, name) for name in names):
            words = _split_words(_expand_variables(recipe, values))
            return tuple(word for word in words if word.startswith("-D") and "$" not in word)
    return ()


def _expand_variables(text: str, values: dict[str, str]) -> str:
    for _ in range(_DEEPEST):
        text, count = _USED.subn(lambda used: values.get(used[1], used[0]), text)
        if not count:
            break
    return text


def _split_words(recipe: str) -> list[str]:
    try:
        return shlex.split(recipe)
    except ValueError:  # a quote that only the shell closes
        return recipe.split()
