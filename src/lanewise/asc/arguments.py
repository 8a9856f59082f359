"""What all generated functions share: masks, counts, scalars and the complaints about them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from lanewise.asc.enums import Algorithm
from lanewise.asc.params import BinaryConfig
from lanewise.errors import LanewiseError
from lanewise.isa.record import Flag, Overload
from lanewise.machine.tensor import Tensor
from lanewise.numerics.formats import BY_CODE, DType, dtype

MASK_PLACEHOLDER = 0
MASK_PLACEHOLDER_LIST = (0, 0)
WORD = 1 << 64
COUNT, CONTIGUOUS, BITWISE, PLAIN = (int(o) for o in Overload)


def require_integer(name: str, usage: str, what: str, value: Any) -> int:
    """A whole number, or a complaint that says how to call."""
    try:
        return operator.index(value)
    except TypeError:
        got = "missing" if value is None else f"{type(value).__name__}, not a whole number"
        raise LanewiseError("CALL-001", op=name, case="argument", what=what, got=got, usage=usage) from None


def odd_count(
    name: str, usage: str, mask: Any, repeat_times: Any, is_set_mask: Any, count: Any
) -> tuple[int, bool]:
    """A count call that is not the plain one: is_set_mask by position, numpy integers, or a mistake."""
    if repeat_times is not None:
        if not isinstance(repeat_times, bool):
            raise LanewiseError("CALL-001", op=name, case="no_repeat_params", usage=usage)
        is_set_mask = repeat_times
    if count is not None and mask is not None:
        raise LanewiseError("CALL-001", op=name, case="count_and_mask", usage=usage)
    return require_integer(name, usage, "count", mask if count is None else count), bool(is_set_mask)


def masked(name: str, usage: str, mask: Any, repeat_times: Any) -> tuple[int, Any, int]:
    """Overload, mask and repeat of a masked call."""
    repeat = (
        repeat_times if repeat_times.__class__ is int else require_integer(name, usage, "repeat_times", repeat_times)
    )
    if mask.__class__ is int:
        return CONTIGUOUS, mask, repeat
    if isinstance(mask, (list, tuple, np.ndarray)):
        words = tuple(mask)
        for word in words:  # a loop: functions that make one cost more than a short instruction
            if word.__class__ is not int:
                words = tuple([require_integer(name, usage, "a mask word", w) for w in words])
                break
        if 1 <= len(words) <= 4 and min(words) >= 0 and max(words) < WORD:
            return BITWISE, words, repeat
        raise LanewiseError("MASK-004", op=name, got=mask)
    try:
        return CONTIGUOUS, operator.index(mask), repeat
    except TypeError:
        raise LanewiseError("MASK-004", op=name, got=repr(mask)) from None


def as_params(params: Any, kind: Any) -> Any:
    """A parameter object; a plain tuple in the order of its fields will do."""
    if isinstance(params, kind):
        return params
    try:
        return kind(*params)
    except TypeError:
        raise LanewiseError(
            "CALL-001", op="repeat_params", case="repeat_params", type=type(params).__name__,
            usage=f"asc.{kind.__name__}(...) or its numbers as a tuple",
        ) from None


def explain(name: str, usage: str, *tensors: Any) -> LanewiseError | None:
    """A complaint, when a call failed because an operand is no tensor."""
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            return LanewiseError("CALL-001", op=name, case="operand", type=type(tensor).__name__, usage=usage)
    return None


# --- scalars ---

_LIMITS = {code: (t.minimum, t.maximum, (1 << t.bits) - 1) for code, t in BY_CODE.items() if t.is_integer}
SEEN: dict[int, dict[Any, int]] = {code: {} for code in BY_CODE}  # bits of recent scalars: encoding is slow
_SEEN_LIMIT = 4096


def encode(name: str, value: Any, kind: DType, trait: Any = None) -> int:
    """The bits of a scalar in the type of the tensor."""
    if trait is not None:
        _exact_type(name, value, kind)
    seen = SEEN[kind.code]
    bits = seen.get(value)
    if bits is None:
        bits = _encode(name, value, kind)
        if value:  # 0.0 and -0.0 look the same to a dict
            if len(seen) >= _SEEN_LIMIT:
                seen.clear()
            seen[value] = bits
    return bits


def _encode(name: str, value: Any, kind: DType) -> int:
    limits = _LIMITS.get(kind.code)
    if limits is None:
        return kind.encode(value)
    low, high, ones = limits
    if value.__class__ is not int:
        value = _integral(name, value, kind)
    if not low <= value <= high:
        raise LanewiseError("SCALAR-003", op=name, value=value, type=kind.name, low=low, high=high)
    return int(value & ones)


def _integral(name: str, value: Any, kind: DType) -> int:
    try:
        exact = int(value)
    except (TypeError, ValueError, OverflowError):
        exact = None
    if exact is None or exact != value:
        raise LanewiseError(
            "SCALAR-003", op=name, value=value, type=kind.name, low=kind.minimum, high=kind.maximum
        )
    return exact


def _exact_type(name: str, value: Any, kind: DType) -> None:
    typed = getattr(value, "dtype", None)
    if typed is not None and dtype(typed) is not kind:
        raise LanewiseError("TYPE-002", op=name, got=dtype(typed).name, need=kind.name)


# --- config= ---

_ALGORITHM_FLAGS = {
    Algorithm.INTRINSIC: 0,
    Algorithm.PRECISION_1ULP_FTZ_TRUE: 0,
    Algorithm.PRECISION_1ULP_FTZ_FALSE: int(Flag.KEEP_SUBNORMALS),
    Algorithm.FAST_INVERSE: Flag.EXACT | Flag.KEEP_SUBNORMALS,
    Algorithm.PRECISION_0ULP_FTZ_FALSE: Flag.EXACT | Flag.KEEP_SUBNORMALS,
    Algorithm.DIFF_COMPENSATION: int(Flag.EXACT),
    Algorithm.PRECISION_0ULP_FTZ_TRUE: int(Flag.EXACT),
}


def algorithm_flags(name: str, config: Any) -> int:
    """Flags of a precision algorithm: a config object or the algorithm itself."""
    algorithm = getattr(config, "algo", config)
    if algorithm not in _ALGORITHM_FLAGS:
        raise LanewiseError(
            "CALL-001", op=name, case="config", config=repr(config), usage="config=asc.DivConfig(asc.DivAlgo.INTRINSIC)"
        )
    return int(_ALGORITHM_FLAGS[algorithm])


def flexible_scalar(name: str, usage: str, left: Any, right: Any, config: Any) -> tuple[Any, Any, int]:
    """Vector, scalar (number or one-element tensor) and flags of a call whose scalar may stand on either side."""
    tensors = isinstance(left, Tensor), isinstance(right, Tensor)
    if tensors == (True, True):
        index = (config or BinaryConfig()).scalar_tensor_index
        if index not in (0, 1):
            raise LanewiseError("CALL-001", op=name, case="scalar_tensor_index", index=index, usage="0 or 1")
        side = int(Flag.SCALAR_TENSOR | Flag.SCALAR_LEFT) if index == 0 else int(Flag.SCALAR_TENSOR)
        return (right, left, side) if index == 0 else (left, right, side)
    if tensors == (False, True):
        return right, left, int(Flag.SCALAR_LEFT)
    if tensors == (True, False):
        return left, right, 0
    raise LanewiseError("CALL-001", op=name, case="no_operand_tensor", usage=usage)
