"""Tests that come with operators: of kernels, which a test calls itself, and of the host side, whose contexts it fakes.

Programs that call an operator (aclnn) are found here, too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from lanewise.chips import DEFAULT
from lanewise.chips.chip import chip as find_chip
from lanewise.chips.chip import chips_with
from lanewise.cpp import forwards
from lanewise.cpp.build import Request, build
from lanewise.cpp.compiler import OPERATOR_HOST
from lanewise.cpp.package import HEADERS
from lanewise.cpp.recipes import Case
from lanewise.cpp.sources import INCLUDE, included_files, read_source
from lanewise.cpp.sources import find as find_header
from lanewise.cpp.target import target
from lanewise.cpp.tokens import Include
from lanewise.errors import LanewiseError
from lanewise.op import aclnn, folders
from lanewise.op.definition import Definition, Parameter
from lanewise.op.host import FLAGS, Built, common, library
from lanewise.op.includes import find_includes
from lanewise.op.kernel import Source, Variant
from lanewise.op.kinds import UNDEFINED, snake
from lanewise.op.loading import load, names
from lanewise.op.opbase import with_library

_SKIPPED = {"build", "build_out", "node_modules", "__pycache__"}
# Folders of tests of what no operator is for us.
OTHERS = {
    "op_api": "of a C interface that is written by hand (op_api)", "op_graph": "of graphs (op_graph)",
    "framework": "of plugins for frameworks (framework)", "aicpu": "of kernels for the AI CPU (aicpu)",
    "op_kernel_aicpu": "of kernels for the AI CPU (op_kernel_aicpu)",
}  # fmt: skip
_TESTS = ("tests", "test", "ut", "st")
_ENDINGS = (".cpp", ".cc", ".cxx")
_TEST = re.compile(r"^[^\S\n]*(?:TEST|TEST_F|TEST_P|TYPED_TEST)\s*\(\s*(\w+)\s*,\s*(\w+)", re.MULTILINE)
_UPWARDS = re.compile(r"""^(?![^\S\n]*\#)[^\n]*?["\s]((?:\.\./){2,})""", re.MULTILINE)  # but not in #include lines
_CONFIGURED = re.compile(r"""\bAddConfig\s*\(\s*"(\w+)\"""")
_GTEST = re.compile(r"""^[^\S\n]*\#[^\S\n]*include[^\S\n]*["<]gtest/""", re.MULTILINE)
_MAIN = re.compile(r"^[^\S\n]*int\s+main\s*\(", re.MULTILINE)
_KERNEL = re.compile(r"\bICPU_RUN_KF\b|tikicpulib\.h")
_CALLED = re.compile(r"\bICPU_RUN_KF\s*\(\s*\(?\s*(\w+)")
_TWIN = ("ASCENDC_CPU_DEBUG=1", "__CCE_KT_TEST__=1", "__CCE_UT_TEST__=1")
_TYPES = re.compile(r"-D\s*((?:ORIG_)?DTYPE_\w+=\w+)")
_FAKES = re.compile(r"^[^\S\n]*\#[^\S\n]*include[^\n]*tiling_(?:context_faker|case_executor)", re.MULTILINE)
_OWN_MAIN = os.path.join(HEADERS, "lanewise", "testing", "gtest_main.cpp")


def find(root: str, chips: Sequence[str] = (), only: str | None = None) -> list[Case]:
    """Every such test and program under a folder, in the order of their names."""
    root = os.path.abspath(root)
    out = []
    for source in _sources(root):
        make = _kind(source)
        if make is not None:
            name = os.path.splitext(os.path.relpath(source, root))[0]
            for chip in chips or [_chip_of(source)]:
                own = partial(make, source, chip)
                case = Case(name, chip, "", os.path.dirname(source), (source,), (), (), (), (), (), own)
                out.append(case._replace(repository=_repository(source), copied=_data(source)))
    return [case for case in out if only is None or only in case.title]


def foreign_tests(root: str) -> Iterator[tuple[str, str]]:
    """Tests that are not for us, and what they are of."""
    for at, _, files in os.walk(os.path.abspath(root)):
        why = next((OTHERS[part] for part in at.split(os.sep) if part in OTHERS), "")
        if why:
            paths = (os.path.join(at, n) for n in sorted(files) if n.endswith(_ENDINGS))
            yield from ((path, why) for path in paths if tests(read_source(path)))


def tests(text: str) -> list[str]:
    """The names of the tests that a file declares."""
    return [f"{m[1]}.{m[2]}" for m in _TEST.finditer(text)] if _GTEST.search(text) else []


def _sources(root: str) -> Iterator[str]:
    for at, below, files in os.walk(root):
        below[:] = sorted(f for f in below if not f.startswith(".") and f not in _SKIPPED and f not in OTHERS)
        yield from (os.path.join(at, n) for n in sorted(files) if n.endswith(_ENDINGS))


def _chip_of(source: str) -> str:
    """The chip that a test is for: files of newer chips say so by their place, operators by what they register."""
    newer = chips_with("registers")[0]
    if folders.newer_only(source):
        return newer
    project = _operator(source)
    named = {n for host in (project.hosts if project else ()) for n in _CONFIGURED.findall(read_source(host))}
    fits = not named or named & set(find_chip(DEFAULT).platform["operator_names"].value)
    return DEFAULT if fits or not named & set(find_chip(newer).platform["operator_names"].value) else newer


def _repository(source: str) -> tuple[str, int]:
    """Tests copy data from the repository, which they look for as many folders up as the vendor's build is deep."""
    depths = [len(found) // 3 for found in _UPWARDS.findall(read_source(source))]
    return (folders.root_of(os.path.dirname(source)), max(depths)) if depths else ("", 0)


def _data(source: str) -> tuple[str, ...]:
    """Folders beside a test with scripts that write its data: they run in the folder where the test does."""
    here = os.path.dirname(source)
    below = (n for n in sorted(os.listdir(here)) if os.path.isdir(os.path.join(here, n)))
    return tuple(n for n in below if any(f.endswith(".py") for f in os.listdir(os.path.join(here, n))))


def _kind(source: str) -> Callable[[str, str], Request] | None:
    """How such a file is built; None: it is something else."""
    text = read_source(source)
    if _GTEST.search(text) and _TEST.search(text):
        return _of_kernel if _KERNEL.search(text) else _of_host
    return _of_caller if "aclnn" in text and _MAIN.search(text) and _calls(source) else None


def _calls(source: str) -> bool:
    return any(aclnn.names_operator(match[2], source) for match in INCLUDE.finditer(read_source(source)))


def _operator(source: str) -> folders.Project | None:
    """The operator that a test belongs to: the nearest folder above that has a part of one, and is none of tests."""
    at = os.path.dirname(source)
    while os.path.dirname(at) != at:
        tests = os.path.basename(at) in _TESTS  # has folders of the same names
        if not tests and any(os.path.isdir(os.path.join(at, part)) for part in (folders.HOST, folders.KERNEL)):
            return with_library(folders.project_of(at), None, ())
        at = os.path.dirname(at)
    return None


def _top(source: str) -> str:
    """The folder of all tests of an operator, among which a test is."""
    at = os.path.dirname(source)
    while os.path.basename(os.path.dirname(at)) in _TESTS:
        at = os.path.dirname(at)
    return at + os.sep


def _main(source: str, chip: str, arch: int) -> tuple[str, ...]:
    """How a test that brings no main() is linked with ours: a library that is built once."""
    if _MAIN.search(read_source(source)):
        return ()
    ours = build(Request((_OWN_MAIN,), chip, arch, flags=FLAGS, shared=True, front=OPERATOR_HOST))
    return "-Wl,--no-as-needed", f"-Wl,{ours}"


def _of_caller(source: str, chip: str) -> Request:
    return Request((source,), *target(chip), elsewhere=aclnn.headers([source], (), chip))


def _of_host(source: str, chip: str) -> Request:
    """The test, linked with the host side of its operator."""
    name, arch = target(chip)
    project = _operator(source)
    if project is None or not project.hosts:
        raise LanewiseError("OPERATOR-001", case="no_host_above", folder=source)
    built = _host(project, name, arch)
    project = built.project
    dirs = tuple(dict.fromkeys([os.path.dirname(source), *project.include_dirs]))
    moved = _helpers(source, dirs, find_includes([source], dirs, project.root, project.libraries))
    flags = (*built.flags, *_linked(built, name, arch), *_main(source, name, arch))
    return Request((source,), name, arch, (), dirs, flags, front=OPERATOR_HOST, elsewhere=moved)


def _host(project: folders.Project, chip: str, arch: int) -> Built:
    return library(project, project.kernels, chip, arch, (), find_chip(chip).has("registers"))


def _linked(built: Built, chip: str, arch: int) -> tuple[str, ...]:
    """How a test is linked with a host side."""
    left_out = ("-Wl,--allow-shlib-undefined", "-Wl,-z,lazy") if built.left_out else ()  # until they are called
    return (*common(chip, arch), f"-Wl,{built.path}", *left_out)


def _helpers(source: str, dirs: Sequence[str], known: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Tests name the headers that they share by places in their repository; what nobody finds there is ours."""
    found = dict(known)
    for at in included_files(source, dirs, known):
        for match in INCLUDE.finditer(read_source(at)):
            include = Include(match[2], match[1] == '"', match.start(1), match.end())
            plain = os.path.basename(include.name)
            if include.name != plain and find_header(at, include, dirs, known) is None and plain in forwards.forwards():
                found.setdefault(include.name, os.path.join(HEADERS, forwards.forwards()[plain]))
    return tuple(sorted(found.items()))


def _of_kernel(source: str, chip: str) -> Request:
    """The test with the kernel that it calls, for the types of the definition's first column."""
    name, arch = target(chip)
    project = _operator(source)
    dirs = (os.path.dirname(source), *(project.include_dirs if project else ()))
    defines = tuple(dict.fromkeys([*_TWIN, *_types(source, project.folder if project else os.path.dirname(source))]))
    root = project.root if project else folders.root_of(os.path.dirname(source))
    libraries = project.libraries if project else ()
    moved = _helpers(source, dirs, find_includes([source], dirs, root, libraries))
    plain = Request((source,), name, arch, defines, dirs, _main(source, name, arch), elsewhere=moved)
    if project is None:
        return plain
    if project.hosts and _FAKES.search("\n".join(map(read_source, included_files(source, dirs, moved)))):
        linked = _linked(_host(project, name, arch), name, arch)  # its tiling functions decide what is run
        plain = plain._replace(flags=(*plain.flags, *linked))
    kernel = _kernel(source, project, chip)
    if kernel is None:
        return plain
    files = included_files(source, dirs, moved)
    inside = kernel.path in files  # a source of its own knows of the test's files only the headers with tilings
    top = _top(source)
    tilings = [f for f in files[1:] if "tiling" in os.path.basename(f) and f.endswith(".h") and f.startswith(top)]
    tilings = [] if inside else tilings
    text = "\n".join(map(read_source, files if inside else tilings))
    around = [line for line in kernel.preamble(_first_variant(kernel.definition))
              if not _defines_any(line, defines) and not _defines_structure(text, line)]  # fmt: skip
    if inside and "ge::" in text:  # the numbers of types are macros in kernels, and enumerators in this source
        around = [line for line in around if "kernel_numbers.h" not in line]
    ahead = "\n".join([*(f'#include "{file}"' for file in tilings), *around]) + "\n"
    sources = plain.sources if inside else (kernel.path, *plain.sources)
    both = dict(find_includes([source, kernel.path], dirs, project.root, libraries)) | dict(moved)
    return plain._replace(sources=sources, ahead=ahead, elsewhere=tuple(sorted(both.items())))


def _kernel(source: str, project: folders.Project, chip: str) -> Source | None:
    """The kernel of the operator that the test is about: the one it calls, or the one that its file is named after."""
    if not project.hosts:
        return None
    found = names(project.folder, chip)
    called = set(_CALLED.findall(read_source(source)))
    stem = os.path.splitext(os.path.basename(source))[0]
    ours = [d for d in found if (d.kernel_function or snake(d.type)) in called] or [
        d for d in found if snake(d.type) in stem
    ]
    chosen = (ours or found)[:1]
    return load(project.folder, chip, op=chosen[0].type).source if chosen else None


def _first_variant(definition: Definition) -> Variant:
    def pair(parameter: Parameter) -> tuple[int, int]:
        kinds = [k for k in (definition.type_of(parameter, 0, {}), *parameter.any_types) if k is not None]
        return (kinds or [UNDEFINED])[0], parameter.format(0)

    return Variant(tuple(map(pair, definition.inputs)), tuple(map(pair, definition.outputs)), 0)


def _types(source: str, top: str) -> list[str]:
    """Types that a recipe between the test and its operator names."""
    at, out = os.path.dirname(source), []
    while True:
        recipe = os.path.join(at, "CMakeLists.txt")
        out += _TYPES.findall(read_source(recipe)) if os.path.isfile(recipe) else []
        if at == top or os.path.dirname(at) == at:
            return out
        at = os.path.dirname(at)


def _defines_any(line: str, defines: Sequence[str]) -> bool:
    return any(line.startswith(f"#define {define.partition('=')[0]} ") for define in defines)


def _defines_structure(text: str, line: str) -> bool:
    """Whether a text brings the structure that a line defines."""
    found = re.match(r"struct (\w+)", line)
    return found is not None and re.search(rf"\b(?:struct|class)\s+{found[1]}\b[^;{{]*{{", text) is not None
