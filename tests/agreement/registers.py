"""What the agreement test of registers must know of single instructions: parameters, scalars, merging."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import registers_compute as compute
import registers_memory as memory

from lanewise.isa.issued import Space
from lanewise.isa.record import Instruction, Row
from lanewise.numerics.formats import DTYPES

# Ids that a random call may meet; lockstep makes sure that both engines report the same one.
EXPECTED_ERRORS = ("ALIGN-001", "MEM-001", "OP-005", *memory.EXPECTED_ERRORS)

# Parameters of instructions that take some: name -> a function of the random generator.
PARAMS: dict[str, Callable[[np.random.Generator, Row], tuple[int, ...]]] = {**compute.PARAMS, **memory.PARAMS}

# Instructions whose wide elements may not lie in two registers.
ONE_REGISTER = {"reg_load_two", "reg_store_two", "reg_load_blocks", "reg_store_blocks", "reg_gather_blocks"}


def takes_two(ins: Instruction) -> bool:
    return ins.name not in ONE_REGISTER


prepare = memory.prepare


def params(ins: Instruction, row: Row, rng: np.random.Generator) -> tuple[int, ...]:
    return PARAMS[ins.name](rng, row) if ins.name in PARAMS else ()


def scalars(ins: Instruction, row: Row, rng: np.random.Generator) -> tuple[int, ...]:
    if not ins.form.scalars:
        return ()
    size = DTYPES[ins.scalar_type(row)].size
    small = int(rng.integers(0, 20))
    return (small if rng.integers(0, 2) else int.from_bytes(rng.bytes(size), "little"),)


def alias(ins: Instruction, tensors: list[Any], rng: np.random.Generator) -> None:
    """Let two register operands of the same size be the same register."""
    pairs = [
        (i, j) for i in range(len(tensors)) for j in range(i)
        if tensors[i].space == tensors[j].space == Space.REG and len(tensors[i].data) == len(tensors[j].data)
        and tensors[i].code == tensors[j].code
    ]
    if pairs:
        i, j = pairs[rng.integers(0, len(pairs))]
        tensors[i] = tensors[j]
