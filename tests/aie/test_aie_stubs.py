"""The stub that editors read: complete, current, and in agreement with the functions."""

from __future__ import annotations

import ast

from lanewise import aie
from lanewise.aie import stubs


def test_aie_stubs_current() -> None:
    assert stubs.FILE.read_text(encoding="utf-8") == stubs.stub(), "make writes it anew: python -m lanewise.aie.stubs"


def test_aie_stubs_complete() -> None:
    tree = ast.parse(stubs.FILE.read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    names |= {a.asname for node in tree.body if isinstance(node, ast.ImportFrom) for a in node.names if a.asname}
    assert set(dir(aie)) <= names
    assert all(ast.get_docstring(node) for node in tree.body if isinstance(node, ast.FunctionDef))


def test_aie_stubs_signatures() -> None:
    text = stubs.FILE.read_text(encoding="utf-8")
    assert "def mac(acc: Accum, a: Any, b: Any) -> Accum:" in text
    assert "def shuffle_down(v: Vector, n: int) -> Vector:" in text
    assert "from lanewise.isa.aie.matrices import Mmul as mmul" in text
