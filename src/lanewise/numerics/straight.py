"""Arithmetic on float64 without branches, written once: it runs on numpy arrays, and the build writes it out as C++.

Only IEEE operations that round the same way everywhere, and operations on bits. A definition and the engine that agree
on these agree in every bit, whatever mathematical library the host has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from lanewise.numerics import exact

Array = np.ndarray[Any, Any]
Number = Any  # an array, a float or a Node

FUNCTIONS: dict[str, Callable[..., Any]] = {}  # by name, in the order they are written
TABLES: dict[str, tuple[float, ...]] = {}


class Node:
    """One step of a function that is being written out."""

    def __init__(self, text: str, arguments: tuple[Any, ...], truth: bool = False) -> None:
        self.text, self.arguments, self.truth = text, arguments, truth

    def __add__(self, other: Number) -> Node:
        return Node("{} + {}", (self, other))

    def __radd__(self, other: Number) -> Node:
        return Node("{} + {}", (other, self))

    def __sub__(self, other: Number) -> Node:
        return Node("{} - {}", (self, other))

    def __rsub__(self, other: Number) -> Node:
        return Node("{} - {}", (other, self))

    def __mul__(self, other: Number) -> Node:
        return Node("{} * {}", (self, other))

    def __rmul__(self, other: Number) -> Node:
        return Node("{} * {}", (other, self))

    def __truediv__(self, other: Number) -> Node:
        return Node("{} / {}", (self, other))

    def __rtruediv__(self, other: Number) -> Node:
        return Node("{} / {}", (other, self))

    def __neg__(self) -> Node:
        return Node("-{}", (self,))

    def __lt__(self, other: Number) -> Node:
        return Node("{} < {}", (self, other), True)

    def __le__(self, other: Number) -> Node:
        return Node("{} <= {}", (self, other), True)

    def __gt__(self, other: Number) -> Node:
        return Node("{} > {}", (self, other), True)

    def __ge__(self, other: Number) -> Node:
        return Node("{} >= {}", (self, other), True)

    def __eq__(self, other: object) -> Node:  # type: ignore[override]
        return Node("{} == {}", (self, other), True)

    def __ne__(self, other: object) -> Node:  # type: ignore[override]
        return Node("{} != {}", (self, other), True)

    def __and__(self, other: Number) -> Node:
        return Node("{} & {}", (self, other), True)

    def __or__(self, other: Number) -> Node:
        return Node("{} | {}", (self, other), True)

    __hash__ = object.__hash__


def _bits(x: Number) -> Array:
    return np.array(x, np.float64).view(np.int64)


def where(condition: Number, yes: Number, no: Number) -> Number:
    if isinstance(condition, Node):
        return Node("{} ? {} : {}", (condition, yes, no))
    return np.where(condition, yes, no)


def absolute(x: Number) -> Number:
    return Node("std::fabs({})", (x,)) if isinstance(x, Node) else np.abs(x)


def square_root(x: Number) -> Number:
    return Node("std::sqrt({})", (x,)) if isinstance(x, Node) else np.sqrt(x)


def with_sign(x: Number, of: Number) -> Number:
    if isinstance(x, Node) or isinstance(of, Node):
        return Node("std::copysign({}, {})", (x, of))
    return np.copysign(x, of)


def power_of_two(k: Number) -> Number:
    """2^k for a whole number k of -1022 to 1023."""
    if isinstance(k, Node):
        return Node("power_of_two({})", (k,))
    return (np.asarray(k).astype(np.int64) + 1023 << 52).view(np.float64)


def exponent(x: Number) -> Number:
    """The power of two at or below a normal number."""
    if isinstance(x, Node):
        return Node("exponent({})", (x,))
    return ((_bits(x) >> 52 & 0x7FF) - 1023).astype(np.float64)


def mantissa(x: Number) -> Number:
    """A normal number without sign, scaled to 1 <= m < 2."""
    if isinstance(x, Node):
        return Node("mantissa({})", (x,))
    return (_bits(x) & (1 << 52) - 1 | 1023 << 52).view(np.float64)


def lookup(table: str, index: Number) -> Number:
    if isinstance(index, Node):
        return Node(f"{table}[static_cast<int>({{}})]", (index,))
    return np.array(TABLES[table])[np.asarray(index).astype(np.int64)]


def to_single(x: Number) -> Number:
    """Rounded to float32."""
    return Node("to_single({})", (x,)) if isinstance(x, Node) else np.asarray(x).astype(np.float32).astype(np.float64)


def fused(a: Number, b: Number, c: Number) -> Number:
    """a * b + c for values of 24 bits, to be rounded once more."""
    return Node("fused({}, {}, {})", (a, b, c)) if isinstance(a, Node) else exact.fused_multiply_add(a, b, c)


def remainder(a: Number, b: Number) -> Number:
    """The exact remainder with the sign of a."""
    return Node("remainder({}, {})", (a, b)) if isinstance(a, Node) else np.fmod(a, b)


def rint(x: Number) -> Number:
    """The nearest whole number, ties to even, for |x| < 2^51."""
    return x + 6755399441055744.0 - 6755399441055744.0


def horner(x: Number, coefficients: Sequence[float]) -> Number:
    """A polynomial, lowest power first."""
    total: Number = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = total * x + c
    return total


def function_of(functions: dict[str, Callable[..., Any]]) -> Callable[..., Any]:
    """A decorator for functions that C++ has too, under the same name: it enters them into `functions`."""

    def function(f: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(f)
        def called(*arguments: Number) -> Number:
            if any(isinstance(a, Node) for a in arguments):
                return Node(f"{f.__name__}({', '.join(['{}'] * len(arguments))})", arguments)
            with np.errstate(all="ignore"):
                return f(*(np.asarray(a, np.float64) for a in arguments))

        functions[f.__name__] = f
        return called

    return function


function = function_of(FUNCTIONS)


def arity(name: str) -> int:
    return FUNCTIONS[name].__code__.co_argcount


def _literal(value: Any) -> str:
    number = float(value)
    if np.isinf(number):
        return "-infinity" if number < 0 else "infinity"
    return "not_a_number" if np.isnan(number) else number.hex()


def _written(name: str, f: Callable[..., Any]) -> str:
    """One function as C++: a line for every step."""
    names = "abc"[: f.__code__.co_argcount]
    inputs = [Node(n, ()) for n in names]
    known: dict[Any, str] = {}
    labels: dict[int, str] = {}
    lines: list[str] = []

    def label(node: Any) -> str:
        if not isinstance(node, Node):
            return _literal(node)
        if id(node) not in labels:
            if not node.arguments:
                labels[id(node)] = node.text
            else:
                step = node.text.format(*map(label, node.arguments))
                if step not in known:
                    known[step] = f"t{len(lines)}"
                    lines.append(f"    const {'bool' if node.truth else 'double'} {known[step]} = {step};")
                labels[id(node)] = known[step]
        return labels[id(node)]

    result = label(f(*inputs))
    head = f"inline double {name}({', '.join(f'double {n}' for n in names)}) {{"
    return "\n".join([f"// {(f.__doc__ or name).splitlines()[0]}", head, *lines, f"    return {result};", "}"])


def tables_as_cpp() -> str:
    return "\n".join(
        f"inline constexpr double {name}[] = {{{', '.join(map(_literal, values))}}};" for name, values in TABLES.items()
    )


def as_cpp(functions: dict[str, Callable[..., Any]], inline_only: bool = False) -> str:
    """All of these functions, or those alone that call nothing of the engine's."""
    written = [_written(name, f) for name, f in functions.items()]
    if inline_only:
        written = [f for f in written if not any(f" {name}(" in f for name in ("fused", "remainder"))]
    return "\n\n".join(written)
