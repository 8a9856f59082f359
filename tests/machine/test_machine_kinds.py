"""Kinds of cores: which memories and pipes each has, and that code for another kind does nothing."""

from __future__ import annotations

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import Space
from lanewise.machine.tensor import TPosition

KB = 1024
ENGINES = ("fast", "definition", "lockstep")
CUBE = {"L1": 512, "L0A": 64, "L0B": 64, "L0C": 128, "BT": 1, "FB": 2, "L0BI": 16}  # KB on ascend910b


@pytest.mark.parametrize("engine", ENGINES)
def test_a_cube_core_has_its_own_memories_and_no_others(engine: str) -> None:
    with lanewise.core("ascend910b", kind="AIC", engine=engine) as core:
        assert {space.name: core.memory(space).size for space in core.memories} == {
            name: size * KB for name, size in CUBE.items()
        }
        assert core.memory(Space.UB).size == 0
    with lanewise.core("ascend910b", engine=engine) as core:
        assert [space.name for space in core.memories] == ["UB"]
    with lanewise.core("ascend310p", kind="AICORE", engine=engine) as core:
        assert {space.name for space in core.memories} == {"UB", "L1", "L0A", "L0B", "L0C"}
    with lanewise.core("ascend950", kind="AIC", engine=engine) as core:
        assert core.memory(Space.SSBUF).size == 3 * KB


def test_a_kind_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="AIV, AIC, AICORE"):
        lanewise.core("ascend910b", kind="cube")


@pytest.mark.parametrize(("position", "memory", "align"), [
    ("A1", "L1", 32), ("B1", "L1", 32), ("C1", "L1", 32), ("A2", "L0A", 512), ("B2", "L0B", 512), ("CO1", "L0C", 64),
    ("C2", "BT", 64), ("C2PIPE2GM", "FB", 128),
])  # fmt: skip
def test_tensors_lie_in_the_memory_of_their_position(position: str, memory: str, align: int) -> None:
    with lanewise.core("ascend910b", kind="AIC") as core:
        data = np.arange(24, dtype=np.int16)
        first, second = core.local(position, data), core.local(position, 8, np.int16)
        assert Space(first.space).name == memory
        assert first.position is TPosition[position]
        assert (first.address, second.address) == (0, -(-48 // align) * align)
        assert bytes(core.memory(Space[memory])[:48]) == data.tobytes()
        assert first.numpy().tolist() == data.tolist()
        assert f"{memory} byte 0, {position}" in repr(first)
        with pytest.raises(LanewiseError, match=memory):
            core.local(position, core.memory(Space[memory]).size, np.int16)


@pytest.mark.parametrize("engine", ENGINES)
def test_vector_code_does_nothing_on_a_cube_core(engine: str) -> None:
    with lanewise.core("ascend910b", kind="AIC", engine=engine) as core:
        x, out = core.gm(np.arange(64, dtype=np.float32)), core.gm(np.zeros(64, np.float32))
        there = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
        asc.data_copy(there, x, 64)
        asc.add(there, there, there, 64)
        asc.data_copy(out, there, 64)
        assert not out.numpy().any()
        assert not core.issued[[opcodes()["add"], opcodes()["data_copy"]]].any()
        assert len(core.trace()) == 0
        assert all((core.memory(space) == 0xFF).all() for space in core.memories)


@pytest.mark.parametrize("engine", ENGINES)
def test_events_of_pipes_that_a_core_lacks_are_skipped(engine: str) -> None:
    skipped = {"AIV": asc.HardEvent.MTE1_M, "AIC": asc.HardEvent.MTE2_V}
    heard = {"AIV": asc.HardEvent.MTE2_V, "AIC": asc.HardEvent.M_FIX}
    for kind, event in skipped.items():
        with lanewise.core("ascend910b", kind=kind, engine=engine) as core:
            asc.wait_flag(event, 0)  # nobody has set it
            assert len(core.trace()) == 0
            asc.set_flag(heard[kind], 1)
            asc.wait_flag(heard[kind], 1)
            with pytest.raises(LanewiseError, match="SYNC-003"):
                asc.wait_flag(heard[kind], 1)
