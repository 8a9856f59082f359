"""Element by element: mathematics, activations, tests and logic. The function itself is in numerics/elementary.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.calls import Call, by_hand, call, elements, powers
from lanewise.isa.macro import ANY, ONLY_950, Macro, everywhere, first_elements, lines, macro, same_type
from lanewise.isa.record import Instruction, Row
from lanewise.numerics import elementary, straight

FAMILY = "library math"
REAL = "half float"
POLICIES = ("library_functions", "float_saturation", "nan_result")
PARAMETERS = {"count": 0, "value0": 0.0, "value1": 0.0, "value2": 0.0, "single": 0}


def mapped(lane: str) -> Callable[[Macro], None]:
    """dst = lane(...) for `count` elements.

    Arguments are the operands that are read, in order; one that is left out is a number among the parameters, and one
    whose bit is set in `single` gives its first element to all.
    """
    function, arity = getattr(elementary, lane), straight.arity(lane)

    def meaning(m: Any) -> None:
        n, single = m.params[0], m.params[4]
        places = [i for i, o in enumerate(m.ins.form.operands) if o.reads]
        arguments = []
        for i in range(arity):
            if i >= len(places) or not m.has(places[i]):
                values = np.full(n, m.real(1 + i))
            elif single >> i & 1:
                values = np.resize(m.numbers(places[i], first_elements(min(n, 1))), n)
            else:
                values = m.numbers(places[i], first_elements(n))
            arguments.append(values)
        m.put(0, first_elements(n), function(*arguments) if n else np.zeros(0))

    return meaning


def sin_cos(m: Macro) -> None:
    n = m.params[0]
    x = m.numbers(2, first_elements(n))
    m.put(0, first_elements(n), elementary.sin(x))
    m.put(1, first_elements(n), elementary.cos(x))


def _float_rows(count: int) -> tuple[Row, ...]:
    """Rows of functions of floats; bfloat16 is not listed for most of them, but nothing speaks against it."""
    return everywhere(same_type(count, REAL)) + lines(ONLY_950, same_type(count, "bfloat16"), evidence="inferred")


def _with_numbers(*types: str) -> tuple[Row, ...]:
    return everywhere(*types) + lines(ONLY_950, *(t.replace("half", "bfloat16") for t in types if "half" in t),
                                      evidence="inferred")


def _function(
    vendor: str, lane: str, summary: str, operands: str = "dst src", rows: tuple[Row, ...] | None = None,
    python: str = "", old: tuple[str, ...] = (), name: str = "", calls: tuple[Call, ...] | None = None,
) -> Instruction:
    made = name or _snake(vendor)
    return macro(made, FAMILY, vendor, operands, summary, mapped(lane), rows or _float_rows(len(operands.split())),
                 lane=lane, policies=POLICIES, parameters=PARAMETERS, python=(python or made,), old=old,
                 calls=elements(len(operands.split())) if calls is None else calls)


def _snake(vendor: str) -> str:
    out = ""
    for i, c in enumerate(vendor):
        out += f"_{c.lower()}" if c.isupper() and i and vendor[i - 1].islower() else c.lower()
    return out


_TESTS = "bool/half half/half bool/float float/float"
_SCALAR_FORMS = "half/half/half float/float/float half/half/ float/float/ half//half float//float"


def _predicate_types(operands: int) -> str:
    """Of any type to bool, or to the type itself."""
    out = []
    for name in ANY.split():
        rest = "/".join([name] * (operands - 1))
        out += [f"bool/{rest}"] + ([f"{name}/{rest}"] if name != "bool" else [])
    return " ".join(out)


def _scalar_truths() -> str:
    """A tensor and a number, or two tensors one of which gives a single element."""
    out = []
    for name in ANY.split():
        for to in dict.fromkeys(("bool", name)):
            out += [f"{to}/{name}/", f"{to}//{name}", f"{to}/{name}/{name}"]
    return " ".join(out)


_UNARY = {
    "Acos": ("acos", "arc cosine"),
    "Acosh": ("acosh", "inverse hyperbolic cosine"),
    "Asin": ("asin", "arc sine"),
    "Asinh": ("asinh", "inverse hyperbolic sine"),
    "Atan": ("atan", "arc tangent"),
    "Atanh": ("atanh", "inverse hyperbolic tangent"),
    "Ceil": ("ceil", "up to an integer"),
    "Cos": ("cos", "cosine"),
    "Cosh": ("cosh", "hyperbolic cosine"),
    "Digamma": ("digamma", "derivative of the logarithm of the gamma function"),
    "Erf": ("erf", "error function"),
    "Erfc": ("erfc", "1 - error function"),
    "Floor": ("floor", "down to an integer"),
    "Frac": ("frac", "fraction with the sign of the number"),
    "Lgamma": ("lgamma", "logarithm of the gamma function"),
    "Log": ("log", "natural logarithm"),
    "Log10": ("log10", "logarithm to base ten"),
    "Log2": ("log2", "logarithm to base two"),
    "Round": ("nearest", "nearest integer, ties to even"),
    "Sin": ("sin", "sine"),
    "Sinh": ("sinh", "hyperbolic sine"),
    "Tan": ("tan", "tangent"),
    "Tanh": ("tanh", "hyperbolic tangent"),
    "Trunc": ("trunc", "towards zero to an integer"),
    "Sigmoid": ("sigmoid", "1 / (1 + e^-x)"),
    "Gelu": ("gelu", "x * sigmoid(1.5957691 (x + 0.044715 x^3))"),
    "FasterGelu": ("faster_gelu", "x * sigmoid(1.702 x)"),
    "Silu": ("silu", "x * sigmoid(x)"),
}
_REUSE = "_isReuseSource:bool=false"
_COUNTED = "tail:counted"
_FLOATS = "LANEWISE_REAL({name}, T)"
_NEW = "LANEWISE_FULL_LIBRARY({name}, T)"
_GELU = elements(template="T, _highPrecision:bool=false, _highPerformance:bool=false", tail=_COUNTED)
# Functions whose calls differ from the others'.
_UNLIKE: dict[str, tuple[Call, ...]] = {
    **{name: elements(tail=_COUNTED) for name in ("Ceil", "Digamma", "Floor", "Lgamma", "Round")},
    **{name: elements(template=f"T, {_REUSE}, _config:{name}Config={chosen}")
       for name, chosen in (("Atan", "defaultAtanConfig"), ("Cos", "defaultCosConfig"), ("Erf", "defaultErfConfig"),
                            ("Sin", "defaultSinConfig"), ("Tanh", "DEFAULT_TANH_CONFIG"))},
    "Gelu": _GELU, "FasterGelu": _GELU, "Silu": (call(f"<T, {_REUSE}>(dst:T, src:T, count:u32)", check=_FLOATS),),
}
# One operand is a vector, the other a scalar or a tensor whose first element is the scalar.
_SINGLE = ("lanewise::library::Tensor<U> && lanewise::library::Tensor<S> ? 1u << config.scalarTensorIndex : 0u")
_LIMIT = tuple(call(f"<T, {_REUSE}>(dst:T, src:T, {scratch}scalar:plain T, count:u32)")
               for scratch in ("", "_tmp:LocalTensor<std::uint8_t>&, "))


def _configured(constant: str, name: str) -> str:
    return f"config:{name}Config=DEFAULT_{constant}_CONFIG"


def _test(constant: str, name: str) -> tuple[Call, ...]:
    return (call(f"<{_configured(constant, name)}>(dst:T, src:U, tail:counted)", check=_NEW),)


def _logical(constant: str, name: str, sources: str, single: str = "") -> tuple[Call, ...]:
    return (call(f"<{_configured(f'LOGICAL_{constant}', f'Logical{name}')}>(dst:T, {sources}, count:u32)", check=_NEW,
                 flags=single),)


_REAL_950 = lines(ONLY_950, same_type(2, "half float bfloat16"))

INSTRUCTIONS = (
    *(_function(vendor, lane, summary, calls=_UNLIKE.get(vendor)) for vendor, (lane, summary) in _UNARY.items()),
    _function(
        "Sign", "sign", "-1, 0 or 1", rows=_float_rows(2) + lines(ONLY_950, "int64/int64"), calls=elements(check="")
    ),
    _function(
        "Rint",
        "nearest",
        "nearest integer, ties to even",
        rows=_REAL_950,
        calls=elements(template=_configured("RINT", "Rint"), tail=_COUNTED, check=_NEW),
    ),
    _function(
        "IsFinite",
        "is_finite",
        "whether neither infinite nor NaN",
        rows=lines(ONLY_950, _TESTS, "bool/bfloat16 bfloat16/bfloat16"),
        calls=(call("<T, U>(dst:U, src:T, count:u32)", check=_NEW),),
    ),
    _function(
        "IsInf",
        "is_inf",
        "whether infinite",
        rows=lines(ONLY_950, _TESTS, "bool/bfloat16 bfloat16/bfloat16"),
        calls=_test("IS_INF", "IsInf"),
    ),
    _function(
        "IsNan",
        "is_nan",
        "whether NaN",
        rows=lines(ONLY_950, _TESTS, "bool/bfloat16 bfloat16/bfloat16"),
        calls=_test("IS_NAN", "IsNan"),
    ),
    _function(
        "LogicalNot",
        "logical_not",
        "whether zero",
        rows=lines(ONLY_950, _predicate_types(2)),
        calls=_logical("NOT", "Not", "src:U"),
    ),
    _function(
        "LogicalAnd",
        "logical_and",
        "whether both are not zero",
        "dst src0 src1",
        lines(ONLY_950, _predicate_types(3)),
        calls=_logical("AND", "And", "src0:U, src1:U"),
    ),
    _function(
        "LogicalOr",
        "logical_or",
        "whether one is not zero",
        "dst src0 src1",
        lines(ONLY_950, _predicate_types(3)),
        calls=_logical("OR", "Or", "src0:U, src1:U"),
    ),
    _function(
        "LogicalXor",
        "logical_xor",
        "whether exactly one is not zero",
        "dst src0 src1",
        lines(ONLY_950, _predicate_types(3)),
        calls=_logical("XOR", "Xor", "src0:U, src1:U"),
    ),
    _function(
        "LogicalAnds",
        "logical_and",
        "whether an element and a scalar are not zero",
        "dst src0 src1",
        lines(ONLY_950, _scalar_truths()),
        calls=_logical("ANDS", "Ands", "src0:U?, src1:S?", _SINGLE),
    ),
    _function(
        "LogicalOrs",
        "logical_or",
        "whether an element or a scalar is not zero",
        "dst src0 src1",
        lines(ONLY_950, _scalar_truths()),
        calls=_logical("ORS", "Ors", "src0:U?, src1:S?", _SINGLE),
    ),
    _function(
        "Fmod",
        "fmod",
        "remainder with the sign of the dividend",
        "dst src0 src1",
        calls=elements(3, f"T, {_REUSE}, _config:FmodConfig=DEFAULT_FMOD_CONFIG"),
    ),
    _function(
        "Hypot",
        "hypot",
        "length of a pair",
        "dst src0 src1",
        lines(ONLY_950, same_type(3, "half bfloat16 float")),
        calls=elements(3, check=_NEW),
    ),
    _function(
        "Power",
        "power",
        "src0 to the power of src1; each a tensor or a number",
        "dst src0 src1",
        _with_numbers(*_SCALAR_FORMS.split()),
        calls=powers(when="!std::is_integral_v<T>"),
    ),
    _function(
        "Fma",
        "multiply_add",
        "src0 * src1 + src2, rounded once",
        "dst src0 src1 src2",
        lines(ONLY_950, same_type(4, "half float")) + lines(ONLY_950, same_type(4, "bfloat16"), evidence="inferred"),
        calls=elements(4, _configured("FMA", "Fma"), _COUNTED, check=_NEW),
    ),
    _function(
        "Axpy",
        "axpy",
        "dst + src * scalar, the product rounded to float first",
        "dst+ src",
        everywhere("half/half float/float float/half"),
        calls=by_hand(
            "its number is the third of the macro, behind a destination that is read",
            f"<T, U, {_REUSE}>(dst:T, src:U, scalarValue:U, sharedTmpBuffer:uint8, count:u32)",
        ),
    ),
    # The level has no default, which tells this Exp from the instruction.
    _function(
        "Exp",
        "exp_series",
        "exponential with a chosen number of series terms",
        "dst src",
        calls=(
            call(
                "<T, taylorExpandLevel:u8, _isReuseSource:bool=false>(dst:T, src:T, tail:counted) "
                "-> static_cast<double>(taylorExpandLevel)",
                check=_FLOATS,
            ),
        ),
    ),
    _function("ClampMax", "clamp_max", "limit from above", "dst src", calls=_LIMIT),
    _function("ClampMin", "clamp_min", "limit from below", "dst src", calls=_LIMIT),
    _function(
        "Swish",
        "swish",
        "x * sigmoid(beta x)",
        "dst src",
        calls=(call(f"<T, {_REUSE}>(dst:T, src:T, count:u32, scalarValue:plain T)", check=_FLOATS),),
    ),
    # The number keeps 0 / 0 away where the element type can hold it.
    _function(
        "FasterGeluV2",
        "faster_gelu_v2",
        "gelu with a quadratic in place of the error function",
        "dst src",
        name="faster_gelu_v2",
        calls=(
            call(
                "<T, highPrecision:bool=false, _highPerformance:bool=false>(dst:T, src:T, tail:counted) "
                "-> std::is_same_v<T, half> && !highPrecision ? 0.0 : 1e-12",
                check=_FLOATS,
            ),
        ),
    ),
    _function("GeGLU", "geglu", "src0 * gelu(src1)", "dst src0 src1", name="geglu"),
    _function(
        "SwiGLU",
        "swiglu",
        "src0 * swish(src1)",
        "dst src0 src1",
        name="swiglu",
        calls=elements(3, more=", scalarValue:float&"),
    ),
    _function(
        "ReGlu",
        "reglu",
        "src0 * max(src1, 0)",
        "dst src0 src1",
        everywhere(same_type(3, "half bfloat16 float")),
        name="reglu",
        calls=elements(3, tail=_COUNTED),
    ),
    macro(
        "sin_cos",
        FAMILY,
        "SinCos",
        "dst0 dst1 src",
        "sine and cosine",
        sin_cos,
        lines(ONLY_950, same_type(3, "half float")) + lines(ONLY_950, same_type(3, "bfloat16"), evidence="inferred"),
        policies=POLICIES,
        parameters={"count": 0},
        calls=(
            call(f"<{_configured('SINCOS', 'SinCos')}>(dst0:T, dst1:T, src:T, tail:counted) -> {{count}}", check=_NEW),
        ),
    ),
)
