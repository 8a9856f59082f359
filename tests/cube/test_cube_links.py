"""Cores of a group that reach each other's memories: results to the UB of vector cores, vectors to L1; both engines."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sheet

import lanewise
import starting
from lanewise import asc
from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import Space
from lanewise.isa.record import Overload
from lanewise.machine.core import Core
from lanewise.machine.tensor import Tensor

CHIP, UB, PLAIN = "ascend950", 262144, int(Overload.PLAIN)
NZ, ROWS, COLUMNS = range(3)


def element_destinations(order: int, m: int, n: int, stride: int, dual: int, sub: int) -> Any:
    """Of each element: which vector core it goes to, and where there, as the parameters say it."""
    for i in range(m):
        for j in range(n):
            r, c, core = i, j, sub
            if dual == 1:
                core, r = divmod(i, m // 2)
            if dual == 2:
                core, c = divmod(j, n // 2)
            at = {NZ: c // 16 * stride + r * 16 + c % 16, ROWS: r * stride + c, COLUMNS: c * stride + r}[order]
            yield i, j, core, at


@pytest.mark.parametrize("order", [NZ, ROWS, COLUMNS])
@pytest.mark.parametrize(("dual", "sub"), [(0, 0), (0, 1), (1, 0), (2, 0)])
def test_links_results_go_to_either_vector_core(order: int, dual: int, sub: int) -> None:
    m, n, at = 34, 64, 4096
    stride = {NZ: 40 * 16, ROWS: 70, COLUMNS: 48}[order]
    rng = np.random.default_rng(order * 10 + dual)
    x = rng.standard_normal((m, n)).astype(np.float32)
    both = np.full(2 * UB, 0xAA, np.uint8)
    core = Core(CHIP, engine="lockstep", kind="AIC", shared={Space.UB: both})
    with core:
        src = Tensor(core, 0, 48 * 64, "float", Space.L0C)
        core.memories[Space.L0C][: 48 * 64 * 4].view(np.float32)[:] = sheet.to_result(x)
        dst = Tensor(core, at, 8000, "float", Space.UB)
        core.issue(opcodes()["fixpipe"], PLAIN, 0, (dst, src), (), 0, 1, None,
                   (0, n, m, 48, stride, 0, 0, 0, 1, 0, 0, order, 0, 1, dual, sub))  # fmt: skip
    want = np.full(2 * UB, 0xAA, np.uint8)
    parts = [want[part * UB + at : part * UB + at + 4 * 8000].view(np.float32) for part in range(2)]
    for i, j, which, to in element_destinations(order, m, n, stride, dual, sub):
        parts[which][to] = x[i, j]
    assert np.array_equal(both, want)


@pytest.mark.parametrize("sub", [0, 1])
def test_links_l1_goes_to_either_vector_core(sub: int) -> None:
    rng, at = np.random.default_rng(sub), 4096
    both = np.full(2 * UB, 0xAA, np.uint8)
    want = both.copy()
    with Core(CHIP, engine="lockstep", kind="AIC", shared={Space.UB: both}) as core:
        staged = core.memories[Space.L1][:4096]
        staged[:] = rng.integers(0, 256, 4096)
        src, dst = Tensor(core, 0, 2048, "half", Space.L1), Tensor(core, at, 2048, "half", Space.UB)
        def hand_out(dst: Tensor, *params: int) -> None:
            core.issue(opcodes()["data_copy_l1_to_ub"], PLAIN, 0, (dst, src), (), 0, 1, None, params)

        hand_out(dst, 3, 2, 1, 4, sub)
        for piece in range(3):  # 64 bytes each, 32 between them there, 128 here
            to = sub * UB + at + piece * 192
            want[to : to + 64] = staged[piece * 96 : piece * 96 + 64]
        assert np.array_equal(both, want)
        with pytest.raises(lanewise.LanewiseError, match="MEM-001"):
            hand_out(Tensor(core, UB - 32, 16, "half", Space.UB), 1, 2, 0, 0, sub)
        assert np.array_equal(both, want)


@pytest.mark.parametrize("engine", ["fast", "definition"])
def test_links_lead_from_own_memories_alone(engine: str) -> None:
    """Code for the other kind of core has no effect, though its memories are there."""
    both, staged = np.zeros(2 * UB, np.uint8), np.zeros(524288, np.uint8)
    with Core(CHIP, engine=engine, kind="AIC", shared={Space.UB: both}) as core:
        asc.data_copy(Tensor(core, 0, 64, "half", Space.UB), core.gm(np.ones(64, np.float16)), 64)
        assert not both.any()
        with pytest.raises(lanewise.LanewiseError, match="MEM-001"):  # each of the two ends where one ends
            core.issue(opcodes()["fixpipe"], PLAIN, 0, (Tensor(core, UB - 32, 256, "float", Space.UB),
                                                        Tensor(core, 0, 256, "float", Space.L0C)), (), 0, 1, None,
                       (0, 16, 16, 16, 16, 0, 0, 0, 1, 0, 0, ROWS, 0, 1, 1, 0))  # fmt: skip
    with Core(CHIP, engine=engine, kind="AIV", shared={Space.L1: staged}) as core:
        asc.data_copy(Tensor(core, 0, 64, "half", Space.L1), core.gm(np.ones(64, np.float16)), 64)
        assert not staged.any()
        core.memories[Space.UB][:128] = 7
        asc.data_copy(Tensor(core, 64, 64, "half", Space.L1), Tensor(core, 0, 64, "half", Space.UB), 64)
        assert (staged[64:192] == 7).all()
        assert not staged[:64].any()


@pytest.mark.parametrize(("target", "source"), [("L0A", "GM"), ("GM", "L1")])
@pytest.mark.parametrize("engine", ["fast", "definition"])
def test_ways_that_a_chip_lacks_are_refused(engine: str, target: str, source: str) -> None:
    for chip in ("ascend910b", CHIP):
        with Core(chip, engine=engine, kind="AIC") as core:
            gm = core.gm(np.zeros(512, np.float16))
            dst, src = (gm if space == "GM" else Tensor(core, 0, 512, "half", Space[space])
                        for space in (target, source))
            def move(dst: Any = dst, src: Any = src) -> None:
                if target == "GM":
                    asc.data_copy(dst, src, 512)
                else:
                    asc.load_data(dst, src, asc.LoadData2DParams(0, 1, 1))
            if chip == CHIP:
                with pytest.raises(lanewise.LanewiseError, match="POS-001"):
                    move()
            else:
                move()


def test_links_without_flags_are_races(tmp_path: Path) -> None:
    """Clean with flags between the cores; without them a race in either memory."""
    programs = Path(__file__).parent / "programs"
    (tmp_path / "cube_utils.h").write_text((programs / "cube_utils.h").read_text())
    lines = (programs / "links_950" / "links_950.asc").read_text().splitlines(keepends=True)
    for name, kept in (("clean", lines), ("wild", [line for line in lines if "CrossCore" not in line])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "links.asc").write_text("".join(kept))
        found = tmp_path / f"{name}.json"
        command = [sys.executable, "-m", "lanewise", "run", str(tmp_path / name / "links.asc"), "--chip", CHIP,
                   "--check", "--json", str(found)]  # fmt: skip
        starting.run(command, capture_output=True, text=True, check=False)
        races = [one for one in json.loads(found.read_text())["findings"] if one["id"] == "RACE-002"]
        if name == "clean":
            assert not json.loads(found.read_text())["findings"]
        else:
            said = " ".join(one["message"] for one in races)
            assert " UB bytes" in said
            assert " L1 bytes" in said
