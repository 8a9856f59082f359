"""GetSystemCycle: the model's time in ticks of the documented counter, read by the scalar unit."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import asc
from lanewise.machine.core import Core, core


def adds(machine: Core, times: int) -> None:
    t = machine.ub(np.zeros(4096, np.float32))
    for _ in range(times):
        asc.adds(t, t, 1.0, 4096)


@pytest.mark.parametrize("traced", [True, False])
def test_counter_waits_for_work_behind_a_barrier(traced: bool) -> None:
    with core("ascend910b", trace=traced) as machine:
        before = asc.get_system_cycle()
        adds(machine, 100)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        after = asc.get_system_cycle()
    assert after - before == pytest.approx(100 * (25 + 64) * 50 / 1850, abs=3)


def test_counter_does_not_wait_by_itself() -> None:
    with core("ascend910b") as machine:
        before = asc.get_system_cycle()
        adds(machine, 10)
        assert asc.get_system_cycle() - before <= 2


def test_counter_of_the_newer_chip_is_faster() -> None:
    with core("ascend950") as machine:
        before = asc.get_system_cycle()
        adds(machine, 10)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        after = asc.get_system_cycle()
    assert after - before == pytest.approx(10 * (53 + 64 * 1.059) * 1000 / 1650, rel=0.02)


def test_counter_never_goes_back() -> None:
    with core("ascend910b") as machine:
        reads = []
        for _ in range(10):
            adds(machine, 1)
            reads.append(asc.get_system_cycle())
    assert reads == sorted(reads)


def test_counter_moves_by_being_read() -> None:
    """Kernels wait for a time by reading again and again."""
    with core("ascend910b"):
        before = asc.get_system_cycle()
        reads = next(n for n in range(1000) if asc.get_system_cycle() >= before + 2)
    assert reads == pytest.approx(2 * 37, abs=37)


def test_counter_on_a_chip_without_numbers_counts_instructions() -> None:
    with core("ascend310p") as machine:
        before = asc.get_system_cycle()
        adds(machine, 3)
        assert asc.get_system_cycle() - before == 3
