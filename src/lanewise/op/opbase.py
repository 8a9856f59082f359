"""The vendor's template library of element-wise, broadcast and reduction operators (atvoss), of a user's own checkout.

Lanewise has no copy of it; whether its licence allows the use is the user's affair. Of the checkout only what we do not
answer ourselves is taken: its headers by their names, and the host sources of the families that are included.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence

from lanewise.cpp.sources import INCLUDE, included_files, read_source
from lanewise.errors import LanewiseError
from lanewise.op.folders import Project, files

VARIABLE = "LANEWISE_OPBASE"
NAMES = ("opbase", "cann-opbase")  # of a checkout beside an operator's repository
_HEADERS = (os.path.join("pkg_inc", "op_common"), "pkg_inc")  # from which includes are written
_BODIES = os.path.join("src", "op_common", "atvoss")
_NAME = re.compile(r"(?:op_common/)?atvoss/(?:(\w+)/)?.*")


def with_library(project: Project, named: str | None, include_dirs: Sequence[str]) -> Project:
    """The project with the checkout that was named, or that is found; without one it stays as it is."""
    for what, folder in (("opbase=", named), (VARIABLE, os.environ.get(VARIABLE))):
        if folder and _checkout(folder) is None:
            raise LanewiseError("OPERATOR-001", case="no_checkout", folder=project.folder, what=what, named=folder,
                                lacks=os.path.join(_HEADERS[0], "atvoss"))  # fmt: skip
    wanted = [f for f in (named, os.environ.get(VARIABLE)) if f]
    found = next(filter(None, map(_checkout, [*wanted, *include_dirs, *_library_candidates(project)])), None)
    if found is None:
        return project
    roots = tuple(os.path.join(found, part) for part in _HEADERS)
    dirs = tuple(d for d in project.include_dirs if os.path.normpath(d) not in roots)  # else they would hide ours
    return project._replace(include_dirs=dirs, libraries=roots)


def bodies(project: Project) -> list[str]:
    """Host sources of the library that a project's includes call for."""
    if not project.libraries:
        return []
    top = os.path.dirname(project.libraries[1])
    families = {
        found[1] for name in required_headers(project.hosts, project) if (found := _NAME.fullmatch(name)) and found[1]
    }
    return [s for f in sorted(families) for s in files(os.path.join(top, _BODIES, f)) if s.endswith((".cpp", ".cc"))]


def required_headers(sources: Iterable[str], project: Project) -> list[str]:
    """The headers of the library that some sources include, themselves or by files of the repository."""
    seen = dict.fromkeys(f for source in sources for f in included_files(source, project.include_dirs))
    names = (match[2] for file in seen for match in INCLUDE.finditer(read_source(file)))
    return list(dict.fromkeys(name for name in names if _NAME.fullmatch(name)))


def _checkout(folder: str) -> str | None:
    """The checkout that a folder is, or that it is a folder of headers of."""
    at = os.path.abspath(folder)
    for up in (at, os.path.dirname(at), os.path.dirname(os.path.dirname(at))):
        known = (up, *(os.path.join(up, part) for part in _HEADERS))
        if at in known and os.path.isdir(os.path.join(up, _HEADERS[0], "atvoss")):
            return up
    return None


def _library_candidates(project: Project) -> Iterator[str]:
    at = project.folder
    while True:
        yield from (os.path.join(os.path.dirname(at), name) for name in NAMES)
        if at == project.root or os.path.dirname(at) == at:
            return
        at = os.path.dirname(at)
