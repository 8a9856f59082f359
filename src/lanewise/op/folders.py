"""The files of an operator: which folder it is, which sources belong to its host side, which one holds its kernel."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lanewise.cpp.kernels import kernels
from lanewise.cpp.sources import read_source
from lanewise.errors import LanewiseError
from lanewise.op.kinds import snake

HOST, KERNEL = "op_host", "op_kernel"
_SOURCES = (".cpp", ".cc", ".cxx")
# Left from builds, or for other uses of an operator than running it.
_OTHERS = {
    "build", "build_out", "op_api", "op_graph", "framework", "docs", "doc", "examples", "example", "tests", "test",
    "ut", "st", "aclnn", "fallback", "config", "node_modules", "__pycache__", "torch_extension", "op_plugin",
}  # fmt: skip
_OTHER_FILES = re.compile(
    r"aclnn_.*|.*_l0\.\w+|fallback_.*|.*_fallback\.\w+|l0_.*|.*_aicpu\w*\.\w+|op_proto.*|.*_plugin\.\w+"
)
_OTHER_INCLUDES = re.compile(
    r"""^[^\S\n]*\#[^\S\n]*include[^\S\n]*["<](?:opdev/|aclnn|acl/|aclnnop/|aclnn_kernels/|torch|ATen/|pybind11/|gtest/|"""
    r"""graph/operator_factory|level0/)""",
    re.MULTILINE,
)
_PROTOTYPES = re.compile(r".*_proto\.cpp")  # for graphs, or functions of shapes: the name tells nothing
_REGISTERS = re.compile(r"^[^\S\n]*(?:IMPL_OP\w*|OP_ADD)\s*\(", re.MULTILINE)
ADDED = re.compile(r"\bOP_ADD\s*\(\s*(\w+)")
_NEWER = re.compile(r"(?:^|/)arch35(?:/|$)|_apt\.\w+$|_arch35\.\w+$")
_CMAKE_PROJECT = re.compile(r"^[^\S\n]*project\s*\(", re.MULTILINE | re.IGNORECASE)
_PARENTS = 5  # that are looked at when no repository says where it begins
_COMMON = ("common/inc", "common/include", "common/inc/op_host", "common/inc/op_kernel", "src/common/inc", "utils/inc",
           "inc", "include")  # fmt: skip


class Project(NamedTuple):
    folder: str
    hosts: tuple[str, ...]
    kernels: tuple[str, ...]  # files among which the kernel is
    include_dirs: tuple[str, ...]
    root: str  # of the repository
    libraries: tuple[str, ...] = ()  # folders of a user's own copy of the vendor's template library


def find(folder: str, wanted: str | None) -> Project:
    """The operator's folder: it has op_host and op_kernel, or one below does."""
    top = os.path.abspath(folder)
    if not os.path.isdir(top):
        raise FileNotFoundError(top)
    if os.path.basename(top) in (HOST, KERNEL):
        top = os.path.dirname(top)
    found = list(projects(top))
    if len(found) > 1 and wanted:
        found = [f for f in found if os.path.basename(f) in (snake(wanted), wanted.lower())] or [
            f
            for f in found
            if any(re.search(rf"\bOP_ADD\s*\(\s*{wanted}\b", read_source(s)) for s in files(os.path.join(f, HOST)))
        ]
    if not found:
        raise LanewiseError("OPERATOR-001", case="no_parts", folder=folder)
    if len(found) > 1:
        names = ", ".join(sorted(os.path.relpath(f, top) for f in found)[:8])
        raise LanewiseError("OPERATOR-001", case="several_below", folder=folder, count=len(found), names=names)
    return project_of(found[0])


def explicit(hosts: Sequence[str], kernel: str) -> Project:
    """An operator whose files were named."""
    files = tuple(os.path.abspath(f) for f in (*hosts, kernel))
    for file in files:
        if not os.path.isfile(file):
            raise FileNotFoundError(file)
    top = os.path.commonpath([os.path.dirname(f) for f in files])
    root = root_of(top)
    own = dict.fromkeys([*(os.path.dirname(f) for f in files), top, *_above(top, root)])
    return Project(top, files[:-1], files[-1:], tuple(own), root)


def projects(top: str) -> Iterator[str]:
    """Folders of operators: this one, or those below."""
    for at, folders, _ in os.walk(top):
        if HOST in folders and KERNEL in folders:
            yield at
            folders.clear()
        folders[:] = sorted(f for f in folders if f not in _OTHERS - {"examples", "example"} and not f.startswith("."))


