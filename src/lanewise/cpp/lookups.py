"""What a program was made of, beyond the files that it names: where headers were looked for, and are not.

A file that turns up there changes the program without a change of any file that it was made of.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lanewise.cpp import cache
from lanewise.cpp.compiler import INCLUDES

# Where both compilers look, too, and how else the environment decides what they make.
FOLDERS = ("CPATH", "CPLUS_INCLUDE_PATH")
_OPTIONS = ("-isystem", "-iquote", "-idirafter", "-I")
_HAS = re.compile(r"""\b__has_(?:include(?:_next)?|embed)\s*\(\s*(?:(["<])([^">\n]+)[">])?""")
_HIDDEN = re.compile(r"\.incbin\b")  # the assembler reads a file, and says nothing
_WORD = re.compile(r"(?:\\.|[^\\\s])+")

Lookup = tuple[str, str]  # a folder, and a name that may lie in it
Absent = dict[str, list[str]]  # folder -> names that are not in it


def absent(lookups: Iterable[Lookup]) -> Absent:
    """Of each path that is not there, the first part that is missing."""
    there: dict[str, bool] = {}

    def path_exists(path: str) -> bool:
        if path not in there:
            there[path] = os.path.exists(path)
        return there[path]

    missing: dict[str, set[str]] = {}
    for folder, name in set(lookups):
        path = os.path.normpath(os.path.join(folder, name))
        if path_exists(path):
            continue
        while (above := os.path.dirname(path) or os.curdir) != path and not path_exists(above):
            path = above
        missing.setdefault(above, set()).add(os.path.basename(path))
    return {folder: sorted(names) for folder, names in missing.items()}


def still_missing(missing: Mapping[str, Sequence[str]]) -> bool:
    """Whether all of it is still missing."""
    return not any(os.path.exists(os.path.join(folder, name)) for folder, names in missing.items() for name in names)


def folders(flags: Sequence[str]) -> list[str]:
    """Where headers are looked for by flags for the compiler and by the environment."""
    found = []
    for at, flag in enumerate(flags):
        option = next((o for o in _OPTIONS if flag.startswith(o)), None)
        if option and (flag != option or at + 1 < len(flags)):
            found.append(flag.removeprefix(option) or flags[at + 1])
    for name in FOLDERS:
        if said := os.environ.get(name):
            found += [folder or os.curdir for folder in said.split(os.pathsep)]
    return found


def names(path: str, trees: Sequence[str]) -> Iterator[str]:
    """How a header may have been called: below each folder that it lies in."""
    for tree in trees:
        if path.startswith(tree + os.sep):
            yield path[len(tree) + 1 :]


def include_queries(file: str, text: str, trees: Sequence[str]) -> tuple[list[Lookup], list[str]] | None:
    """What a text asks about files by __has_include: places that have none, and files that are there.

    None where the text does not say which files.
    """
    lookups: list[Lookup] = []
    found = []
    if _HIDDEN.search(text):
        return None
    for match in _HAS.finditer(text):
        if match[2] is None:
            return None
        places = [*([os.path.dirname(file)] if match[1] == '"' else []), *trees]
        lookups += [(place, match[2]) for place in places]
        there = next((p for place in places if os.path.isfile(p := os.path.join(place, match[2]))), None)
        if there is not None and not there.startswith(INCLUDES):
            found.append(there)
    return lookups, found


def read_dependencies(note: str, shop: str) -> list[str]:
    """The files of a compiler's list (-MD), but for those that were made for it."""
    with open(note, encoding="utf-8", errors="surrogateescape") as file:
        words = _WORD.findall(file.read().replace("\\\n", " "))[1:]
    plain = [re.sub(r"\\(.)", r"\1", word).replace("$$", "$") for word in words]
    others = (shop + os.sep, cache.folder() + os.sep)
    return [path for path in dict.fromkeys(plain) if not os.path.abspath(path).startswith(others)]
