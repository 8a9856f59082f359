"""What C++ programs include to call an operator: the vendor's build writes `aclnn_<operator>.h`, and so do we."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence

from lanewise.chips.chip import any_chip
from lanewise.cpp import cache
from lanewise.cpp.package import HEADERS
from lanewise.cpp.sources import INCLUDE, find, included_files, read_source
from lanewise.cpp.target import target
from lanewise.cpp.tokens import Include
from lanewise.op import folders
from lanewise.op.definition import Definition, Parameter
from lanewise.op.interface import Argument, arguments
from lanewise.op.kinds import snake
from lanewise.op.loading import load

_NAME = re.compile(r"(?:\w+/)*aclnn_(\w+)\.h")
_UP = 3  # folders that are looked at where no repository says more


def names_operator(name: str, source: str) -> bool:
    """Whether an included name means an operator in a folder around the source."""
    found = _NAME.fullmatch(name)
    return found is not None and _operator(found[1], [os.path.dirname(source)]) is not None


def by_hand(source: str) -> bool:
    """Whether a source calls an operator whose C interface somebody wrote, which need not be the one that we write."""
    for match in INCLUDE.finditer(read_source(source)):
        named = _NAME.fullmatch(match[2])
        place = _operator(named[1], [os.path.dirname(source)]) if named else None
        tops = [os.path.join(place[0], part) for part in ("op_api", f"{folders.HOST}/op_api")] if place else []
        if any(os.path.basename(match[2]) in files for top in tops for _, _, files in os.walk(top)):
            return True
    return False


def headers(
    sources: Sequence[str], include_dirs: Sequence[str], chip: str | None
) -> tuple[tuple[str, str], ...]:
    """For each such header that is included and is nowhere, what is written for an operator beside the program."""
    found: dict[str, str] = {}
    for source in dict.fromkeys(file for s in sources for file in included_files(os.path.abspath(s), include_dirs)):
        for match in INCLUDE.finditer(read_source(source)):
            named = _NAME.fullmatch(match[2])
            include = Include(match[2], match[1] == '"', match.start(1), match.end())
            if named and match[2] not in found and find(source, include, include_dirs) is None:
                place = _operator(named[1], [os.path.dirname(source), *map(os.path.abspath, include_dirs)])
                if place is not None:
                    found[match[2]] = _write_header(*place, chip)
    return tuple(sorted(found.items()))


def _operator(name: str, near: Sequence[str]) -> tuple[str, str] | None:
    """The folder and the type of an operator: below these folders, else below those that they are in."""
    seen: set[str] = set()
    for folder in _search_folders(near):
        for project in folders.projects(folder):
            if project not in seen:
                seen.add(project)
                for source in folders.files(os.path.join(project, folders.HOST)):
                    types = [t for t in folders.ADDED.findall(read_source(source)) if snake(t) == name]
                    if types:
                        return project, types[0]
    return None


def _search_folders(near: Sequence[str]) -> Iterator[str]:
    yield from near
    for folder in near[:1]:
        root = folders.root_of(folder)
        inside, up = folder != root, 0
        while inside or up < _UP:  # samples have their callers in a folder or two of their own
            folder, up = os.path.dirname(folder), up + 1
            if folder in folders.foreign():
                break
            yield folder
            inside = inside and folder != root


def _write_header(folder: str, name: str, chip: str | None) -> str:
    spelling = any_chip(target(chip)[0]).spelling  # the program that calls it loads it by that in another process
    text = header(load(folder, chip, op=name).definition, folder, spelling)
    home = cache.folder("operators", cache.key(text))
    return cache.write_once(os.path.join(home, f"aclnn_{snake(name)}.h"), text)


def header(definition: Definition, folder: str, chip: str) -> str:
    """The two functions of an operator. What fails in them is said of the line that calls them, as with our headers."""
    name, known = (
        definition.type,
        [a._replace(name=_parameter_name(a.name, n)) for n, a in enumerate(arguments(definition))],
    )
    taken = "".join(f"{a.type} {a.name}, " for a in known)
    given = "".join(f", {_argument_expression(definition, a)}" for a in known)
    about = ", ".join(f'"{_quoted(w)}"' for w in (name, folder, chip, sys.executable))
    own = _quoted(os.path.join(HEADERS, "lanewise", "acl", "aclnn", f"aclnn_{snake(name)}.h"))
    return f"""#pragma once
#include "lanewise/acl/aclnn/call.h"
#line 1 "{own}"
inline aclnnStatus aclnn{name}GetWorkspaceSize({taken}uint64_t* workspaceSize, aclOpExecutor** executor) {{
    static const ::lanewise::aclnn::Operator known{{{about}}};
    return ::lanewise::aclnn::prepare(known, "aclnn{name}GetWorkspaceSize", workspaceSize, executor{given});
}}
inline aclnnStatus aclnn{name}(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream) {{
    return ::lanewise::aclnn::execute("aclnn{name}", workspace, workspaceSize, executor, stream);
}}
"""


def _argument_expression(definition: Definition, argument: Argument) -> str:
    of = argument.of
    if not isinstance(of, Parameter) or argument.type != "const aclTensor*" or of not in definition.inputs:
        return argument.name
    number = definition.inputs.index(of)
    readable = definition.readable | definition.readable_in_tiling
    return f"::lanewise::aclnn::readable({argument.name})" if number in readable else argument.name


def _parameter_name(name: str, number: int) -> str:
    """A name of the operator's may be a word of C++, or one of ours."""
    return f"{name}_{number}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
