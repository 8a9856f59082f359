"""The checker on operators: silent on a right one, and at the line of a kernel's fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

import lanewise.op

ADD = Path(__file__).parents[1] / "programs" / "operators" / "add_custom"
X = np.arange(100, dtype=np.float32)


def test_op_check_is_silent() -> None:
    made = lanewise.op.load(ADD)(X, X.astype(">f4"))  # the order of its bytes is no type of its own
    np.testing.assert_array_equal(made, X + X)
    assert made.check() == []


def test_op_check_finds_work_behind_the_queue(tmp_path: Path) -> None:
    """The vector unit goes on with a tensor that it has handed on already; the numbers are right here."""
    folder = tmp_path / "add_custom"
    shutil.copytree(ADD, folder)
    (kernel,) = (folder / "op_kernel").glob("*.cpp")
    late = "AscendC::Adds(z, z, static_cast<T>(0), n);"
    kernel.write_text(kernel.read_text().replace("outZ_.EnQue(z);", f"outZ_.EnQue(z);\n        {late}"))
    made = lanewise.op.load(folder)(X, X)
    np.testing.assert_array_equal(made, X + X)
    found = made.check("race")
    lines = kernel.read_text().splitlines()
    assert {f.id for f in found} == {"RACE-001"}
    pairs = [(lines[f.place.line - 1], lines[f.other.line - 1]) for f in found if f.place and f.other]
    assert any("z_[at], z" in after and late in before for after, before in pairs)
