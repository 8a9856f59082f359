"""Puts a core into the state that a random call starts from."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from strategies import UB_WINDOW, Call, special_bytes

from lanewise.isa.issued import Space
from lanewise.machine.core import Core
from lanewise.machine.engine import TensorBase
from lanewise.machine.tensor import GlobalTensor, LocalTensor, Tensor
from lanewise.numerics.formats import DTYPES

GM_BYTES = 32 * 1024
FILLINGS = 24  # different contents of memory for each type


def with_gm(core: Core) -> Core:
    for name in ("x", "y"):
        core.gm_space.allocate(GM_BYTES, name)
    return core


@cache
def filling(kind: str, size: int, seed: int) -> Any:
    return np.frombuffer(special_bytes(DTYPES[kind], size, seed), np.uint8)


def _fill(core: Core, call: Call, kind: str) -> None:
    core.mem[: 4 * UB_WINDOW] = filling(kind, 4 * UB_WINDOW, call.seed % FILLINGS)
    core.mem[4 * UB_WINDOW :] = call.seed & 0xFF
    core.mem[40960:41984] = np.arange(256, dtype=np.uint32).view(np.uint8)  # block offsets for gathering instructions
    core.mem[40960:41984].view(np.uint32)[:] *= 32 * (1 + call.seed % 3)


def arrange(core: Core, call: Call) -> tuple[Any, ...]:
    """Memory and registers as the call wants them; the arguments of `core.issue`."""
    core.reset_state()
    core.state["pad_is_set"] = call.seed % 3
    core.state["pad_value"] = call.seed
    kind = call.tensors[call.like][2].name if call.tensors else "uint8"
    data = call.seed % FILLINGS
    if call.kind:
        for memory in core.memories.values():
            memory[:] = np.resize(filling(kind, 4 * UB_WINDOW, data), memory.size)
            data = (data + 1) % FILLINGS
    else:
        _fill(core, call, kind)
    for buffer in core.gm_space.buffers:
        buffer.data[:GM_BYTES] = filling(kind, GM_BYTES, data ^ 1)
    core.state["ctrl"] = int(core.state["ctrl"]) & ~(1 << 48 | call.clear) | call.control
    core.state["deqscale"] = call.deqscale
    if call.register:
        core.state["mask"] = call.register
    for name, value in call.registers.items():
        core.state[name] = value
    for address, data in call.memory:
        core.mem[address : address + len(data)] = np.frombuffer(data, np.uint8)
    tensors: list[Any] = []
    for i, (address, length, of) in enumerate(call.tensors):
        if of is None:  # left out
            tensors.append(TensorBase(0, 0, 0, 0, False))
        elif call.spaces and call.spaces[i] == "GM":
            buffer = core.gm_space.buffers[i]
            tensors.append(GlobalTensor(core, buffer.address + address, length, of))
        elif call.kind:
            tensors.append(Tensor(core, address, length, of, Space[call.spaces[i]]))
        else:
            tensors.append(LocalTensor(core, address, length, of))
        if i in call.traits:
            tensors[-1].is_trait = True
    return (call.opcode, int(call.overload), int(call.flags), tuple(tensors), call.scalars, call.mask, call.repeat,
            call.strides, call.params)
