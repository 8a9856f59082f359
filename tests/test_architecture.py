"""The house rules: arrows point one way, imports stay light, no text knows the machine it was written on."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from every import check_every
from lanewise.cpp.export import files

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "lanewise"

# What a room may import besides itself and errors. Everything not listed here is a lens or a front.
BELOW = {
    "findings": set(),  # texts and severities, by id
    "errors": {"findings"},
    "severities": {"findings"},
    "markup": set(),  # what notebooks show
    "files": set(),  # sources that may be gone
    "terminal": set(),  # words and tables within its width
    "moves": set(),  # nests of strides
    "numerics": {"errors"},
    "chips": {"errors", "markup"},
    "isa": {"findings", "errors", "severities", "markup", "moves", "numerics", "chips"},  # pipes are data of chips
    # The words of findings; the watching is the engine's.
    "check": {"findings", "errors", "severities", "markup", "files", "numerics", "isa"},
    "machine": {"findings", "errors", "severities", "markup", "moves", "numerics", "isa", "chips", "check"},
}
LENSES = {"timing", "draw", "report", "tune", "why"}
FRONTS = {"asc", "aie", "cpp"}
ALLOWED = {
    **BELOW,
    **{lens: {*BELOW, *LENSES} for lens in LENSES},
    **{front: {*BELOW, *LENSES} for front in FRONTS},
    "aie": {*BELOW, *LENSES, "cpp"},  # its C++ kernels go through the same compiler driver
    "simt": {*BELOW},  # functions of threads on arrays of lanes
    "recipes": {*BELOW, *FRONTS},
    "iron": {*BELOW, *LENSES, "aie", "cpp"},  # whole arrays: their kernels are those of aie
    "op": {*BELOW, *LENSES, "cpp"},  # operator projects: two sides, both built by that driver
    "judge": {*BELOW, *LENSES, "aie", "cpp", "op"},  # what candidates are built and run with
    "notebook": {*BELOW, *LENSES, "aie", "cpp", "cli"},  # cells of C++, for both families, under the command's lenses
    "tests": {*BELOW, *LENSES, *FRONTS, "cli"},  # what an installed package can try of itself
    "pytest_plugin": {*BELOW, "asc"},  # what pytest loads by itself; it answers `import asc` where asked to
    "cli": {*BELOW, *LENSES, *FRONTS, "recipes", "op", "iron", "simt", "judge"},
}
# What writes records and chips for the C++ build reads both.
EXPORTERS = {SOURCE / "isa" / "export.py", SOURCE / "isa" / "tables.py"}


def rooms() -> list[Path]:
    return sorted(p for p in SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[tuple[str, int]]:
    """Rooms of this package that a file imports anywhere, with the line."""
    found = set()
    package = ["lanewise", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)] if module == "lanewise" else [module]
        for name in names:
            parts = name.split(".")
            if parts[0] == "lanewise" and len(parts) > 1:
                found.add((parts[1], node.lineno))
    return found


@check_every(rooms(), lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    assert room in ALLOWED, f"{room} has no place in the plan; give it one here"
    known = {p.name.removesuffix(".py") for p in SOURCE.iterdir()}
    allowed = {*ALLOWED[room], room, *(["cpp"] if path in EXPORTERS else [])}
    wrong = {(to, line) for to, line in imported(path) if to in known and to not in allowed}
    assert not wrong, f"{path.name} reaches {wrong}"


def needs(path: Path, modules: dict[str, Path]) -> set[str]:
    """Modules that one needs when it runs, also those that a function imports when it is called."""
    found: set[str] = set()
    open_nodes: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        open_nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(name if name in modules else node.module for name in whole)
    return found & modules.keys()


def circle(needed: dict[str, set[str]]) -> dict[str, list[str]]:
    """Those that need each other, or something that does."""
    left = dict(needed)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return {name: sorted(others & left.keys()) for name, others in left.items()}


def test_modules_need_each_other_in_one_direction() -> None:
    modules = {".".join(("lanewise", *p.relative_to(SOURCE).with_suffix("").parts)): p for p in rooms()}
    assert not circle({name: needs(path, modules) - {name} for name, path in modules.items()})


def test_parts_of_the_runtime_need_each_other_in_one_direction() -> None:
    """A part is a header with its source."""
    parts: dict[str, set[str]] = {}
    for path in (ROOT / "engine" / "runtime").iterdir():
        included = set(re.findall(r'#include "runtime/(\w+)\.hpp"', path.read_text(encoding="utf-8")))
        parts.setdefault(path.stem, set()).update(included - {path.stem})
    assert not circle(parts)


INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.M)


def sources(top: Path) -> dict[str, str]:
    """C++ below a folder, by path."""
    found = sorted(p for p in top.rglob("*") if p.suffix in (".h", ".hpp", ".cpp", ".inc"))
    return {p.relative_to(top).as_posix(): p.read_text(encoding="utf-8") for p in found}


@cache
def generated() -> dict[str, list[str]]:
    """What files include that the build writes, by the names under which they are included."""
    return {name.removeprefix("front/"): INCLUDED.findall(text) for name, text in files().items()}


def reached(text: str) -> set[str]:
    """What a text includes, itself or by files that the build writes."""
    found: set[str] = set()
    left = INCLUDED.findall(text)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += generated().get(name, [])
    return found - generated().keys()


def engine_rooms() -> list[str]:
    """In the order in which they may include each other, as the engine's own page lists them."""
    return re.findall(r"^- `(\w+)/`: ", (ROOT / "engine" / "README.md").read_text(encoding="utf-8"), re.M)