def project_of(folder: str) -> Project:
    """The files of an operator's folder."""
    root = root_of(folder)
    hosts = [s for s in files(os.path.join(folder, HOST)) if is_host(s)]
    sources = [s for s in files(os.path.join(folder, KERNEL)) if s.endswith(_SOURCES)]
    own = [d for part in (HOST, KERNEL) for d in _folders(os.path.join(folder, part))]
    return Project(
        folder, tuple(hosts), tuple(sources), tuple(dict.fromkeys([*own, folder, *_above(folder, root)])), root
    )


def types(project: Project) -> list[str]:
    """The operators that a project's sources define."""
    return list(dict.fromkeys(name for source in project.hosts for name in ADDED.findall(read_source(source))))


def title(project: Project) -> str:
    """What messages call it before its definition is known: by what it registers, else by its folder."""
    added = types(project)
    return " and ".join(added) if 0 < len(added) <= 2 else os.path.basename(project.folder)


def is_host(source: str) -> bool:
    """Whether a file is a source of the host side."""
    if not source.endswith(_SOURCES):
        return False
    name, text = os.path.basename(source), read_source(source)
    if _OTHER_FILES.fullmatch(name) or _OTHER_INCLUDES.search(text):
        return False
    return not _PROTOTYPES.fullmatch(name) or _REGISTERS.search(text) is not None


def _folders(top: str) -> Iterator[str]:
    for at, folders, _ in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in _OTHERS and not f.startswith("."))
        yield at


def files(top: str) -> Iterator[str]:
    """All of a folder and those below, but for other uses of an operator."""
    for at in _folders(top):
        yield from (os.path.join(at, n) for n in sorted(os.listdir(at)) if os.path.isfile(os.path.join(at, n)))


def root_of(folder: str) -> str:
    """The repository's first folder; without one, some parents up."""
    at, seen = folder, [folder]
    while os.path.dirname(at) != at:
        if os.path.exists(os.path.join(at, ".git")):  # it may hold a repository's files among others
            return next((f for f in reversed(seen) if _is_repository_root(f)), at)
        at = os.path.dirname(at)
        seen.append(at)
    own = [f for f in seen[: _PARENTS + 1] if f not in foreign()]
    likely = [f for f in own if any(os.path.isdir(os.path.join(f, c)) for c in _COMMON[:6])]
    # Part of a repository, copied without what all share: its recipe says that it begins one.
    likely = likely or [f for f in own[2:] if _is_cmake_project(f)]
    return likely[-1] if likely else own[min(1, len(own) - 1)]


def _is_repository_root(folder: str) -> bool:
    """Whether a folder has what all operators of a repository share."""
    shared = any(os.path.isdir(os.path.join(folder, "common", part)) for part in ("inc", "include", "src"))
    return shared and os.path.isfile(os.path.join(folder, "CMakeLists.txt"))


def _is_cmake_project(folder: str) -> bool:
    path = os.path.join(folder, "CMakeLists.txt")
    return os.path.isfile(path) and _CMAKE_PROJECT.search(read_source(path)) is not None


def foreign() -> tuple[str, ...]:
    """Folders that are full of other things."""
    return "/", os.path.expanduser("~"), tempfile.gettempdir()


def _above(folder: str, root: str) -> Iterator[str]:
    at = folder
    while True:
        yield from (d for c in _COMMON if os.path.isdir(d := os.path.join(at, c)))
        yield at
        if at == root or os.path.dirname(at) == at:
            return
        at = os.path.dirname(at)


# --- one operator of a project ---


def newer_only(source: str) -> bool:
    """Whether a file is for the chips with registers."""
    return _NEWER.search(source) is not None


def kernel_file(project: Project, type_name: str, entry: str, named: str | None, newer: bool) -> str:
    """What the chip's configuration names, else the file called like the operator, else the one that has the kernel."""
    stems = [named] if named else []
    stems += [snake(type_name)] if not newer else [f"{snake(type_name)}_apt", snake(type_name)]
    by_stem: dict[str, list[str]] = {}
    for source in project.kernels:
        by_stem.setdefault(os.path.splitext(os.path.basename(source))[0], []).append(source)
    for stem in stems:
        there = sorted(by_stem.get(os.path.basename(stem), ()), key=lambda s: (newer_only(s) != newer, len(s)))
        if there and (newer or not newer_only(there[0]) or len(there) == 1):
            return there[0]
    holders = [s for s in project.kernels if entry in _entries(s)]
    holders.sort(key=lambda s: (newer_only(s) != newer, len(s)))
    if holders:
        return holders[0]
    if len(project.kernels) == 1:
        return project.kernels[0]
    where = os.path.join(os.path.relpath(project.folder), KERNEL)
    raise LanewiseError("OPERATOR-002", operator=type_name, case="no_kernel", folder=where, entry=entry)


@cache
def _entries(source: str) -> frozenset[str]:
    return frozenset(kernel.name for kernel in kernels(read_source(source)))
