"""Values of a core: numbers of a type, whose arithmetic is that of the type. They are known when the design runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.iron.refusals import wrong, wrong_type
from lanewise.iron.types import DType, element_name

BOOL = np.dtype(np.bool_)


class Condition:
    """What a comparison of values gives. Python cannot branch on it: a core's program is recorded once."""

    __slots__ = ("holds",)
    __array_ufunc__ = None

    def __init__(self, holds: bool) -> None:
        self.holds = holds

    def __bool__(self) -> bool:
        raise wrong("if", "branch")

    def __and__(self, other: Any) -> Condition:
        return Condition(self.holds and truth(other))

    def __or__(self, other: Any) -> Condition:
        return Condition(self.holds or truth(other))

    def __xor__(self, other: Any) -> Condition:
        return Condition(self.holds != truth(other))

    def __invert__(self) -> Condition:
        return Condition(not self.holds)

    def __eq__(self, other: Any) -> Condition:  # type: ignore[override]
        return Condition(self.holds == truth(other))

    def __ne__(self, other: Any) -> Condition:  # type: ignore[override]
        return Condition(self.holds != truth(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<condition: {self.holds}>"


def truth(of: Any) -> bool:
    """Whether a condition holds, where the core decides."""
    if isinstance(of, Condition):
        return of.holds
    return bool(of.value) if isinstance(of, Scalar) else bool(of)


class Index(int):
    """The counter of a loop on the core: a number, but for comparisons, which only the core can decide."""

    __slots__ = ()

    def __lt__(self, other: Any) -> Any:
        return Condition(int(self) < number(other))

    def __le__(self, other: Any) -> Any:
        return Condition(int(self) <= number(other))

    def __gt__(self, other: Any) -> Any:
        return Condition(int(self) > number(other))

    def __ge__(self, other: Any) -> Any:
        return Condition(int(self) >= number(other))

    def __eq__(self, other: Any) -> Any:
        return Condition(int(self) == number(other))

    def __ne__(self, other: Any) -> Any:
        return Condition(int(self) != number(other))

    __hash__ = int.__hash__

    def __add__(self, other: Any) -> Any:
        return _index(int.__add__(self, other))

    def __sub__(self, other: Any) -> Any:
        return _index(int.__sub__(self, other))

    def __mul__(self, other: Any) -> Any:
        return _index(int.__mul__(self, other))

    def __floordiv__(self, other: Any) -> Any:
        return _index(int.__floordiv__(self, other))

    def __mod__(self, other: Any) -> Any:
        return _index(int.__mod__(self, other))

    def __truediv__(self, other: Any) -> Any:
        return Index(_quotient(int(self), number(other)))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Any) -> Any:
        return _index(int.__rsub__(self, other))


def _index(of: Any) -> Any:
    return of if of is NotImplemented else Index(of)


def number(of: Any) -> Any:
    """The Python number behind a value."""
    if isinstance(of, Scalar):
        return of.value
    if isinstance(of, Condition):
        return int(of.holds)
    if isinstance(of, np.generic):
        return of.item() if of.dtype.kind in "iub" else of
    return int(of) if isinstance(of, Index) else of


def fit(value: Any, dtype: DType) -> Any:
    """A number as an element of that type holds it: integers wrap, floats are rounded."""
    if dtype.kind in "iu":
        bits = 8 * dtype.itemsize
        whole = int(value) & ((1 << bits) - 1)
        return whole - (1 << bits) if dtype.kind == "i" and whole >> (bits - 1) else whole
    if dtype == BOOL:
        return bool(value)
    return dtype.type(value)


class Scalar:
    """One number with its type."""

    __slots__ = ("dtype", "value")
    __array_ufunc__ = None  # numpy's numbers leave arithmetic with it to this class

    def __init__(self, value: Any, dtype: DType) -> None:
        self.value = value
        self.dtype = dtype

    def _with(self, other: Any, what: Callable[[Any, Any], Any], turned: bool = False) -> Any:
        theirs = _operand(other)
        if theirs is None:
            return NotImplemented
        dtype, same = self.dtype, isinstance(other, Scalar) and other.dtype is self.dtype
        if not same and isinstance(other, Scalar) and other.dtype != dtype:
            dtype = _common(dtype, other.dtype)
        a = self.value if dtype is self.dtype else fit(self.value, dtype)
        b = theirs if same else fit(theirs, dtype)
        if dtype.kind in "iu":  # numbers of Python, which wrap here alone
            return Scalar(fit(what(b, a) if turned else what(a, b), dtype), dtype)
        with np.errstate(all="ignore"):
            return Scalar(fit(what(b, a) if turned else what(a, b), dtype), dtype)

    def _compared(self, other: Any, what: Callable[[Any, Any], bool]) -> Any:
        theirs = _operand(other)
        if theirs is None:
            return NotImplemented
        if self.dtype.kind not in "iub":
            theirs = fit(theirs, self.dtype)
            if self.value != self.value or theirs != theirs:
                return Condition(False)  # comparisons are ordered: nothing compares with NaN
        return Condition(bool(what(self.value, theirs)))

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a - b, turned=True)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, self._divide)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(other, self._divide, turned=True)

    def __floordiv__(self, other: Any) -> Any:
        return self._with(other, self._floor)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._with(other, self._floor, turned=True)

    def __mod__(self, other: Any) -> Any:
        return self._with(other, self._rest)

    def __rmod__(self, other: Any) -> Any:
        return self._with(other, self._rest, turned=True)

    def __and__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: self._whole("&", a) & b)

    def __or__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: self._whole("|", a) | b)

    def __xor__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: self._whole("^", a) ^ b)

    def __lshift__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: self._whole("<<", a) << self._distance(b))

    def __rshift__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: self._whole(">>", a) >> self._distance(b))

    def __neg__(self) -> Any:
        return Scalar(fit(-self.value, self.dtype), self.dtype)

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, lambda a, b: a < b)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, lambda a, b: a <= b)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, lambda a, b: a > b)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, lambda a, b: a >= b)

    def __eq__(self, other: Any) -> Any:
        return self._compared(other, lambda a, b: a == b)

    def __ne__(self, other: Any) -> Any:
        return self._compared(other, lambda a, b: a != b)

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        return bool(Condition(True))  # refused with the words of a condition

    def __index__(self) -> int:
        if self.dtype.kind not in "iub":
            raise wrong_type("index", "index_type", type=element_name(self.dtype))
        return int(self.value)

    @property
    def type(self) -> DType:
        return self.dtype

    def _divide(self, a: Any, b: Any) -> Any:
        """Integers truncate towards zero."""
        return _quotient(a, b) if isinstance(a, int) else a / b

    def _floor(self, a: Any, b: Any) -> Any:
        if not isinstance(a, int):
            return np.floor(a / b)
        _check_divisor(b)
        return a // b

    def _rest(self, a: Any, b: Any) -> Any:
        """The sign of the dividend."""
        return a - b * _quotient(a, b) if isinstance(a, int) else np.fmod(a, b)

    def _whole(self, what: str, a: Any) -> Any:
        if not isinstance(a, int):
            raise wrong_type(what, "integers", type=element_name(self.dtype))
        return a

    def _distance(self, b: int) -> int:
        if not 0 <= b < 8 * self.dtype.itemsize:
            raise wrong("shift", "shift", b=b, type=element_name(self.dtype), bits=8 * self.dtype.itemsize)
        return b

    def __repr__(self) -> str:
        return f"<{element_name(self.dtype)} {self.value}>"


def _operand(other: Any) -> Any:
    """The number on the other side; None if it is no number."""
    if isinstance(other, (int, float, Scalar, Condition, np.generic)):
        return number(other)
    return None


def _common(a: DType, b: DType) -> DType:
    """Both sides get one type: a float before an integer, then the wider."""
    return max(a, b, key=lambda d: (d.kind not in "iub", d.itemsize))


def _check_divisor(b: Any) -> None:
    if b == 0:
        raise wrong("/", "division")


def _quotient(a: int, b: int) -> int:
    _check_divisor(b)
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def converted(value: Any, dtype: DType) -> Scalar:
    """A value in another type: integers keep their low bits, floats are cut off towards zero."""
    plain = number(value)
    if dtype.kind in "iu" and not isinstance(plain, int):
        if not math.isfinite(plain):
            raise wrong("conversion", "no_integer", plain=plain)
        plain = math.trunc(float(plain))
    return Scalar(fit(plain, dtype), dtype)
