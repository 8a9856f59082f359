"""A part of a repository (parts/), copied without what all share: a CMakeLists.txt says where it begins.

Its operators have what official/ has not: a list as output that no list as input tells the length of, attributes that
are lists of every kind, a tiling class in the folder of another category, SyncAll with a workspace, and a kernel of
registers with a template key and an optional input.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import lanewise.op
from lanewise import LanewiseError
from lanewise.op import folders

R = np.random.default_rng(30)
CHIPS = ["ascend910b", pytest.param("ascend950", marks=pytest.mark.sweep)]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outside of our own repository, which would be theirs, too."""
    return Path(shutil.copytree(Path(__file__).parent / "parts", tmp_path_factory.mktemp("part") / "parts"))


def test_parts_begin_where_cmake_says(tmp_path: Path) -> None:
    for place in ("top/math/one/op_host", "alone/two/op_host"):
        (tmp_path / place).mkdir(parents=True)
    for project in ("top", "top/math/one", "alone/two"):  # an operator's own project begins no repository
        (tmp_path / project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.16)\nproject(ops)\n")
    assert folders.root_of(str(tmp_path / "top/math/one")) == str(tmp_path / "top")
    assert folders.root_of(str(tmp_path / "alone/two")) == str(tmp_path / "alone")


@pytest.mark.parametrize("chip", CHIPS)
def test_parts_a_list_as_output(parts: Path, chip: str) -> None:
    op = lanewise.op.load(parts / "conversion/split_list", chip)
    for kind in (np.float32, ml_dtypes.bfloat16, np.int8, np.int64, np.bool_):
        x = R.integers(0, 2 if kind is np.bool_ else 100, (5, 40, 3)).astype(kind)
        for nested in (False, True):
            made = [np.zeros((5, n, 3), kind) for n in (7, 13, 20)]
            op(x, split_sizes=[7, 13, 20], dim=1, out=[made] if nested else made)
            for one, due in zip(made, np.split(x, [7, 20], 1), strict=True):
                np.testing.assert_array_equal(one, due)
    with pytest.raises(LanewiseError, match="y is a list, and nothing says of how many tensors; pass out="):
        op(x, split_sizes=[40])


@pytest.mark.parametrize("chip", CHIPS)
def test_parts_a_tiling_class_of_another_category(parts: Path, chip: str) -> None:
    op = lanewise.op.load(parts / "math/group_sum_norm", chip)
    for kind in (np.float32, ml_dtypes.bfloat16):
        x = R.integers(0, 3, (100, 333)).astype(kind)
        y, total = op(x)
        assert total.tolist() == [x.astype(np.int64).sum()]  # sums of whole numbers are exact
        np.testing.assert_allclose(y.astype(float), x.astype(float) / total, rtol=1e-6 if kind is np.float32 else 1e-2)


def test_parts_registers_with_a_template_key(parts: Path) -> None:
    op = lanewise.op.load(parts / "activation/hard_gate", "ascend950")
    gate = R.normal(size=(3, 3001)).astype(np.float32)
    x = R.normal(size=(3, 3001)).astype(np.float32) * 4
    slope = np.clip(x * np.float32(0.2) + np.float32(0.5), 0, 1)
    np.testing.assert_array_equal(op(x, gate, approximate="none"), x * slope * gate)
    np.testing.assert_array_equal(op(x, approximate="tanh"), x * np.where(x < 0, np.float32(0), slope))
    h = x.astype(np.float16)
    wide = h.astype(np.float32)
    due = wide * np.clip(wide * np.float32(0.2) + np.float32(0.5), 0, 1)
    np.testing.assert_array_equal(op(h), due.astype(np.float16))
    with pytest.raises(LanewiseError, match="registered for ascend950, not ascend910b"):
        lanewise.op.load(parts / "activation/hard_gate", "ascend910b")
