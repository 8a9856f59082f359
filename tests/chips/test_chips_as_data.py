"""What is known of a chip stands in its file: no header, no C++ and no Python asks for one by number or by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from every import every
from lanewise.chips import chip as module
from lanewise.chips.chip import FOLDER, chips, every_chip, policies, told_policies
from lanewise.chips.header import header, numbers
from lanewise.chips.parts import AIE_CAPABILITIES, AIE_FACTS, CAPABILITIES, FACTS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "lanewise"
NUMBERS = re.compile(r"(?<![\w.])(?:" + "|".join(sorted({str(c.arch) for c in chips().values()})) + r")(?![\w.])")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
# The vendor's own enumerations, which name chips that Lanewise has not, too.
ENUMERATIONS = re.compile(r"enum class NpuArch .*?};|one\(\w+, \d+, \d+\)", re.DOTALL)
TREES = (ROOT / "include", ROOT / "engine")
CPP = sorted(p for tree in TREES for p in tree.rglob("*") if p.suffix in (".h", ".hpp", ".cpp", ".inc"))
# Rows of instructions name the chips that have them, defaults are chips, devices are made of some, tests run on one.
NAMING = ("isa/ascend", "isa/aie/", "chips/__init__.py", "iron/devices.py", "tests/")
# A number of an AI Engine in a test, or an enumeration of them.
ENGINE = re.compile(r"__AIE_ARCH__\s*[=!<>]=?|family::\w+")
PYTHON = sorted(p for p in SOURCE.rglob("*.py") if not str(p.relative_to(SOURCE)).startswith(NAMING))


def code_of(path: Path) -> str:
    return COMMENT.sub("", ENUMERATIONS.sub("", path.read_text(encoding="utf-8")))


@every(CPP, lambda p: str(p.relative_to(ROOT)))
def test_no_chip_in_cpp(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "__NPU_ARCH__" not in text
    asked = ENGINE.findall(code_of(path))
    assert not asked, f"{path.name} asks for an AI Engine: {asked}; name a capability (chips/parts.py) instead"
    found = NUMBERS.findall(code_of(path))
    assert not found, f"{path.name} asks for a chip by number: {found}; name a capability (chips/parts.py) instead"
    named = [name for name in every_chip() if re.search(rf'"{name}"', text) and "-" not in name and name != "aie"]
    assert not named, f"{path.name} asks for a chip by name: {named}"


def constants(path: Path) -> list[tuple[int, object]]:
    """All of a file but its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in texts
    ]


@every(PYTHON, lambda p: str(p.relative_to(SOURCE)))
def test_no_chip_in_python(path: Path) -> None:
    archs, names = {c.arch for c in chips().values()}, set(every_chip()) - {"aie"}  # which names the family, too
    found = [(line, value) for line, value in constants(path) if value in archs or value in names]
    assert not found, f"{path.name} asks for a chip: {found}; ask it for a fact or a capability instead"


OPERATIONS = sorted(p for room in ("aie", "isa/aie") for p in (SOURCE / room).rglob("*.py"))


@every(OPERATIONS, lambda p: str(p.relative_to(SOURCE)))
def test_no_operation_asks_for_a_chip(path: Path) -> None:
    """Their rows name chips; what they compute, and how, depends on facts, capabilities and policies."""
    names = set(chips("aie"))
    found = [
        (node.lineno, one.value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare) and not _asks_for_the_family(node)
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and one.value in names
    ]
    assert not found, f"{path.name} asks for a chip: {found}; name a capability (chips/parts.py) instead"


def _asks_for_the_family(node: ast.Compare) -> bool:
    """Of a chip, as its file states it: whether it is an AI Engine at all."""
    asked = ast.unparse(node.left)
    return asked == "found.family" or asked.startswith("any_chip(")


@pytest.mark.parametrize("name", chips("aie"))
def test_header_of_an_engine_says_what_the_file_says(name: str) -> None:
    said = module.tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    text = header(chips("aie")[name])
    macros = dict(line.split(" ", 2)[1:] for line in text.splitlines() if line.startswith("#define"))
    for fact in AIE_FACTS:
        assert macros[f"LANEWISE_{fact.upper()}"] == str(said["facts"][fact]["value"])
    for capability in AIE_CAPABILITIES:
        assert macros[f"LANEWISE_HAS_{capability.upper()}"] == str(said["capabilities"][capability]["value"]).lower()
    for policy, of in policies("aie").items():
        chosen = [choice for choice in of.choices if macros[f"LANEWISE_POLICY_{policy}_{choice}"] == "true"]
        assert chosen == [said["policy"][policy]["value"]]


@pytest.mark.parametrize("name", chips())
def test_header_says_what_the_file_says(name: str) -> None:
    said = module.tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    macros = dict(line.split(" ", 2)[1:] for line in header(chips()[name]).splitlines() if line.startswith("#define"))
    assert macros["LANEWISE_CHIP"] == f'"{name}"'
    for fact in FACTS:
        if fact in said["facts"]:
            assert macros[f"LANEWISE_{fact.upper()}"] == f"{said['facts'][fact]['value']}ull"
    for capability in CAPABILITIES:
        assert macros[f"LANEWISE_HAS_{capability.upper()}"] == str(int(said["capabilities"][capability]["value"]))
    for policy in told_policies():
        assert macros[f"LANEWISE_POLICY_{policy}_{said['policy'][policy]['value']}"] == "1"
    assert len(numbers(chips()[name])) == 1 + len(FACTS) + len(told_policies())


def test_every_capability_is_used_and_told_apart() -> None:
    """One that all chips have, or none, or that nobody asks for, is none."""
    python = [p for p in SOURCE.rglob("*.py") if p.name != "parts.py"]
    text = "".join(p.read_text(encoding="utf-8") for p in (*CPP, *python))
    for capability, family in [(c, "ascend") for c in CAPABILITIES] + [(c, "aie") for c in AIE_CAPABILITIES]:
        assert len({c.has(capability) for c in chips(family).values()}) == 2, capability
        assert f"LANEWISE_HAS_{capability.upper()}" in text or f'"{capability}"' in text, capability
