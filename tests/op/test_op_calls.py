"""What surrounds a call: its report, its process, declarations under another name."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import lanewise.op
from lanewise.chips.chip import policies
from lanewise.errors import LanewiseError
from lanewise.op import Operator

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def doubling() -> Operator:
    """Loaded by a thread that has ended: the process of its host side ends with it, and is started again."""
    made: list[Operator] = []
    thread = threading.Thread(target=lambda: made.append(lanewise.op.load(HERE / "shared_key")))
    thread.start()
    thread.join()
    made[0]._host._process.wait()  # type: ignore[union-attr]
    return made[0]


def test_template_declared_under_another_name(doubling: Operator) -> None:
    x = np.arange(10, dtype=np.float32)
    np.testing.assert_array_equal(doubling(x), 2 * x + 8)
    assert doubling.tiling(x.astype(np.int32)).tiling_key == 3 | 1 << 8


def test_report_of_a_call(doubling: Operator) -> None:
    with pytest.raises(LanewiseError, match="it was not called yet, so there is nothing to report"):
        lanewise.op.load(HERE / "shared_key").report()
    text = doubling(np.arange(10, dtype=np.float32)).report()
    assert text.startswith("Doubling: 1 blocks, key 256, workspaces none")
    assert "cycles" in text
    assert text.endswith("nothing is wrong with it, as far as --check looks")


def test_what_is_assumed_of_operators_is_said() -> None:
    text = (HERE.parents[1] / "docs" / "operators.md").read_text()
    assumed = [name for name, policy in policies().items() if not policy.engine]
    assert assumed
    assert [name for name in assumed if f"`{name}`" not in text] == []
