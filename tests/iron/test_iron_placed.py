"""Whole designs in the compiler's words, as their authors write them, against numpy."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise.errors import LanewiseError
from lanewise.iron import imports
from lanewise.iron.running import run

DESIGNS = Path(__file__).resolve().parent / "designs" / "placed"
INT32 = np.dtype(np.int32)


@pytest.fixture(autouse=True)
def answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.chdir(DESIGNS)
    imports.install()


def result(name: str, a: np.ndarray[Any, Any], shape: Any, dtype: Any = INT32) -> np.ndarray[Any, Any]:
    """What a design makes of an array."""
    out = np.zeros(shape, dtype)
    run(runpy.run_path(str(DESIGNS / f"{name}.py"))["design"], [a, out])
    return out


def test_cores_said_in_a_loop_see_the_round_they_were_said_in() -> None:
    a = np.arange(256, dtype=np.int32) - 100
    c = np.arange(256) // 32 % 4
    assert np.array_equal(result("four_cores", a, 256), a * (c + 2) + c)


def test_descriptors_locks_and_flows_by_hand() -> None:
    a = np.arange(256, dtype=np.int32) - 100
    assert np.array_equal(result("chains", a, 256), a.reshape(4, 8, 8).transpose(0, 2, 1).reshape(-1) + 7)


def test_packets_choose_their_core_and_come_back_on_one_channel() -> None:
    a = np.arange(32, dtype=np.int32) - 9
    assert np.array_equal(result("packets", a, 32), a * np.repeat([2, 3], 16))


def test_a_window_of_lines_and_parameters_of_the_host() -> None:
    a = np.random.default_rng(1).integers(0, 256, 128).astype(np.uint8)
    lines = a.reshape(8, 16).astype(int)
    assert np.array_equal(result("window", a, (6, 16)), (lines[2:] - lines[:-2]) * 3 + 99)


def test_tiles_of_a_matrix_in_two_columns() -> None:
    a = np.random.default_rng(2).integers(-127, 128, (16, 32)).astype(np.int8)
    assert np.array_equal(result("tiles", a, (16, 32), np.int8), -a | 1)


def test_comparisons_in_the_words_of_the_compiler() -> None:
    a = np.arange(128, dtype=np.int32) - 64
    assert np.array_equal(result("branches", a, (2, 128)), [abs(a), np.where(a < 0, a, a + 1)])


def test_a_deadlock_says_who_releases_a_lock(tmp_path: Path) -> None:
    """A core that forgets to give a buffer back: who waits, for which lock, and whose release it is."""
    text = (DESIGNS / "chains.py").read_text()
    line = "            use_lock(in_free, LockAction.Release, value=1)\n"
    assert line in text
    named = text.replace(line, "").replace("lock_id=i, init", "lock_id=i, sym_name=f'l{i}', init")
    (tmp_path / "chains.py").write_text(named)
    design = runpy.run_path(str(tmp_path / "chains.py"))["design"]
    with pytest.raises(LanewiseError) as caught:
        run(design, [np.zeros(256, np.int32), np.zeros(256, np.int32)])
    problem = str(caught.value)
    assert "S2MM 0 of tile (0, 2): descriptor 0 (given) waits for lock l0 to reach 1; it is 0, and nobody" in problem
    assert "worker add waits for lock l1 to reach 1" in problem
    assert "it is 0, and S2MM 0 of tile (0, 2) releases it" in problem
    assert "descriptor 0 (taken) waits for lock l3 to reach 1; it is 0, and worker add released it last" in problem


def test_a_named_channel_is_one_of_a_shim_tile() -> None:
    from lanewise.iron.devices import AIEDevice, DMAChannelDir
    from lanewise.iron.dialect import device, shim_dma_allocation, tile

    def allocate(*words: Any) -> None:
        device(AIEDevice.npu1)(lambda: shim_dma_allocation("x", *words))

    with pytest.raises(LanewiseError, match=r"x is MM2S 0 of tile \(0, 2\), which the host does not reach"):
        allocate(tile(0, 2), DMAChannelDir.MM2S, 0)
    with pytest.raises(LanewiseError, match="x has no direction"):
        allocate(0, 0)
