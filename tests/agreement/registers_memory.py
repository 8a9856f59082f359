"""What the agreement test must know of register instructions that move data and make masks."""

from __future__ import annotations

from typing import Any

import numpy as np
from registers_compute import Draw, below

from lanewise import Core
from lanewise.isa.ascend_reg.reg_load import DISTS, TWO_DISTS
from lanewise.isa.ascend_reg.reg_store import FIRST, NORM, PACK, TWO, WHOLE
from lanewise.isa.ascend_reg.reg_unaligned import Stream, Use
from lanewise.isa.issued import Space
from lanewise.isa.record import Instruction
from lanewise.machine.tensor import LocalTensor, TPosition

EXPECTED_ERRORS = ("PARAM-001", "REG-002", "REG-003", "REG-004", "REG-005", "REG-006", "REG-007", "REG-008", "REG-009")


def one_of(*choices: Any) -> Draw:
    """One choice for each parameter."""
    return lambda rng, row: tuple(int(rng.choice(list(c))) for c in choices)


LANES = (1, 2, 4, 8)
FORMS = (Use.STORE, Use.STORE_ADDRESS, Use.STORE_COUNTED)

PARAMS: dict[str, Draw] = {
    "reg_load": one_of([*DISTS, 10, 24]),
    "reg_load_two": one_of([*TWO_DISTS, 0]),
    "reg_load_blocks": below(20),
    "reg_load_mask": below(4),
    "reg_store": one_of([*NORM, *FIRST, *PACK, WHOLE, WHOLE, 13], [256, 64, 32, 40]),
    "reg_store_two": one_of([*TWO, 0]),
    "reg_store_blocks": below(20),
    "reg_store_mask": below(3),
    "reg_load_unaligned": one_of([256, 256, 40, 8]),
    "reg_store_unaligned": one_of(FORMS, [0, 1, 3, 17, 32, 64, 200, 300]),
    "reg_store_post": one_of(FORMS),
    "reg_store_mask_unaligned": one_of([2, 4, 4, 8]),
    "reg_squeeze": below(2),
    "reg_mask_create": one_of(range(17), LANES),
    "reg_mask_update": one_of([0, 1, 5, 31, 32, 63, 64, 128, 200, 256, 999, 2**32 - 1], LANES),
    "reg_mask_interleave": one_of(LANES[:3]),
    "reg_mask_deinterleave": one_of(LANES[:3]),
    "reg_mask_pack": below(2),
    "reg_mask_unpack": below(2),
    "reg_mask_from_register": below(34),
    "reg_mask_from_state": one_of([2, 4]),
}


def prepare(ins: Instruction, core: Core, tensors: list[Any], rng: np.random.Generator) -> None:
    """Addresses off the grid, streams in the middle of something, indices that mostly stay inside UB, and AR."""
    core.state["mask"] = rng.integers(0, 2**63, 4, np.uint64)
    core.state["ar"] = int(rng.choice([0, 0, 32, 75]))
    core.state["squeezed"] = int(rng.choice([0, 1, 40, 257]))
    core.state["compacting"] = int(rng.integers(0, 2))
    streams = [t for t in tensors if t.space == Space.UNALIGNED]
    for i, tensor in enumerate(tensors):
        if tensor.space == Space.UB and (streams or rng.integers(0, 4) == 0):
            shift = int(rng.choice([1, 2, 4, 8, 13, 16, 31])) if rng.integers(0, 2) else 0
            far = int(core.mem.size) - 600 if rng.integers(0, 8) == 0 else tensor.address
            tensors[i] = LocalTensor.place(core, far + shift, 600, tensor.dtype, TPosition.VECCALC)
        if ins.form.operands[i].name == "index":
            scale = 32 if ins.name == "reg_gather_blocks" else 1
            wild = rng.integers(0, 6) == 0
            numbers = rng.integers(0, 2**31 if wild else 900, 64, np.uint64) * np.uint64(scale)
            lanes = tensor.data.view(f"<u{min(tensor.dtype.size, 4)}")
            lanes[:] = np.resize(numbers, len(lanes)).astype(lanes.dtype)
    memory = next((t for t in tensors if t.space == Space.UB), None)
    for register in streams:
        stream = Stream(register.data)
        stream.block[:] = rng.integers(0, 256, 32, np.uint8)
        use = Use(int(rng.choice([*Use, Use.LOAD, Use.STORE])))
        at = memory.address if memory is not None else 8192 + int(rng.integers(0, 64))
        if use == Use.STORE_COUNTED:
            at += int(core.state["ar"])
        if use == Use.LOAD:
            stream.become(use, at // 32 * 32 + 32 * int(rng.integers(0, 4) == 0))
        elif use != Use.NOTHING:
            stream.become(use, at + int(rng.integers(0, 6) == 0), at % 32)
