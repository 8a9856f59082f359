"""The stubs that editors read: complete, current, and in agreement with what is there at run time."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lanewise import asc
from lanewise.asc import stubs
from lanewise.asc.signatures import signatures
from lanewise.isa.catalogue import instructions

KERNEL = """from lanewise import asc


def kernel(a: asc.LocalTensor, r: asc.reg.RegTensor) -> None:
    asc.add(a, a, a, 64)
    asc.reg.add(r, r, r)
    asc.ad(a, a, a, 64)
    asc.reg.add(r, 5, r)
"""


@pytest.mark.parametrize("path", stubs.files(), ids=lambda p: p.parent.name + "/" + p.name)
def test_asc_stubs_current(path: Path) -> None:
    assert path.read_text() == stubs.files()[path], "make writes the stubs anew: python -m lanewise.asc.stubs"


@pytest.mark.parametrize("module", stubs.MODULES)
def test_asc_stubs_complete(module: str) -> None:
    """Every name that can be written behind a module is in its stub."""
    tree = ast.parse((stubs.folder() / stubs.MODULES[module]).read_text())
    names = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    targets = [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    names |= {target.id for target in targets if isinstance(target, ast.Name)}
    assert stubs.public(importlib.import_module(module)).keys() <= names


def test_asc_stubs_records() -> None:
    """Each record that the front has can be called, and says what it takes and does."""
    for ins in instructions().values():
        for name in ins.python_names:
            if "." in name and not name.startswith(("reg.", "adv.")):  # methods of the framework
                continue
            home, _, last = f"asc.{name}".rpartition(".")
            function = getattr({"asc": asc, "asc.reg": asc.reg, "asc.adv": asc.adv}[home], last)
            written = hasattr(inspect.getmodule(function), function.__name__) and function.__module__ != "lanewise.asc"
            assert function.__doc__, name
            assert written or ins.summary in function.__doc__, name
            assert signatures(function, ins), name


def test_asc_stubs_register_signature() -> None:
    axpy = str(inspect.signature(asc.reg.axpy))
    assert axpy.startswith("(dst: 'RegTensor', src: 'RegTensor', scalar, mask: 'MaskReg | None' = None, /, *, merge=")
    assert [*inspect.signature(asc.adv.power).parameters] == ["dst", "src0", "src1", "count", "hints"]


def test_asc_stubs_agree(tmp_path: Path) -> None:
    """mypy's own comparison of stubs with run time, and a kernel that it checks against them."""
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed"  # modules without a stub, and functions that choose one of several forms themselves
    package = Path(asc.__file__).parent
    several = {
        f"{module}.{name}".replace(".", r"\.")
        for module, stub in stubs.MODULES.items()
        for name in re.findall(r"^@_overload\ndef (\w+)", (package / stub).read_text(), re.MULTILINE)
    }
    others = (r"lanewise\.asc\.(?!reg\.|adv\.)\w+\..+", r"lanewise\.asc\.reg\.\w+\..+")
    allowed.write_text("\n".join([*others, *sorted(several)]))
    compare = [sys.executable, "-m", "mypy.stubtest", "--ignore-missing-stub", "--ignore-unused-allowlist", "--concise"]
    made = subprocess.run([*compare, "--allowlist", str(allowed), "lanewise.asc"], capture_output=True, text=True,
                          check=False, cwd=tmp_path)  # fmt: skip
    assert made.returncode == 0, made.stdout[-2000:]
    kernel = tmp_path / "kernel.py"
    kernel.write_text(KERNEL)
    checked = subprocess.run([sys.executable, "-m", "mypy", "--follow-imports=silent", str(kernel)],
                             capture_output=True, text=True, check=False)
    wrong = [line.split(":")[1] for line in checked.stdout.splitlines() if ": error:" in line]
    assert wrong == ["7", "8"], checked.stdout
