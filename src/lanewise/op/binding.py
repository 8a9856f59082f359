"""Binding files of torch extensions: what they call by EXEC_NPU_CMD(aclnnFoo, ...) is an operator here.

`include/lanewise/acl/pytorch_npu_helper.hpp` turns that into a call of `execute`, with the tensors as they are.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sysconfig
from collections.abc import Sequence
from typing import Any

from lanewise.cpp import cache
from lanewise.cpp.build import Request
from lanewise.cpp.compiler import BINDING
from lanewise.cpp.loader import build_library
from lanewise.cpp.sources import read_source
from lanewise.cpp.target import target
from lanewise.errors import LanewiseError
from lanewise.op.folders import projects
from lanewise.op.interface import bound
from lanewise.op.loading import load, names
from lanewise.op.operator import Operator

_HELPER = re.compile(r"""^([^\S\n]*\#[^\S\n]*include[^\S\n]*)["<][^">\n]*\bpytorch_npu_helper\.hpp[">]""", re.MULTILINE)
_DEVICE = re.compile(r"\b(Autograd)?PrivateUse1\b")  # tensors of the device are those of the CPU here
_MODULE = re.compile(r"\bPYBIND11_MODULE\s*\(\s*(\w+)")
_LIBRARY = re.compile(r"\bTORCH_LIBRARY(?:_FRAGMENT)?\s*\(\s*(\w+)")
_known: dict[str, Operator] = {}


def bind(
    sources: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    operators: Any,
    chip: str | None = None,
    *,
    include_dirs: Sequence[str] = (),
) -> Any:
    """The module that a torch extension's binding files make; the operators that they call run on the emulator.

    `operators` are folders, as `load` takes them, or loaded operators: one, or a list. Files with TORCH_LIBRARY alone
    give `torch.ops.<name>`.
    """
    import torch

    files = [os.path.abspath(f) for f in _several(sources)]
    for file in files:
        if not os.path.isfile(file):
            raise FileNotFoundError(file)
    for one in _several(operators):
        register(one, chip)
    text = "\n".join(map(read_source, files))
    module, library = _MODULE.search(text), _LIBRARY.search(text)
    own = module[1] if module else ""
    name = os.path.splitext(os.path.basename(files[0]))[0] if own in ("", "TORCH_EXTENSION_NAME") else own
    path = _built(files, name, chip, include_dirs)
    if not module:
        load_library: Any = torch.ops.load_library
        load_library(path)
        return getattr(torch.ops, library[1]) if library else None
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def _built(files: Sequence[str], name: str, chip: str | None, include_dirs: Sequence[str]) -> str:
    from torch.utils import cpp_extension

    system = [*cpp_extension.include_paths(), sysconfig.get_paths()["include"]]
    libraries = cpp_extension.library_paths()
    flags = (
        *(word for folder in system for word in ("-isystem", folder)), f"-DTORCH_EXTENSION_NAME={name}",
        "-DTORCH_API_INCLUDE_EXTENSION_H", "-w", *(f"-L{f}" for f in libraries),
        *(f"-Wl,-rpath,{f}" for f in libraries),        "-lc10", "-ltorch", "-ltorch_cpu", "-ltorch_python",
    )  # fmt: skip
    beside = dict.fromkeys([*map(os.path.abspath, include_dirs), *map(os.path.dirname, files)])
    copies = tuple(_copy(file) for file in files)
    return build_library(Request(copies, *target(chip), (), tuple(beside), flags, shared=True, front=BINDING))


def _copy(file: str) -> str:
    """The file with our helper, whatever it has beside it, and for tensors of the CPU."""
    text = _HELPER.sub(r'\1"pytorch_npu_helper.hpp"', read_source(file))
    text = _DEVICE.sub(lambda m: f"{m[1] or ''}CPU", text)
    shown = file.replace("\\", "\\\\").replace('"', '\\"')
    text = f'#line 1 "{shown}"\n{text}'
    return cache.write_once(os.path.join(cache.folder("operators", cache.key(text)), os.path.basename(file)), text)


def register(operator: str | os.PathLike[str] | Operator, chip: str | None = None) -> None:
    """Makes an operator, or all of a folder and of those below, known to binding files."""
    if isinstance(operator, Operator):
        _known[f"aclnn{operator.definition.type}"] = operator
        return
    folder = os.path.abspath(operator)
    found = list(projects(folder))
    if not found:
        raise LanewiseError("OPERATOR-001", case="no_parts", folder=folder)
    for project in found:
        for definition in names(project, chip):
            register(load(project, chip, op=definition.type))


def execute(name: str, values: Sequence[Any]) -> None:
    """One call: inputs, attributes, outputs. Outputs are written in place."""
    if name not in _known:
        there = ", ".join(sorted(_known)) or "none"
        raise LanewiseError("OPERATOR-004", case="unknown", name=name, known=there)
    operator = _known[name]
    import torch

    with torch.no_grad():
        given = bound(operator.definition, values)
        operator(*given.inputs, out=given.out, **given.attributes)


def _several(given: Any) -> list[Any]:
    return [given] if isinstance(given, (str, os.PathLike, Operator)) else list(given)
