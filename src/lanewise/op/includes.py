"""Included files that lie elsewhere than they are said to.

Kernels are compiled where they were installed: the files of each operator flat in a folder, beside the others'.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache

from lanewise.cpp.compiler import INCLUDES
from lanewise.cpp.sources import INCLUDE, find, other_name, read_source
from lanewise.cpp.tokens import Include

_UP = re.compile(r"(?:\.\./)+")
_SKIPPED = {"build", "build_out", "node_modules", "__pycache__"}
_MOST = 200_000  # files of a repository


def find_includes(
    sources: Iterable[str], include_dirs: Sequence[str], root: str, libraries: Sequence[str] = ()
) -> tuple[tuple[str, str], ...]:
    """For each name that these files include and that is found nowhere: the file of a library, or the one of the
    repository that is meant."""
    found: dict[str, str] = {}
    seen = list(sources)
    for at in seen:  # grows while it is read
        for match in INCLUDE.finditer(read_source(at)):
            include = Include(match[2], match[1] == '"', match.start(1), match.end())
            other = find(at, include, include_dirs, tuple(found.items()))
            if other is None and include.name not in found and not _is_ours(include.name):
                other = _of_library(include.name, libraries) or _find_include(include.name, root)
                other = other or (_copied(include.name, at, root) if include.quoted else None)
                if other is not None:
                    found[include.name] = other
            if other is not None and other not in seen:
                seen.append(other)
    return tuple(sorted(found.items()))


def _is_ours(name: str) -> bool:
    return any(os.path.isfile(os.path.join(tree, name)) for tree in INCLUDES) or other_name(name) is not None


def _of_library(name: str, libraries: Sequence[str]) -> str | None:
    return next((path for top in libraries if os.path.isfile(path := os.path.join(top, name))), None)


def _find_include(name: str, root: str) -> str | None:
    """`../X/file.h` is a file of operator X, `../inc/file.h` one of the common kernel headers."""
    plain = _UP.sub("", name)
    folder, _, rest = plain.partition("/")
    if not rest or not name.startswith("../"):
        return None
    base = os.path.basename(rest)
    there = [p for p in _by_name(root).get(base, ()) if p.endswith("/" + rest)]
    if folder == "inc":
        likely = [p for p in there if "/inc/" in p and "op_kernel" in p] or [p for p in there if "/inc/" in p]
    else:
        likely = [p for p in there if f"/{folder}/" in p and "/op_kernel/" in p] or [
            p for p in there if f"/{folder}/" in p
        ]
    return min(likely, key=len) if likely else None


def _copied(name: str, at: str, root: str) -> str | None:
    """Builds copy headers together: the file of that name and folder in the repository, the nearest of several."""
    plain = _UP.sub("", name)
    known = "/" in plain or os.path.exists(os.path.join(root, ".git"))  # else its neighbours may be anybody's
    if not known or os.path.isfile(os.path.join("/usr/include", name)):
        return None
    there = [p for p in _by_name(root).get(os.path.basename(plain), ()) if p.endswith("/" + plain)]
    return min(there, key=lambda p: (-len(os.path.commonpath([p, at])), len(p)), default=None)


@cache
def _by_name(root: str) -> dict[str, list[str]]:
    """The headers of a repository."""
    found: dict[str, list[str]] = {}
    count = 0
    for at, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in _SKIPPED and not f.startswith("."))
        for name in names:
            count += 1
            if name.endswith((".h", ".hpp", ".inc")):
                found.setdefault(name, []).append(os.path.join(at, name))
        if count > _MOST:
            break
    return found
