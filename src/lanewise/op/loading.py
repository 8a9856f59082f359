"""From a folder to operators."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from lanewise.chips.chip import chip as find_chip
from lanewise.cpp.build import Request
from lanewise.cpp.target import target
from lanewise.errors import LanewiseError
from lanewise.op import folders
from lanewise.op.definition import Definition, definition_from
from lanewise.op.early import Early
from lanewise.op.host import EndedError, Host, host_files, library, program
from lanewise.op.includes import find_includes
from lanewise.op.kernel import Source
from lanewise.op.kinds import snake
from lanewise.op.opbase import with_library
from lanewise.op.operator import Operator


def load(
    folder: str | os.PathLike[str] | None = None,
    chip: str | None = None,
    *,
    op: str | None = None,
    include_dirs: Sequence[str] = (),
    defines: Sequence[str] | dict[str, Any] = (),
    cores: int | None = None,
    host: Sequence[str] = (),
    kernel: str | None = None,
    timeout: float | None = None,
    opbase: str | os.PathLike[str] | None = None,
) -> Operator:
    """The operator of a folder with op_host and op_kernel in it or below, as a function on arrays.

    `op` picks one of several. `host` and `kernel` name the files instead of a folder. `cores` pretends another number
    of vector cores. A function of the host, and a launch, may take `timeout` seconds: unless given, 60 and 300.
    `opbase` is your checkout of the vendor's template library, for operators that include it; without it
    LANEWISE_OPBASE says where it is, or it is found beside the operator's repository.
    """
    project = _project(folder, op, host, kernel, include_dirs, opbase)
    name, arch = target(chip)
    words = [f"{key}={value}" for key, value in defines.items()] if isinstance(defines, dict) else list(defines)
    early = Early(project.folder, project.hosts, op, name, words, cores)
    early.start(name, arch)
    told, process = _described(project, name, arch, words, cores, timeout)
    types = sorted(told["operators"])
    if not types:
        case = "only_shared" if _is_shared(project.folder) else "nothing_added"
        raise LanewiseError("OPERATOR-001", case=case, folder=project.folder)
    wanted = op or (types[0] if len(types) == 1 else "")
    if wanted not in types:
        case = "unknown" if wanted else "several"
        raise LanewiseError("OPERATOR-001", case=case, folder=project.folder, name=wanted, known=", ".join(types))
    definition = definition_from(wanted, told["operators"][wanted], name, _names_of(name))
    source = partial(_source, project, definition, told, name, arch, words, cores, early)
    return Operator(definition, process, told, source, name, timeout)


def names(folder: str | os.PathLike[str], chip: str | None = None) -> list[Definition]:
    """The definitions of all operators of a folder, as they count on a chip that each is registered for."""
    project = _project(folder, None, (), None, ())
    name, arch = target(chip)
    told, _ = _described(project, name, arch, [], None)
    out = []
    for key, one in sorted(told["operators"].items()):
        configs = one["configs"]
        known = [n for n in _names_of(name) if n in configs] or sorted(configs)[:1]
        out.append(definition_from(key, one, name, known))
    return out


def in_editors(
    folder: str | os.PathLike[str], chip: str | None = None, *, op: str | None = None, defines: Sequence[str] = (),
    include_dirs: Sequence[str] = (),
) -> list[Request]:
    """How the files of a folder are compiled, one by one: its kernels for their first types, and its host side."""
    project = _project(folder, op, (), None, include_dirs)
    name, arch = target(chip)
    told, _ = _described(project, name, arch, defines, None)
    known = {key: definition_from(key, one, name, _names_of(name)) for key, one in sorted(told["operators"].items())}
    kernels = [_source(project, one, told, name, arch, defines, None).in_editors() for one in known.values()]
    return [*kernels, *host_files(project, name, arch, defines)]


def _is_shared(folder: str) -> bool:
    return os.path.basename(folder).endswith(("_common", "_utils", "_base"))


def _names_of(chip: str) -> list[str]:
    """A chip in definitions, the best name first."""
    return list(find_chip(chip).platform["operator_names"].value)


def _project(
    folder: str | os.PathLike[str] | None,
    op: str | None,
    host: Sequence[str],
    kernel: str | None,
    include_dirs: Sequence[str],
    library: str | os.PathLike[str] | None = None,
) -> folders.Project:
    if folder is None:
        if not host or kernel is None:
            raise LanewiseError("OPERATOR-001", case="unnamed")
        project = folders.explicit([os.fspath(h) for h in host], os.fspath(kernel))
    else:
        project = folders.find(os.fspath(folder), op)
    more = tuple(os.path.abspath(d) for d in include_dirs)
    project = project._replace(include_dirs=(*more, *project.include_dirs))
    return with_library(project, os.fspath(library) if library else None, more)


def _described(
    project: folders.Project, chip: str, arch: int, defines: Sequence[str], cores: int | None,
    timeout: float | None = None,
) -> tuple[dict[str, Any], Host]:
    newer = find_chip(chip).has("registers")  # such chips have files of their own
    kernels = [k for k in project.kernels if newer or not folders.newer_only(k)] or list(project.kernels)
    built = library(project, kernels, chip, arch, defines, newer)
    process = Host(program(chip, arch), built.path, cores, timeout)
    try:
        told = process.description()
    except EndedError as problem:
        raise LanewiseError("OPERATOR-001", case="ended", folder=project.folder, why=problem, **problem.late) from None
    told["left_out"] = built.left_out
    own = folders.types(project)  # other folders may define operators, too
    told["operators"] = {n: one for n, one in told["operators"].items() if n in own or not own}
    return told, process


def _source(
    project: folders.Project,
    definition: Definition,
    told: dict[str, Any],
    chip: str,
    arch: int,
    defines: Sequence[str],
    cores: int | None,
    early: Early | None = None,
) -> Source:
    entry = definition.kernel_function or snake(definition.type)
    newer = find_chip(chip).has("registers")
    path = folders.kernel_file(project, definition.type, entry, definition.kernel_file, newer)
    moved = find_includes([path], project.include_dirs, project.root, project.libraries)
    flags = () if cores is None else (f"-DLANEWISE_CORES={cores}",)
    wanted = Request((path,), chip, arch, tuple(defines), project.include_dirs, flags, shared=True, elsewhere=moved,
                     operator=True)  # fmt: skip
    return Source(definition, path, entry, told["classes"], wanted, early)