def against_the_order(texts: dict[str, str]) -> list[str]:
    """Includes of the engine's files that point up, or to a front."""
    order = engine_rooms()
    wrong = []
    for path, text in texts.items():
        room, _, file = path.partition("/")
        if file and room not in order:
            wrong.append(f"{path}: {room} has no place in engine/README.md")
            continue
        allowed = order[: order.index(room) + 1] if file else []
        for name in reached(text):
            to, _, rest = name.partition("/")
            if not (name.startswith("lanewise/shared/") if to == "lanewise" else to in allowed or not rest):
                wrong.append(f"{path} includes {name}")
    return wrong


def test_rooms_of_the_engine_include_each_other_in_one_direction() -> None:
    texts = sources(ROOT / "engine")
    assert {path.partition("/")[0] for path in texts if "/" in path} == {*engine_rooms()}
    assert not against_the_order(texts)


@pytest.mark.parametrize(("path", "included"), [
    ("numerics/narrow.hpp", "machine/core.hpp"),
    ("stream/listener.hpp", "machine/core.hpp"),
    ("lanes/env.hpp", "walks.hpp"),  # which the build writes, and which includes all walks
    ("runtime/block.hpp", "bindings/bindings.hpp"),
    ("runtime/block.hpp", "lanewise/ascend/tensor.h"),
    ("aie/arrays.hpp", "lanewise/aie/vector.h"),
    ("isa.hpp", "numerics/narrow.hpp"),
    ("attic/old.hpp", "numerics/narrow.hpp"),
])  # fmt: skip
def test_an_include_against_the_order_is_found(path: str, included: str) -> None:
    texts = sources(ROOT / "engine")
    texts[path] = f'#include "{included}"\n{texts.get(path, "")}'
    assert against_the_order(texts)


# What a room of our headers may include besides itself.
HEADERS: dict[str, set[str]] = {
    "shared": set(),
    "aie": {"shared"},
    "acl": {"shared"},
    "ascend": {"shared", "acl"},
    "operator": {"shared", "acl", "ascend"},
    "testing": {"shared", "acl", "ascend", "operator"},
}


def foreign_headers(texts: dict[str, str]) -> list[str]:
    """Includes of our headers that point up or to another front, also by a vendor's name."""
    wrong = []
    for path, text in texts.items():
        top, room = path.split("/")[:2]
        allowed = {room, *HEADERS.get(room, set())}
        for name in reached(text):
            to = re.match(r"lanewise/(\w+)/", name)
            if top != "lanewise" or room not in HEADERS or to is None or to[1] not in allowed:
                wrong.append(f"{path} includes {name}")
    return wrong


def test_rooms_of_our_headers_include_each_other_in_one_direction() -> None:
    texts = sources(ROOT / "include")
    assert {path.split("/")[1] for path in texts} == HEADERS.keys()
    assert not foreign_headers(texts)


@pytest.mark.parametrize(("path", "included"), [
    ("lanewise/shared/abi.h", "lanewise/ascend/types.h"),
    ("lanewise/aie/vector.h", "lanewise/ascend/types.h"),
    ("lanewise/shared/acl.h", "kernel_operator.h"),  # by its vendor's name
    ("lanewise/ascend/kernel.h", "register/op_def_registry.h"),
    ("lanewise/ascend/kernel.h", "machine/core.hpp"),
    ("lanewise/attic/old.h", "lanewise/shared/abi.h"),
])  # fmt: skip
def test_an_include_of_another_front_is_found(path: str, included: str) -> None:
    texts = sources(ROOT / "include")
    texts[path] = f'#include "{included}"\n{texts.get(path, "")}'
    assert foreign_headers(texts)


def test_import_is_light() -> None:
    """`import lanewise` loads none of the command line, the compiler or the lenses."""
    code = (
        "import sys, lanewise; "
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('rich', 'torch', 'jinja2', 'hypothesis')"
        " or m.startswith(('lanewise.cli', 'lanewise.draw', 'lanewise.report'))))"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(SOURCE.parent)}
    )
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("module", ["lanewise.cpp.timed", "lanewise.cli.checked", "lanewise.cli.programs"])
def test_programs_run_and_are_timed_without_numpy(module: str) -> None:
    """Loading it takes longer than most programs."""
    code = f"import sys, {module}; print('numpy' in sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(SOURCE.parent)}
    )
    assert out.stdout.strip() == "False"


def tracked() -> list[Path]:
    try:
        out = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return [p for p in ROOT.rglob("*") if p.is_file() and ".git" not in p.parts]
    return [ROOT / name for name in out.decode().split("\0") if name]


# Places on one machine: home folders, scratch folders and build roots.
MACHINE_PATH = re.compile(r"(?<![\w.:/-])/(?:home|root|work|workspace|mnt|Users|tmp|opt|private)/[\w.-]+")


@check_every(tracked(), lambda p: str(p.relative_to(ROOT)))
def test_text_names_no_machine_paths(path: Path) -> None:
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError):
        return
    if path == Path(__file__).resolve():
        return
    found = [f"{n}: {m.group()}" for n, line in enumerate(text.splitlines(), 1) for m in MACHINE_PATH.finditer(line)]
    assert not found
