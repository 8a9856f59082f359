"""Operators on the vendor's template library: a user's own checkout, here a stand-in of ours in the same layout."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import lanewise.op
from lanewise import LanewiseError
from lanewise.op import testing

TOP = Path(__file__).parent / "atvoss"
OPBASE, MATH = TOP / "opbase", TOP / "repository" / "math"
X = np.arange(30000, dtype=np.float32) / 8


def test_opbase_is_found_beside_the_repository(capfd: pytest.CaptureFixture[str]) -> None:
    """Of two families: headers by both roots, host sources with them."""
    doubled = lanewise.op.load(MATH / "doubled", "ascend950")
    np.testing.assert_array_equal(doubled(X.reshape(30, 1000)), 2 * X.reshape(30, 1000))
    added = lanewise.op.load(MATH / "added", "ascend950")
    for a, b in (((4, 1, 9), (3, 9)), ((2, 1, 3, 1, 5), (1, 4, 1, 7, 1)), ((), (70,))):
        left, right = X[: int(np.prod(a))].reshape(a), X[: int(np.prod(b))].reshape(b) + 3
        np.testing.assert_array_equal(added(left, right), left + right)
    assert capfd.readouterr() == ("", "")


def test_reductions_on_the_library(capfd: pytest.CaptureFixture[str]) -> None:
    """Keys of several parts, a result for each row, and blocks that share one by the workspace."""
    squares = lanewise.op.load(MATH / "squares_sum", "ascend950")
    small = (X % 5).astype(np.float32)  # whose sums are exact
    for shape, axes in (((30, 1000), [1]), ((7, 3, 11), [-1, 1]), ((30000,), [0]), ((2, 15000), [0, 1]), ((1,), [0])):
        x = small[: int(np.prod(shape))].reshape(shape)
        due = (x.astype(np.float64) ** 2).sum(axis=tuple(a % len(shape) for a in axes)).astype(np.float32)
        np.testing.assert_array_equal(squares(x, np.array(axes)), due)
    assert capfd.readouterr() == ("", "")


def test_tests_of_operators_see_the_library(tmp_path: Path) -> None:
    """Of the host side and of the kernel, where the repository finds it."""
    ran = {job.name: testing.run(job) for job in testing.find(str(MATH / "doubled"))}
    assert {name: (one.passed, one.chip) for name, one in ran.items()} == {
        "tests/ut/op_host/arch35/test_doubled_tiling_arch35": (1, "ascend950"),
        "tests/ut/op_kernel/arch35/test_doubled": (1, "ascend950"),
    }, [(one.failed, one.not_run) for one in ran.values()]  # fmt: skip
    shutil.copytree(TOP / "repository", tmp_path / "here" / "repository")
    alone = testing.find(str(tmp_path / "here" / "repository" / "math" / "doubled"), only="op_host")
    assert "which Lanewise does not have" in testing.run(alone[0]).not_run[0]


@pytest.mark.parametrize("way", ["argument", "environment", "headers"])
def test_opbase_is_named(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository that stands alone."""
    shutil.copytree(TOP / "repository", tmp_path / "here" / "repository")
    folder = tmp_path / "here" / "repository" / "math" / "doubled"
    named: dict[str, object] = {}
    if way == "argument":
        named = {"opbase": OPBASE}
    elif way == "environment":
        monkeypatch.setenv("LANEWISE_OPBASE", str(OPBASE))
    else:
        named = {"include_dirs": [str(OPBASE / "pkg_inc"), str(OPBASE / "pkg_inc" / "op_common")]}
    project = lanewise.op.loading._project(folder, None, (), None, named.get("include_dirs", ()), named.get("opbase"))
    assert project.libraries == (str(OPBASE / "pkg_inc" / "op_common"), str(OPBASE / "pkg_inc"))
    assert not set(project.libraries) & set(project.include_dirs)
    if way == "argument":
        doubled = lanewise.op.load(folder, "ascend950", opbase=OPBASE)
        np.testing.assert_array_equal(doubled(X[:9]), 2 * X[:9])


def test_opbase_that_is_not_there(tmp_path: Path) -> None:
    shutil.copytree(TOP / "repository", tmp_path / "here" / "repository")
    folder = tmp_path / "here" / "repository" / "math" / "doubled"
    with pytest.raises(LanewiseError) as caught:
        lanewise.op.load(folder, "ascend950")(X[:9])
    said = caught.value.message
    assert "\n" not in said
    due = "name your own checkout of opbase (--opbase, opbase=, LANEWISE_OPBASE), or put it beside the repository"
    assert f"it needs atvoss/elewise/elewise_tiling.h, which Lanewise does not have: {due}" in said
    with pytest.raises(LanewiseError, match=r"is no checkout of opbase: it has no pkg_inc/op_common/atvoss"):
        lanewise.op.load(folder, "ascend950", opbase=tmp_path)
