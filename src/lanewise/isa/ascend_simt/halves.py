"""Functions of half, bfloat16_t and their pairs: of exact values, rounded once to the nearest, ties to even."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt import rounding
from lanewise.isa.ascend_simt.integers import average_down
from lanewise.isa.ascend_simt.record import Array, Function, Lanes, calls
from lanewise.numerics import elementary, special
from lanewise.numerics.exact import fused_multiply_add

FAMILY = "half and bfloat16"
ONE, PAIR = {"T": "half, bfloat16_t"}, {"T": "half2, bfloat16x2_t"}
ULP, ULP_PLAIN = "1 ulp", "1 ulp, subnormals not supported"
EXACT = "0 ulp, subnormals supported"


def _of_lanes(function: Callable[..., Any]) -> Callable[..., Any]:
    def value(e: Lanes, x: Array) -> Array:
        return np.asarray(function(x))

    return value


def reciprocal(e: Lanes, x: Array) -> Array:
    return 1 / x


def root(e: Lanes, x: Array) -> Array:
    return np.sqrt(x)


def reciprocal_root(e: Lanes, x: Array) -> Array:
    return 1 / np.sqrt(x)


def _integral(rounds: Callable[[Array], Array]) -> Callable[..., Any]:
    def round_lanes(e: Lanes, x: Array) -> Array:
        return rounds(x)

    return round_lanes


def add(e: Lanes, x: Array, y: Array) -> Array:
    if e.of.is_integer:
        return average_down(e, x, y)
    return x + y


def sub(e: Lanes, x: Array, y: Array) -> Array:
    return x - y


def mul(e: Lanes, x: Array, y: Array) -> Array:
    return x * y


def div(e: Lanes, x: Array, y: Array) -> Array:
    return x / y


def neg(e: Lanes, x: Array) -> Array:
    return -x


def fma(e: Lanes, x: Array, y: Array, z: Array) -> Array:
    return fused_multiply_add(x, y, z)


def fma_relu(e: Lanes, x: Array, y: Array, z: Array) -> Array:
    """Of NaN NaN."""
    value = e.step(fma(e, x, y, z))
    return np.where(value < 0, 0.0, value)


def complex_fma(e: Lanes, x: Array, y: Array, z: Array) -> Array:
    """x * y + z of complex numbers, each step rounded."""
    real = e.step(fma(e, x[..., 0], y[..., 0], z[..., 0]))
    imaginary = e.step(fma(e, x[..., 0], y[..., 1], z[..., 1]))
    return np.stack([fma(e, -x[..., 1], y[..., 1], real), fma(e, x[..., 1], y[..., 0], imaginary)], -1)


def larger_or_nan(e: Lanes, x: Array, y: Array) -> Array:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, rounding.larger(e, x, y))


def smaller_or_nan(e: Lanes, x: Array, y: Array) -> Array:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, rounding.smaller(e, x, y))


_COMPARED: dict[str, tuple[str, Callable[[Array, Array], Array]]] = {
    "eq": ("x == y", np.equal), "ne": ("x != y", lambda x, y: (x < y) | (x > y)), "lt": ("x < y", np.less),
    "le": ("x <= y", np.less_equal), "gt": ("x > y", np.greater), "ge": ("x >= y", np.greater_equal),
}  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """Ordered comparisons are false on NaN, unordered ones true."""

    word: str
    unordered: bool
    form: str  # truth, all (of both), numbers (1 and 0), mask

    def __call__(self, e: Lanes, x: Array, y: Array) -> Array:
        true = _COMPARED[self.word][1](x, y)
        if self.unordered:
            true = true | np.isnan(x) | np.isnan(y)
        if self.form == "all":
            return np.asarray(true.all(-1))
        if self.form == "mask":
            return np.where(true[..., 0], 0xFFFF, 0) | np.where(true[..., 1], 0xFFFF0000, 0)
        return true if self.form == "truth" else np.where(true, 1.0, 0.0)


def is_nan_pair(e: Lanes, x: Array) -> Array:
    return np.where(np.isnan(x), 1.0, 0.0)


def _comparisons() -> Iterator[Function]:
    for word, (text, _) in _COMPARED.items():
        for unordered in (False, True):
            u, also = ("u", ", or one is NaN") if unordered else ("", "")
            for name, result, what, form, types in (
                (f"__h{word}{u}", "bool", f"whether {text}{also}", "truth", ONE),
                (f"__hb{word}{u}x2", "bool", f"whether {text}{also}, of both", "all", PAIR),
                (f"__h{word}{u}x2", "T", f"1 where {text}{also}, else 0", "numbers", PAIR),
                (f"__h{word}{u}x2_mask", "unsigned int", f"0xFFFF where {text}{also}, the first in the low half",
                 "mask", PAIR),
            ):  # fmt: skip
                yield Function(name, FAMILY, what, Comparison(word, unordered, form),
                               calls(f"{result}(T x, T y)", **types),
                               stands_on=(Comparison.__call__,))  # fmt: skip


def _paired(name: str, pair: str, summary: str, meaning: Callable[..., Any], operands: str, accuracy: str = "",
          pairs_accuracy: str = "", **more: Any) -> Iterator[Function]:  # fmt: skip
    """A function of one number, and the same of a pair."""
    listed = ", ".join(f"T {one}" for one in operands.split())
    for one, types, known in ((name, ONE, accuracy), (pair, PAIR, pairs_accuracy or accuracy)):
        policies = ("thread_subnormals",) if "not supported" in known else ()
        yield Function(one, FAMILY, summary, meaning, calls(f"T({listed})", **types), accuracy=known,
                       policies=(*more.get("policies", ()), *policies))  # fmt: skip


def _functions() -> Iterator[Function]:
    curve: dict[str, Any] = {"policies": ("library_functions",)}
    for word, summary, meaning, accuracy in (
        ("cos", "cosine", _of_lanes(elementary.cos), ""), ("sin", "sine", _of_lanes(elementary.sin), ""),
        ("tanh", "hyperbolic tangent", _of_lanes(elementary.tanh), ULP_PLAIN),
        ("exp2", "2^x", _of_lanes(elementary.exp2), ULP_PLAIN), ("exp10", "10^x", _of_lanes(special.exp10), ULP_PLAIN),
        ("log", "natural logarithm", _of_lanes(elementary.log), ULP_PLAIN),
        ("log2", "logarithm to base two", _of_lanes(elementary.log2), ULP_PLAIN),
        ("log10", "logarithm to base ten", _of_lanes(elementary.log10), ULP_PLAIN),
        ("sqrt", "square root", root, ULP_PLAIN), ("rsqrt", "1 / square root", reciprocal_root, ULP_PLAIN),
        ("rcp", "1 / x", reciprocal, ""),
    ):  # fmt: skip
        yield from _paired(f"h{word}", f"h2{word}", summary, meaning, "x", accuracy, **curve)
    yield from _paired("hexp", "h2exp", "e^x", _of_lanes(elementary.exp), "x", ULP, ULP_PLAIN, **curve)
    for word, summary, rounds in (
        ("floor", "the whole number at or below x", np.floor), ("ceil", "the whole number at or above x", np.ceil),
        ("rint", "the nearest whole number, ties to even", np.rint), ("trunc", "x without its fraction", np.trunc),
    ):  # fmt: skip
        yield from _paired(f"h{word}", f"h2{word}", summary, _integral(rounds), "x")
    for name, pair, summary, meaning, accuracy in (
        ("__hsub", "__hsubx2", "x - y", sub, ""), ("__hmul", "__hmulx2", "x * y", mul, EXACT),
        ("__hdiv", "__hdivx2", "x / y", div, ULP_PLAIN),
        ("__hmax", "__hmaxx2", "the larger number; one NaN gives way to the other", rounding.larger, ""),
        ("__hmin", "__hminx2", "the smaller number; one NaN gives way to the other", rounding.smaller, ""),
        ("__hmax_nan", "__hmaxx2_nan", "the larger number, NaN where one is", larger_or_nan, ""),
        ("__hmin_nan", "__hminx2_nan", "the smaller number, NaN where one is", smaller_or_nan, ""),
    ):  # fmt: skip
        yield from _paired(name, pair, summary, meaning, "x y", accuracy)
    yield Function("__hadd", FAMILY, "x + y; of integers their average, rounded down", add,
                   calls("half(half x, half y)", "bfloat16_t(bfloat16_t x, bfloat16_t y)", "int(int x, int y)"),
                   accuracy=EXACT)  # fmt: skip
    yield Function("__haddx2", FAMILY, "x + y", add, calls("T(T x, T y)", **PAIR), accuracy=EXACT)
    yield from _paired("__hneg", "__hnegx2", "-x", neg, "x")
    yield from _paired("__habs", "__habsx2", "|x|", rounding.absolute, "x")
    yield from _paired("__hfma", "__hfmax2", "x * y + z, rounded once", fma, "x y z")
    yield from _paired("__hfma_relu", "__hfmax2_relu", "x * y + z, rounded once, and 0 where that is negative",
        fma_relu,
                     "x y z")  # fmt: skip
    yield Function("__hcmadd", FAMILY, "x * y + z of complex numbers", complex_fma, calls("T(T x, T y, T z)", **PAIR))
    yield Function("__hisnan", FAMILY, "whether x is NaN", rounding.is_nan, calls("bool(T x)", **ONE))
    yield Function("__hisinf", FAMILY, "whether x is infinite", rounding.is_inf, calls("bool(T x)", **ONE))
    yield Function("__isnanx2", FAMILY, "1 where x is NaN, else 0", is_nan_pair, calls("T(T x)", **PAIR))


FUNCTIONS = (*_functions(), *_comparisons())
