"""Type checkers and editors see every public name: stubs are written for functions that only exist when they run."""

from __future__ import annotations

import ast
import importlib
import keyword
import types
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "lanewise"
STUBS = {
    "asc": "asc/__init__.pyi", "asc.adv": "asc/adv.pyi", "asc.reg": "asc/reg/__init__.pyi", "aie": "aie/__init__.pyi",
}  # fmt: skip


def declared(path: Path) -> set[str]:
    out: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            out.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            out.add(node.target.id)
        elif isinstance(node, ast.Assign):
            out |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, (ast.ImportFrom, ast.Import)):
            out |= {alias.asname or alias.name for alias in node.names}
    return out


@pytest.mark.parametrize("name", STUBS)
def test_stub_has_every_public_name(name: str) -> None:
    module = importlib.import_module(f"lanewise.{name}")
    public = {
        word for word in getattr(module, "__all__", None) or dir(module)
        if not word.startswith("_") and not keyword.iskeyword(word) and word != "annotations"
        and not isinstance(getattr(module, word), types.ModuleType)
    }  # fmt: skip
    assert len(public) > 100
    assert public - declared(SOURCE / STUBS[name]) == set()


def test_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").exists()
