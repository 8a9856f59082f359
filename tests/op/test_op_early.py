"""Kernels that are compiled while the host side is: those of the last call, as their files are now."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import lanewise.op
from lanewise.cpp.build import Request
from lanewise.op import early

ADD = Path(__file__).parents[1] / "programs" / "operators" / "add_custom"
X = np.arange(40, dtype=np.float32)


def test_the_last_kernel_is_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Request] = []
    build = early._build
    monkeypatch.setattr(early, "_build", lambda request: (begun.append(request), build(request)))
    monkeypatch.setattr(early.os, "cpu_count", lambda: 2)
    folder = tmp_path / "add_custom"
    shutil.copytree(ADD, folder)
    np.testing.assert_array_equal(lanewise.op.load(folder)(X, X + 1), X + X + 1)
    assert not begun  # nobody has called it before
    kernel = folder / "op_kernel" / "add_custom.cpp"
    kernel.write_text(kernel.read_text().replace("Add(", "Sub("))
    again = lanewise.op.load(folder)
    np.testing.assert_array_equal(again(X, X + 1), np.full_like(X, -1))
    assert [one.sources for one in begun] == [(str(kernel),)]
    whole = X.astype(np.int32)
    np.testing.assert_array_equal(again(whole, whole), 0 * whole)  # another kernel than the one that was begun
    kernel.unlink()
    lanewise.op.load(folder)  # nothing to begin with
    assert len(begun) == 1
