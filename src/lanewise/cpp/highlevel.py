"""The high-level functions of Ascend C: what there is, and which of it our C++ headers have.

The headers and the records that calls are made from say themselves what they have; nothing here has to be kept in step
with them.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import NamedTuple

from lanewise.cpp import package
from lanewise.isa.catalogue import instructions

HEADERS = os.path.join(package.HEADERS, "lanewise", "ascend", "library")

FUNCTIONS: dict[str, dict[str, str]] = {
    "activation": {
        "AdjustSoftMaxRes": "fill the rows of a softmax whose maximum has given bits",
        "FasterGelu": "x * sigmoid(1.702 x)",
        "FasterGeluV2": "gelu with a quadratic in place of the error function",
        "GeGLU": "src0 * gelu(src1)",
        "Gelu": "x * sigmoid(1.5957691 (x + 0.044715 x^3))",
        "LogSoftMax": "logarithm to base ten of the softmax of rows",
        "ReGlu": "src0 * max(src1, 0)",
        "Sigmoid": "1 / (1 + e^-x)",
        "Silu": "x * sigmoid(x)",
        "SimpleSoftMax": "softmax of rows with given maxima and sums",
        "SoftMax": "softmax of rows, with their maxima and sums",
        "SoftmaxFlash": "softmax in pieces, divided at each step",
        "SoftmaxFlashV2": "softmax in pieces, divided by the caller",
        "SoftmaxFlashV3": "softmax in pieces of rows shifted towards their mean",
        "SoftmaxGrad": "gradient of the softmax of rows",
        "SoftmaxGradFront": "row sums of gradient times softmax",
        "SwiGLU": "src0 * swish(src1)",
        "Swish": "x * sigmoid(beta x)",
    },
    "filter": {
        "DropOut": "keep and scale what a mask of bytes or bits keeps",
        "Select": "choose between a tensor and a scalar by a mask of bytes",
    },
    "index": {"Arange": "an arithmetic progression"},
    "math": {
        "Acos": "arc cosine",
        "Acosh": "inverse hyperbolic cosine",
        "Asin": "arc sine",
        "Asinh": "inverse hyperbolic sine",
        "Atan": "arc tangent",
        "Atanh": "inverse hyperbolic tangent",
        "Axpy": "dst + src * scalar, also half into float",
        "BitwiseAnd": "and of all bits",
        "BitwiseNot": "all bits turned",
        "BitwiseOr": "or of all bits",
        "BitwiseXor": "exclusive or of all bits",
        "Ceil": "up to an integer",
        "Clamp": "limit from below and above by scalars or tensors",
        "ClampMax": "limit from above",
        "ClampMin": "limit from below",
        "Cos": "cosine",
        "Cosh": "hyperbolic cosine",
        "CumSum": "running sums along an axis",
        "Digamma": "derivative of the logarithm of the gamma function",
        "Erf": "error function",
        "Erfc": "1 - error function",
        "Exp": "exponential with a chosen number of series terms",
        "Floor": "down to an integer",
        "Fma": "src0 * src1 + src2, rounded once",
        "Fmod": "remainder with the sign of the dividend",
        "Frac": "fraction with the sign of the number",
        "Hypot": "length of a pair",
        "IsFinite": "whether neither infinite nor NaN",
        "IsInf": "whether infinite",
        "IsNan": "whether NaN",
        "Lgamma": "logarithm of the gamma function",
        "Log": "natural logarithm",
        "Log10": "logarithm to base ten",
        "Log2": "logarithm to base two",
        "LogicalAnd": "whether both are not zero",
        "LogicalAnds": "whether an element and a scalar are not zero",
        "LogicalNot": "whether zero",
        "LogicalOr": "whether one is not zero",
        "LogicalOrs": "whether an element or a scalar is not zero",
        "LogicalXor": "whether exactly one is not zero",
        "Power": "power of tensors and scalars, floats and integers",
        "Rint": "nearest integer, ties to even",
        "Round": "nearest integer, ties to even",
        "Sign": "-1, 0 or 1",
        "Sin": "sine",
        "SinCos": "sine and cosine",
        "Sinh": "hyperbolic sine",
        "Tan": "tangent",
        "Tanh": "hyperbolic tangent",
        "Trunc": "towards zero to an integer",
        "Where": "choose by a condition between scalars or tensors",
        "Xor": "exclusive or of 16-bit integers",
    },
    "normalization": {
        "BatchNorm": "normalise over the batch axis",
        "DeepNorm": "normalise alpha * src + gx over rows",
        "GroupNorm": "normalise over groups of channels",
        "LayerNorm": "normalise rows, with mean and variance or reciprocal deviation",
        "LayerNormGrad": "gradient of LayerNorm by its input",
        "LayerNormGradBeta": "gradients of LayerNorm by gamma and beta",
        "Normalize": "normalise rows with given mean and variance",
        "RmsNorm": "divide rows by their root mean square",
        "WelfordFinalize": "reduce running statistics to one mean and variance",
        "WelfordUpdate": "one step of running mean and sum of squares",
    },
    "quantization": {
        "AntiQuantize": "small elements to floats, by scales and offsets",
        "AscendAntiQuant": "small elements to half or bfloat16, offset first",
        "AscendDequant": "32-bit integers to floats, by scales",
        "AscendQuant": "floats to 8 bits",
        "Dequantize": "32-bit integers to floats, by scales of a policy",
        "Quantize": "floats to 8 bits, by scales of a policy",
    },
    "random": {"PhiloxRandom": "Philox4x32 random numbers from a key and a counter"},
    "reduce": {
        "Mean": "means of rows",
        "ReduceAll": "and of zeros and ones along an axis",
        "ReduceAny": "or of zeros and ones along an axis",
        "ReduceMax": "maxima along an axis",
        "ReduceMean": "means along an axis",
        "ReduceMin": "minima along an axis",
        "ReduceProd": "products along an axis",
        "ReduceSum": "sums along an axis",
        "ReduceXorSum": "sum of exclusive ors, limited to 16 bits",
        "Sum": "sums of rows, neighbours first",
    },
    "sort": {
        "Concat": "prepare values for Sort",
        "Extract": "values and indices of sorted records",
        "GetSortLen": "elements that records take",
        "GetSortOffset": "where a record starts, in elements",
        "MrgSort": "merge two to four sorted lists of records",
        "Sort": "sort values with their indices",
        "TopK": "the best k of each row with their indices",
    },
    "transform": {
        "Broadcast": "repeat along an axis",
        "Fill": "fill global memory with a value",
        "Pad": "give rows margins",
        "TransData": "between NCDHW and layouts of 16 channels",
        "Transpose": "swap axes between NZ and ND layouts",
        "UnPad": "take the right margin from rows",
    },
}

# A function, or a name given to a macro that makes one, at the start of a line.
_DEFINED = re.compile(r"^(?:(?:LANEWISE_API )?(?:void|bool|std::uint32_t) |LANEWISE_\w+\()(\w+)\b", re.MULTILINE)


class Function(NamedTuple):
    name: str
    family: str
    summary: str
    present: bool


@cache
def functions() -> tuple[Function, ...]:
    """All of them, by family and name."""
    have: set[str] = set()
    for entry in sorted(os.listdir(HEADERS)):
        with open(os.path.join(HEADERS, entry), encoding="utf-8") as header:
            have.update(_DEFINED.findall(header.read()))
    for ins in instructions().values():
        if ins.form.executor == "macro" and any(not c.by_hand for c in ins.overloads):
            have.update(ins.vendor)
    return tuple(
        Function(name, family, summary, name in have)
        for family, members in FUNCTIONS.items()
        for name, summary in members.items()
    )


def missing() -> tuple[Function, ...]:
    return tuple(function for function in functions() if not function.present)
