"""The host of the Python front on the stream: the same records as a compiled program's, for the same things."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.isa.ascend.host import HOST_BLOCK, WAITS
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.events import Pipe
from lanewise.isa.issued import Space


def steps(trace: Any) -> list[tuple[str, tuple[int, ...]]]:
    assert {int(row["block"]) for row in trace} == {HOST_BLOCK}
    return [(by_opcode()[row["opcode"]].name, row.params) for row in trace]


@asc.jit
def double(x: asc.GlobalAddress, count: int) -> None:
    tensor = asc.GlobalTensor()
    tensor.set_global_buffer(x, count)
    for i in range(count):
        tensor.set_value(i, tensor.get_value(i) * 2)


@pytest.mark.parametrize("engine", ["fast", "definition", "lockstep"])
def test_machine_host_of_a_launch(engine: str) -> None:
    x = np.arange(8, dtype=np.int32)
    lanewise.configure(trace=True, engine=engine)
    try:
        run = double[1](x, 8)
    finally:
        lanewise.configure(trace=False, engine="fast")
    (place,) = {params[0] for name, params in steps(run.host) if name == "device_malloc"}
    found = steps(run.host)
    copies = [params for name, params in found if name == "host_copy"]
    assert [(dst, size, kind) for dst, _, size, *_, kind, _ in copies] == [(place, 32, 1), (0, 32, 2)]
    assert [step for step in found if step[0] != "host_copy"] == [
        ("device_malloc", (place, 32, 32, 0)), ("launch", (1, 1, 0)), ("launch_end", (1, 0)),
        ("stream_synchronize", (WAITS,)), ("device_free", (place, 32, 0)),
    ]  # fmt: skip


def test_machine_host_is_silent_unless_asked() -> None:
    assert double[1](np.arange(8, dtype=np.int32), 8).host is None


@pytest.mark.parametrize("engine", ["fast", "definition", "lockstep"])
def test_machine_scalar_values_are_accesses(engine: str) -> None:
    with lanewise.core("ascend910b", engine=engine) as core:
        core.accesses()
        x, y = core.gm(np.arange(16, dtype=np.float32)), core.ub(np.zeros(16, np.float16))
        asc.duplicate(y, 1.0, 16)
        y.set_value(3, x.get_value(5))
        found = [a for a in core.accesses() if a["pipe"] == Pipe.S]
    assert [(Space(a["space"]).name, int(a["address"]), int(a["bytes"]), bool(a["write"])) for a in found] == [
        ("GM", x.address + 20, 4, False), ("UB", y.address + 6, 2, True),
    ]  # fmt: skip
    assert {int(a["sequence"]) for a in found} == {1}  # behind the duplicate
    assert {int(a["line"]) for a in found} == {test_machine_scalar_values_are_accesses.__code__.co_firstlineno + 6}
