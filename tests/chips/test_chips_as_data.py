"""What is known of a chip stands in its file: no header, no C++ and no Python asks for one by number or by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from every import check_every
from lanewise.chips import chip as module
from lanewise.chips.chip import FOLDER, chips, every_chip, policies, told_policies
from lanewise.chips.header import header, numbers
from lanewise.chips.parts import AIE_CAPABILITIES, AIE_FACTS, CAPABILITIES, FACTS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "lanewise"
NUMBERS = re.compile(r"(?<![\w.])(?:" + "|".join(sorted({str(c.arch) for c in chips().values()})) + r")(?![\w.])")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
# The vendor's own enumerations, which name chips that Lanewise has not, too.
ENUMERATIONS = re.compile(r"enum class (?:NpuArch|SocVersion) .*?};|one\(\w+, \d+, \d+\)", re.DOTALL)
TREES = (ROOT / "include", ROOT / "engine")
CPP = sorted(p for tree in TREES for p in tree.rglob("*") if p.suffix in (".h", ".hpp", ".cpp", ".inc"))
# Rows of instructions name the chips that have them, defaults are chips, devices are made of some, tests run on one.
NAMING = ("isa/ascend", "isa/aie/", "chips/__init__.py", "iron/devices.py", "tests/")
# "aie" is the family's name, too. Designs name devices, and folders of kernels, by words that are aliases of chips.
NAMES = {word for c in every_chip().values() for word in (c.name, *c.aliases)} - {"aie"}
OF_DESIGNS = "iron/"
# Those that can mean nothing else, also inside of identifiers and texts: `is_ascend950`, `"write it for dav-2201"`.
PLAIN = re.compile("|".join(sorted((w.lower().replace("-", "_") for w in NAMES if len(w) > 4 and w != "training"),
                                   key=len, reverse=True)))  # fmt: skip
# A number of an AI Engine in a test, or an enumeration of them.
ENGINE = re.compile(r"__AIE_ARCH__\s*[=!<>]=?|family::\w+")
PYTHON = sorted(p for p in SOURCE.rglob("*.py") if not str(p.relative_to(SOURCE)).startswith(NAMING))


def chips_in_cpp(text: str) -> list[str]:
    code = COMMENT.sub("", ENUMERATIONS.sub("", text))
    asked = [*re.findall("__NPU_ARCH__", text), *ENGINE.findall(code), *NUMBERS.findall(code)]
    said = re.sub(r"//[^\n]*|/\*.*?\*/", "", ENUMERATIONS.sub("", text), flags=re.DOTALL).lower().replace("-", "_")
    return asked + [name for name in NAMES if f'"{name}"' in text] + PLAIN.findall(said)


@check_every(CPP, lambda p: str(p.relative_to(ROOT)))
def test_no_chip_in_cpp(path: Path) -> None:
    found = chips_in_cpp(path.read_text(encoding="utf-8"))
    assert not found, f"{path.name} asks for a chip: {found}; name a capability (chips/parts.py) instead"


def constants(text: str) -> list[tuple[int, object]]:
    """All of a file but its docstrings."""
    tree = ast.parse(text)
    texts = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in texts
    ]


def chips_in_python(text: str, names: set[str]) -> list[tuple[int, object]]:
    archs = {c.arch for c in chips().values()}
    return [(line, value) for line, value in constants(text) if value in archs or value in names]


@check_every(PYTHON, lambda p: str(p.relative_to(SOURCE)))
def test_no_chip_in_python(path: Path) -> None:
    names = set(every_chip()) - {"aie"} if str(path.relative_to(SOURCE)).startswith(OF_DESIGNS) else NAMES
    found = chips_in_python(path.read_text(encoding="utf-8"), names)
    assert not found, f"{path.name} asks for a chip: {found}; ask it for a fact or a capability instead"


OPERATIONS = sorted(p for room in ("aie", "isa/aie") for p in (SOURCE / room).rglob("*.py"))


@check_every(OPERATIONS, lambda p: str(p.relative_to(SOURCE)))
def test_no_operation_asks_for_a_chip(path: Path) -> None:
    """Their rows name chips; what they compute, and how, depends on facts, capabilities and policies."""
    found = compared_in_python(path.read_text(encoding="utf-8"))
    assert not found, f"{path.name} asks for a chip: {found}; name a capability (chips/parts.py) instead"


def compared_in_python(text: str) -> list[tuple[int, object]]:
    names = {word for c in chips("aie").values() for word in (c.name, *c.aliases)}
    return [
        (node.lineno, one.value)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare) and not _asks_for_the_family(node)
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and one.value in names
    ]


@pytest.mark.parametrize("planted", [
    "#if __NPU_ARCH__ == 2201", 'if (chip.name == "ascend950") return;', 'if (name == "aie-ml") return;',
    'const char* chip = "dav-2201";', "if (arch == 3510) return;", "#if __AIE_ARCH__ >= 20",
    "if (of == family::aie_ml) return;", "bool is_ascend910b;", 'say("not on ascend950");', "if (chip == AIE_MLv2)",
])  # fmt: skip
def test_guard_finds_a_chip_that_is_planted_in_cpp(planted: str) -> None:
    assert chips_in_cpp(planted)


@pytest.mark.parametrize("planted", ['if chip.name == "ascend950": pass', 'NEWER = ("aie-ml", "aie-mlv2")',
                                     'x = {"dav-2201": 1}', "if chip.arch == 3510: pass",
                                     'run(chip="npu2")'])  # fmt: skip
def test_guard_finds_a_chip_that_is_planted_in_python(planted: str) -> None:
    assert chips_in_python(planted, NAMES)
    assert not chips_in_python(f"'a'\ndef f():\n    {planted!r}", NAMES)  # a docstring


def test_guard_finds_an_operation_that_asks_for_the_first_engine() -> None:
    assert compared_in_python('if core.family == "aie": pass')
    assert compared_in_python('if core.chip.name in ("aie1", "aie2"): pass')
    assert not compared_in_python('if found.family == "aie": pass')


def test_guards_walk_every_room() -> None:
    """A room that is added tomorrow is guarded, too."""
    rooms = {p.relative_to(ROOT / "engine").parts[0] for p in CPP if p.is_relative_to(ROOT / "engine")}
    assert rooms >= {p.name for p in (ROOT / "engine").iterdir() if p.is_dir() and any(p.rglob("*.[ch]pp"))}
    houses = {p.relative_to(ROOT / "include/lanewise").parts[0] for p in CPP if p.is_relative_to(ROOT / "include")}
    assert houses >= {p.name for p in (ROOT / "include/lanewise").iterdir() if p.is_dir()}
    packages = {p.relative_to(SOURCE).parts[0] for p in PYTHON} | {name.split("/")[0] for name in NAMING}
    assert packages == {p.relative_to(SOURCE).parts[0] for p in SOURCE.rglob("*.py")}


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
