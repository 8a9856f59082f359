"""Atomic copies and stores, and scalar accesses of GM that bypass the cache."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.asc.arguments import PLAIN, encode
from lanewise.asc.enums import AtomicDtype, AtomicOp
from lanewise.asc.states import issue
from lanewise.chips.chip import chips_with
from lanewise.errors import LanewiseError
from lanewise.isa.ascend import atomic
from lanewise.isa.catalogue import opcodes
from lanewise.machine.core import current_core
from lanewise.machine.tensor import LocalTensor, TPosition
from lanewise.numerics.formats import DType
from lanewise.numerics.formats import dtype as _dtype

# --- copies ---


def _mode(name: str, dtype: Any) -> None:
    core, kind = current_core(name), _dtype(dtype)
    marker = LocalTensor.place(core, 0, 0, kind, TPosition.VECCALC)  # the record names the type
    core.issue(opcodes()[name], PLAIN, 0, (marker,), (), 0, 1, None, (atomic.CODES.get(kind.name, 0),))


def set_atomic_add(dtype: Any) -> None:
    _mode("set_atomic_add", dtype)


def set_atomic_max(dtype: Any) -> None:
    _mode("set_atomic_max", dtype)


def set_atomic_min(dtype: Any) -> None:
    _mode("set_atomic_min", dtype)


def set_atomic_type(dtype: Any) -> None:
    _mode("set_atomic_type", dtype)


# --- scalar stores ---


def set_store_atomic_config(type: AtomicDtype, op: AtomicOp = AtomicOp.ATOMIC_SUM) -> None:
    """Later set_value calls on GM add to what is there; ATOMIC_NONE ends it."""
    issue("set_store_atomic_config", int(AtomicDtype(type)), int(AtomicOp(op)))


def get_store_atomic_config() -> tuple[AtomicDtype, AtomicOp]:
    word = int(current_core("get_store_atomic_config").state["atomic"])
    return AtomicDtype(word & 0xFF), AtomicOp(word >> 8)


# --- scalar accesses of GM; `address` is a kernel's argument or a GlobalTensor, whose first element counts ---


def _element(name: str, address: Any, need: str, kinds: str) -> tuple[Any, Any, DType]:
    core = current_core(name)
    if not core.chip.has(need):
        raise LanewiseError("OP-001", op=name, chip=core.chip.name, known=", ".join(chips_with(need)))
    kind = getattr(address, "dtype", None)
    if kind is None or isinstance(address, LocalTensor):
        raise LanewiseError("CALL-001", op=name, case="not_in_gm", usage=f"asc.{name}(address, ...)")
    if kind.name not in kinds.split():
        raise LanewiseError("OP-002", op=name, chip=core.chip.name, types=kind.name, known=", ".join(kinds.split()))
    start = int(address.address)
    if start % kind.size:
        raise LanewiseError("ALIGN-002", op=name, operand="the address", address=start, need=kind.size)
    core.gm_space.reach(core, name, "the address", start, start + kind.size)
    return core, core.gm_space.view(start, kind.size).view(kind.numpy), kind


def _value(name: str, value: Any, kind: DType) -> Any:
    return np.frombuffer(encode(name, value, kind).to_bytes(kind.size, "little"), kind.numpy)


_WHOLE = "int8 uint8 int16 uint16 int32 uint32 int64 uint64"
_COUNTED = "int32 uint32 float int64 uint64"
_EXCHANGED = "uint32 uint64"


def read_gm_by_pass_dcache(address: Any) -> Any:
    """One integer of GM, not through the data cache."""
    return _element("read_gm_by_pass_dcache", address, "uncached_access", _WHOLE)[1][0]


def write_gm_by_pass_dcache(address: Any, value: Any) -> None:
    name = "write_gm_by_pass_dcache"
    _, cell, kind = _element(name, address, "uncached_access", _WHOLE)
    cell[:] = _value(name, value, kind)


def _atomic(name: str, operation: int, address: Any, value: Any) -> Any:
    _, cell, kind = _element(name, address, "scalar_atomics", _COUNTED)
    old = cell[0]
    cell[:] = atomic.combine(operation, kind, cell.copy(), _value(name, value, kind))
    return old


def atomic_add(address: Any, value: Any) -> Any:
    """GM += value; gives the old value."""
    return _atomic("atomic_add", atomic.ADD, address, value)


def atomic_max(address: Any, value: Any) -> Any:
    """GM = the larger of it and value; gives the old value."""
    return _atomic("atomic_max", atomic.MAX, address, value)


def atomic_min(address: Any, value: Any) -> Any:
    """GM = the smaller of it and value; gives the old value."""
    return _atomic("atomic_min", atomic.MIN, address, value)


def atomic_exch(address: Any, value: Any) -> Any:
    """GM = value; gives the old value."""
    _, cell, kind = _element("atomic_exch", address, "scalar_atomics", _EXCHANGED)
    old = cell[0]
    cell[:] = _value("atomic_exch", value, kind)
    return old


def atomic_cas(address: Any, expected: Any, desired: Any) -> Any:
    """GM = desired where it held expected; gives the old value."""
    _, cell, kind = _element("atomic_cas", address, "scalar_atomics", _EXCHANGED)
    old = cell[0]
    if old == _value("atomic_cas", expected, kind)[0]:
        cell[:] = _value("atomic_cas", desired, kind)
    return old
