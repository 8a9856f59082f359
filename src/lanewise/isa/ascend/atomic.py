"""Atomic copies: a mode that later copies from UB to GM obey, and the one of scalar stores."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, EVERY, ON_950, VECTOR_CORE
from lanewise.isa.calls import NOTHING, call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import STATE
from lanewise.isa.record import PLAIN, Instruction, Row, rows
from lanewise.numerics.formats import DTYPES, DType

FAMILY = "atomic"
TYPES = {1: "float", 2: "half", 3: "int16", 4: "int32", 5: "int8", 6: "bfloat16"}  # by the number the chips give them
CODES = {name: code for code, name in TYPES.items()}
ADD, MAX, MIN = range(3)
TYPE_BIT, OPERATION_BIT = 6, 9  # CTRL[8:6] and CTRL[10:9]
_OFF = ~(0x1F << TYPE_BIT)


def mode(ctrl: int) -> tuple[int, DType] | None:
    """Operation and element type of copies to GM; None when they just replace."""
    name, operation = TYPES.get(ctrl >> TYPE_BIT & 7), ctrl >> OPERATION_BIT & 3
    return (operation, DTYPES[name]) if name is not None and operation <= MIN else None


def combine(operation: int, kind: DType, old: Array, new: Array) -> Array:
    """What memory holds after an atomic operation on it."""
    steps = (arithmetic.add, arithmetic.maximum, arithmetic.minimum)
    return np.asarray(steps[operation](Env([kind] * 3, {}), old, new))


# --- registers; params: the number of the type, then that of the operation where there is one ------------------------


def _set(state: Any, kind: int, operation: int) -> None:
    state["ctrl"] = int(state["ctrl"]) & _OFF | kind << TYPE_BIT | operation << OPERATION_BIT


def set_atomic_add(state: Any, params: tuple[int, ...]) -> None:
    _set(state, params[0], ADD)


def set_atomic_max(state: Any, params: tuple[int, ...]) -> None:
    _set(state, params[0], MAX)


def set_atomic_min(state: Any, params: tuple[int, ...]) -> None:
    _set(state, params[0], MIN)


def set_atomic_type(state: Any, params: tuple[int, ...]) -> None:
    """The operation stays: a sum unless another was chosen."""
    _set(state, params[0], int(state["ctrl"]) >> OPERATION_BIT & 3)


def disable_dma_atomic(state: Any, params: tuple[int, ...]) -> None:
    _set(state, 0, ADD)


def set_store_atomic_config(state: Any, params: tuple[int, ...]) -> None:
    kind, operation = params
    state["atomic"] = kind | operation << 8


_TYPED = STATE("dtype~")
_SPLIT = (*ON_950, *A2A3)
_ALL = " ".join(CODES)
_POLICIES = ("atomic_arithmetic",)
# The record names the type by an operand of no length.
_OF_TYPE = (call("<T>() -> lanewise::atomic_type<T>", operands="LocalTensor<T>(TPosition::VECCALC, 0, 0)"),)


def _mode(name: str, vendor: str, summary: str, meaning: Any, table: Any, **more: Any) -> Instruction:
    return Instruction(name, FAMILY, _TYPED, (vendor,), summary, meaning, rows(table, operands=1, overloads=PLAIN),
                       policies=_POLICIES, call="atomic-mode", timing="state", pipe="S", calls=_OF_TYPE, **more)


def _state_instruction(
    name: str, vendor: str, summary: str, meaning: Any, chips: tuple[str, ...], **more: Any
) -> Instruction:
    return Instruction(name, FAMILY, STATE, (vendor,), summary, meaning, (Row(chips, (), PLAIN),), timing="state",
                       pipe="S", **more)


INSTRUCTIONS = (
    _mode(
        "set_atomic_add",
        "SetAtomicAdd",
        "later copies from UB to GM add to what is there",
        set_atomic_add,
        {_SPLIT: _ALL, (C310B,): "int16 half int32 float", (C310P, VECTOR_CORE): "int16 half float", (C910,): "float"},
        notes=("the type given here, not that of the copied tensor, says what an element is",),
    ),
    _mode(
        "set_atomic_max", "SetAtomicMax", "later copies from UB to GM keep the larger", set_atomic_max, {_SPLIT: _ALL}
    ),
    _mode(
        "set_atomic_min", "SetAtomicMin", "later copies from UB to GM keep the smaller", set_atomic_min, {_SPLIT: _ALL}
    ),
    _mode(
        "set_atomic_type",
        "SetAtomicType",
        "the element type of atomic copies",
        set_atomic_type,
        {_SPLIT: _ALL},
        notes=("the operation stays; it is a sum unless another was chosen",),
    ),
    _state_instruction(
        "disable_dma_atomic",
        "DisableDmaAtomic",
        "later copies to GM replace what is there",
        disable_dma_atomic,
        (*EVERY, VECTOR_CORE),
        old=("SetAtomicNone",),
        python=("set_atomic_none", "disable_dma_atomic"),
        calls=NOTHING,
    ),
    _state_instruction(
        "set_store_atomic_config",
        "SetStoreAtomicConfig",
        "type and operation of scalar stores to GM",
        set_store_atomic_config,
        (*_SPLIT, C310B),
        policies=_POLICIES,
        calls=(call("<type:AtomicDtype, op:AtomicOp>() -> type, op"),),
    ),
)
