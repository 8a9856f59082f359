"""Host sources of an operator that lie in other folders of its repository.

The official build makes one library of all operators, so a folder may call what another one defines, and even leave the
registration of its tiling to it. Its CMakeLists.txt names most of those folders; where it does not, texts tell.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lanewise.cpp.sources import included_files, read_source
from lanewise.op import folders
from lanewise.op.folders import HOST, Project

_RECIPE = re.compile(r"\badd_(?:all_)?modules_sources\s*\(([^()]*)\)")
_WORD = re.compile(r"[A-Z][A-Z_]+")
_SET = re.compile(r"\.\s*SetTiling\s*\(")
_EXPERIMENTAL = f"{os.sep}experimental{os.sep}"
_DEFINITIONS = re.compile(r".*_def(?:_\w+)?\.\w+")
_TABLE = re.compile(r"(?:vtable|typeinfo|VTT) for ")
_SKIPPED = {"build", "build_out", "node_modules", "__pycache__", "tests", "test", "examples", "docs"}
_MOST = 20_000  # folders of a repository that are looked at


class Recipe(NamedTuple):
    """What the CMakeLists.txt of an operator says."""

    dependencies: tuple[str, ...]  # names of folders
    tiling_dirs: dict[str, str]  # by the name of a chip


def recipe(folder: str) -> Recipe:
    """The recipe of an operator, which lies in its folder or in its op_host."""
    words: dict[str, list[str]] = {}
    for place in (folder, os.path.join(folder, HOST)):
        path = os.path.join(place, "CMakeLists.txt")
        if not os.path.isfile(path):
            continue
        for match in _RECIPE.finditer(re.sub(r"#[^\n]*", "", read_source(path))):
            key = ""
            for word in match[1].split():
                if _WORD.fullmatch(word) and word != "TRUE":
                    key = word
                else:
                    words.setdefault(key, []).append(word.strip('"'))
    dirs = dict(zip(words.get("COMPUTE_UNIT", ()), words.get("TILING_DIR", ()), strict=False))
    return Recipe(tuple(dict.fromkeys(words.get("DEPENDENCIES", ()))), dirs)


def for_chip(project: Project, names: Sequence[str]) -> Project:
    """Without the tilings that the recipe has for other chips."""
    dirs = recipe(project.folder).tiling_dirs
    if not dirs:
        return project
    own = next((dirs[name] for name in names if name in dirs), None)
    others = {os.path.join(project.folder, HOST, d) + os.sep for d in dirs.values() if d != own}
    return project._replace(hosts=tuple(h for h in project.hosts if not h.startswith(tuple(others) or ("\0",))))


def registered_elsewhere(project: Project) -> list[str]:
    """Sources of other folders that register the tilings of a project which registers none."""
    texts = [read_source(source) for source in project.hosts]
    if any(_SET.search(text) for text in texts):
        return []
    found: dict[str, None] = {}
    for name in folders.types(project):
        registers = re.compile(rf"\b(?:IMPL_OP|IMPL_OP_OPTILING|\w*OP_?TILING\w*)\s*\(\s*{name}\s*[,)]")
        if any(registers.search(text) for text in texts):
            continue
        near = _holders(registers, (s for folder in dependencies(project) for s in sources_of(folder)))
        there = near or _holders(registers, _all_sources(project.root))[:1]
        found |= dict.fromkeys(s for holder in there for s in (holder, *sources_of(_operator_of(holder))))
    return [source for source in found if source not in project.hosts]


def sibling_sources(project: Project) -> list[str]:
    """Sources of other folders that are called like a header which the project includes from there."""
    own = project.folder + os.sep
    headers = {
        h for source in project.hosts for h in included_files(source, project.include_dirs) if not h.startswith(own)
    }
    stems = {os.path.splitext(os.path.basename(header))[0] for header in headers}
    if not stems:
        return []
    there = [s for s in _all_sources(project.root) if os.path.splitext(os.path.basename(s))[0] in stems]
    return [source for source in there if source not in project.hosts]


def defining(project: Project, names: Iterable[str], built: Sequence[str]) -> list[str]:
    """Sources of other folders that a link without them needs: those of the named dependencies, and, where none of
    them defines a name, the one that does."""
    more = [s for folder in dependencies(project) for s in sources_of(folder) if s not in built]
    texts = {source: read_source(source) for source in more}
    for name in names:
        defines = _definition_of(name)
        if defines is None or any(defines.search(text) for text in texts.values()):
            continue
        there = _holders(defines, (s for s in _all_sources(project.root) if s not in built))
        nearest = min(there, key=lambda s: (-len(os.path.commonpath([s, project.folder])), len(s)), default=None)
        if nearest is not None:
            texts[nearest] = read_source(nearest)
            more.append(nearest)
    return more


def with_folders_of(project: Project, sources: Sequence[str]) -> Project:
    """The project with these sources, and the folders that they include from."""
    homes = dict.fromkeys(_operator_of(source) for source in sources)
    dirs = [d for home in homes for d in folders.project_of(home).include_dirs] if homes else []
    return project._replace(
        hosts=tuple(dict.fromkeys([*project.hosts, *sources])),
        include_dirs=tuple(dict.fromkeys([*project.include_dirs, *dirs])),
    )


def dependencies(project: Project) -> list[str]:
    """The folders that a recipe names, and those that theirs name."""
    found = [project.folder]
    for folder in found:  # grows while it is iterated over
        for name in recipe(folder).dependencies:
            there = _operators(project.root).get(name, ())
            first = sorted(there, key=lambda f: ((_EXPERIMENTAL in f) != (_EXPERIMENTAL in folder), len(f)))[:1]
            found += [f for f in first if f not in found]
    return found[1:]


def sources_of(folder: str) -> list[str]:
    """Host sources of a folder, but for definitions: each folder is an operator of its own."""
    return [s for s in folders.project_of(folder).hosts if not _DEFINITIONS.fullmatch(os.path.basename(s))]


def _holders(pattern: re.Pattern[str], sources: Iterable[str]) -> list[str]:
    return [source for source in sources if pattern.search(read_source(source))]


def _definition_of(name: str) -> re.Pattern[str] | None:
    """What a source has that defines what a linker misses: `a::b::f(int)`, or `vtable for a::B`."""
    table = _TABLE.match(name)
    plain = re.sub(r"<.*>", "", name[table.end() if table else 0 :].partition("(")[0]).replace("[abi:cxx11]", "")
    scope, _, last = (plain.split() or [""])[-1].rpartition("::")
    if not re.fullmatch(r"~?\w+", last):
        return None
    if table:  # it is where the functions of a class are
        return re.compile(rf"\b{last}\s*::\s*~?\w+\s*\(")
    owner = scope.rpartition("::")[2]
    member = rf"\b{owner}\s*::\s*{last}\s*\(|" if owner else ""
    return re.compile(rf"{member}(?:[\w>]|[\w>]\s*[&*])\s+[*&]*{last}\s*\([^;{{}}]*\)\s*(?:(?:const|noexcept)\s*)*{{")


def _operator_of(source: str) -> str:
    """The folder whose op_host has a source; its own for those that are in none."""
    at = os.path.dirname(source)
    while os.path.basename(at) != HOST and os.path.dirname(at) != at:
        at = os.path.dirname(at)
    return os.path.dirname(at) if os.path.basename(at) == HOST else os.path.dirname(source)


def _all_sources(root: str) -> Iterator[str]:
    """Every host source of a repository."""
    for there in _operators(root).values():
        for folder in there:
            yield from sources_of(folder)
    yield from (s for s in folders.files(os.path.join(root, "common", "src")) if folders.is_host(s))


@cache
def _operators(root: str) -> dict[str, list[str]]:
    """The folders with an op_host in them, by their names."""
    found: dict[str, list[str]] = {}
    for count, (at, below, _) in enumerate(os.walk(root)):
        if HOST in below:
            found.setdefault(os.path.basename(at), []).append(at)
            below.clear()
        if count > _MOST:
            break
        below[:] = sorted(f for f in below if f not in _SKIPPED and not f.startswith("."))
    return found
