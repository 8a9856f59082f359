"""Records and accesses say who made them: one of 2,048 threads of one of 65,535 blocks."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import asc
from lanewise.isa.ascend.host import HOST_BLOCK
from lanewise.isa.issued import ACCESS, RECORD
from lanewise.machine.core import Core

LAST_BLOCK, LAST_THREAD = 65_534, 2_047


@pytest.mark.parametrize("engine", ["fast", "definition", "lockstep"])
def test_threads_are_told(engine: str) -> None:
    with Core("ascend950", engine=engine, trace=True, block=LAST_BLOCK, blocks=LAST_BLOCK + 1) as core:
        core.accesses()  # from now on
        x, y = (core.ub(np.full(64, k, np.float32)) for k in (1, 2))
        out = core.ub(np.zeros(64, np.float32))
        for thread in (0, 1, LAST_THREAD, 0xFFFF):
            core.run_thread(thread)
            asc.add(out, x, y, 64)
            asc.muls(out, x, 2.0, 64)
            out.set_value(0, 3.0)
        records, accesses = core.trace().records, core.accesses()
        text = str(core.trace())
    each = [0, 1, LAST_THREAD, 0xFFFF]
    assert records["thread"].tolist() == [t for t in each for _ in range(2)]
    assert set(records["block"].tolist()) == set(accesses["block"].tolist()) == {LAST_BLOCK}
    # Two tensors read and one written, one read and one written, and the kernel's own store.
    touched = {t: int(accesses["bytes"][accesses["thread"] == t].sum()) for t in each}
    assert touched == dict.fromkeys(each, (3 + 2) * 64 * 4 + 4)
    assert accesses["thread"].tolist() == sorted(accesses["thread"].tolist())
    assert text.count(f"block {LAST_BLOCK} thread {LAST_THREAD} ") == 2
    assert text.count(f"block {LAST_BLOCK}  ") == 2  # the only one of many kernels has no number


def test_threads_have_room() -> None:
    """Every thread of every block has a number of its own, and none is the host's."""
    for layout in (RECORD, ACCESS):
        assert layout["block"].itemsize == layout["thread"].itemsize == 2
    assert LAST_BLOCK < HOST_BLOCK
    assert RECORD.itemsize == 312


@pytest.mark.parametrize("number", [-1, 1 << 16])
def test_threads_out_of_range_are_refused(number: int) -> None:
    with Core("ascend950") as core, pytest.raises(ValueError, match="at most 65536 threads"):
        core.run_thread(number)
