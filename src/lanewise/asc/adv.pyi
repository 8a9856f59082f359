# Made from the instruction records by `python -m lanewise.asc.stubs`. Do not edit.
"""The high-level library from Python, with pyasc's names: `asc.adv.softmax(dst, sum, max, src, tiling)`.

Mathematical functions take tensors, then a count or nothing (the whole source), and accept a `temp_buffer` that the
emulator does not need. Every other function of the library takes its tensors in the order of its record, None for one
that is left out, and its parameters by name: `help(asc.adv.layer_norm)`.
"""

from lanewise.asc.high_level import QuantConfig as QuantConfig
from lanewise.asc.high_level import RmsNormTiling as RmsNormTiling
from lanewise.asc.high_level import SoftMaxShapeInfo as SoftMaxShapeInfo
from lanewise.asc.high_level import SoftmaxTiling as SoftMaxTiling
from lanewise.asc.high_level import SoftmaxTiling as SoftmaxTiling
from lanewise.asc.high_level import TCubeTiling as TCubeTiling
from lanewise.asc.high_level import arange as arange
from lanewise.asc.high_level import concat as concat
from lanewise.asc.high_level import extract as extract
from lanewise.asc.high_level import quant as quant
from lanewise.asc.high_level import rmsnorm as rmsnorm
from lanewise.asc.high_level import softmax as softmax
from lanewise.machine.tensor import Tensor as _Tensor
from typing import Any as _Any
from typing import SupportsIndex as _SupportsIndex

def acos(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Acos: arc cosine

    asc.adv.acos(dst, src)
    """
def acosh(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Acosh: inverse hyperbolic cosine

    asc.adv.acosh(dst, src)
    """
def adjust_softmax_res(
    dst: _Any = None, max: _Any = None, height: _Any = 0, pitch: _Any = 0, rows: _Any = 0, columns: _Any = 0,
    nz: _Any = 0, wanted: _Any = 0, filler: _Any = 0, spread: _Any = 1, **hints: _Any
) -> None:
    """AdjustSoftMaxRes: fill the rows of a softmax whose maximum has given bits

    asc.adv.adjust_softmax_res(dst, max)
    """
def anti_quantize(
    dst: _Any = None, src: _Any = None, scale: _Any = 1.0, offset: _Any = 0.0, share: _Any = 0, axis: _Any = 1,
    rows: _Any = 1, columns: _Any = 0, group: _Any = 0, from_pitch: _Any = 0, to_pitch: _Any = 0, round_mode: _Any = 1,
    arithmetic: _Any = 0, has_offset: _Any = 0, scales: _Any = 0, offsets: _Any = 0, **hints: _Any
) -> None:
    """AntiQuantize: small elements to floats, by scales and offsets

    asc.adv.anti_quantize(dst, src, scale, offset)
    """
def ascend_anti_quant(
    dst: _Any = None, src: _Any = None, scale: _Any = 1.0, offset: _Any = 0.0, share: _Any = 0, axis: _Any = 1,
    rows: _Any = 1, columns: _Any = 0, group: _Any = 0, from_pitch: _Any = 0, to_pitch: _Any = 0, round_mode: _Any = 1,
    arithmetic: _Any = 0, has_offset: _Any = 0, scales: _Any = 0, offsets: _Any = 0, **hints: _Any
) -> None:
    """AscendAntiQuant: small elements to half or bfloat16, offset first

    asc.adv.ascend_anti_quant(dst, src, scale, offset)
    """
def ascend_dequant(
    dst: _Any = None, src: _Any = None, scale: _Any = 1.0, offset: _Any = 0.0, share: _Any = 0, axis: _Any = 1,
    rows: _Any = 1, columns: _Any = 0, group: _Any = 0, from_pitch: _Any = 0, to_pitch: _Any = 0, round_mode: _Any = 1,
    arithmetic: _Any = 0, has_offset: _Any = 0, scales: _Any = 0, offsets: _Any = 0, **hints: _Any
) -> None:
    """AscendDequant: 32-bit integers to floats, by scales

    asc.adv.ascend_dequant(dst, src, scale, offset)
    """
def asin(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Asin: arc sine

    asc.adv.asin(dst, src)
    """
def asinh(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Asinh: inverse hyperbolic sine

    asc.adv.asinh(dst, src)
    """
def atan(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Atan: arc tangent

    asc.adv.atan(dst, src)
    """
def atanh(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Atanh: inverse hyperbolic tangent

    asc.adv.atanh(dst, src)
    """
def axpy(dst: _Tensor, src: _Any, scalar: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Axpy: dst + src * scalar, the product rounded to float first

    asc.adv.axpy(dst, src)
    """
def batch_norm(
    out_y: _Any = None, out_mean: _Any = None, out_variance: _Any = None, src: _Any = None, gamma: _Any = None,
    beta: _Any = None, batches: _Any = 0, columns: _Any = 0, epsilon: _Any = 0.0, **hints: _Any
) -> None:
    """BatchNorm: normalise over the batch axis

    asc.adv.batch_norm(out_y, out_mean, out_variance, src, gamma, beta)
    """
def bitwise_and(dst: _Any = None, src0: _Any = None, src1: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """BitwiseAnd: and of all bits

    asc.adv.bitwise_and(dst, src0, src1)
    """
def bitwise_not(dst: _Any = None, src: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """BitwiseNot: all bits turned

    asc.adv.bitwise_not(dst, src)
    """
def bitwise_or(dst: _Any = None, src0: _Any = None, src1: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """BitwiseOr: or of all bits

    asc.adv.bitwise_or(dst, src0, src1)
    """
def bitwise_xor(dst: _Any = None, src0: _Any = None, src1: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """BitwiseXor: exclusive or of all bits

    asc.adv.bitwise_xor(dst, src0, src1)
    """
def broadcast(dst: _Any = None, src: _Any = None, rank: _Any = 1, **hints: _Any) -> None:
    """Broadcast: repeat along an axis

    asc.adv.broadcast(dst, src)
    """
def ceil(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Ceil: up to an integer

    asc.adv.ceil(dst, src)
    """
def clamp(dst: _Any = None, src: _Any = None, min: _Any = 0, max: _Any = 0, count: _Any = 0, **hints: _Any) -> None:
    """Clamp: limit from below and above by scalars or tensors

    asc.adv.clamp(dst, src, min, max)
    """
def clamp_max(dst: _Tensor, src: _Any, scalar: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """ClampMax: limit from above

    asc.adv.clamp_max(dst, src)
    """
def clamp_min(dst: _Tensor, src: _Any, scalar: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """ClampMin: limit from below

    asc.adv.clamp_min(dst, src)
    """
def cos(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Cos: cosine

    asc.adv.cos(dst, src)
    """
def cosh(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Cosh: hyperbolic cosine

    asc.adv.cosh(dst, src)
    """
def cumsum(
    dst: _Any = None, dst_last: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1,
    last_row: _Any = 1, **hints: _Any
) -> None:
    """CumSum: running sums along an axis

    asc.adv.cumsum(dst, dst_last, src)
    """
def deep_norm(
    dst: _Any = None, dst_mean: _Any = None, dst_variance: _Any = None, src: _Any = None, gx: _Any = None,
    beta: _Any = None, gamma: _Any = None, rows: _Any = 0, pitch: _Any = 0, valid: _Any = 0, epsilon: _Any = 0.0,
    alpha: _Any = 0.0, **hints: _Any
) -> None:
    """DeepNorm: normalise alpha * src + gx over rows

    asc.adv.deep_norm(dst, dst_mean, dst_variance, src, gx, beta, gamma)
    """
def dequantize(
    dst: _Any = None, src: _Any = None, scale: _Any = 1.0, offset: _Any = 0.0, share: _Any = 0, axis: _Any = 1,
    rows: _Any = 1, columns: _Any = 0, group: _Any = 0, from_pitch: _Any = 0, to_pitch: _Any = 0, round_mode: _Any = 1,
    arithmetic: _Any = 0, has_offset: _Any = 0, scales: _Any = 0, offsets: _Any = 0, **hints: _Any
) -> None:
    """Dequantize: 32-bit integers to floats, by scales of a policy

    asc.adv.dequantize(dst, src, scale, offset)
    """
def digamma(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Digamma: derivative of the logarithm of the gamma function

    asc.adv.digamma(dst, src)
    """
def dropout(
    dst: _Any = None, src: _Any = None, mask: _Any = None, rows: _Any = 1, columns: _Any = 0, mask_pitch: _Any = 0,
    mode: _Any = 2, keep: _Any = 1.0, **hints: _Any
) -> None:
    """DropOut: keep and scale what a mask of bytes or bits keeps

    asc.adv.dropout(dst, src, mask)
    """
def erf(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Erf: error function

    asc.adv.erf(dst, src)
    """
def erfc(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Erfc: 1 - error function

    asc.adv.erfc(dst, src)
    """
def exp(dst: _Tensor, src: _Any, scalar: _Any = 10.0, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Exp: exponential with a chosen number of series terms

    asc.adv.exp(dst, src)
    """
def faster_gelu(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """FasterGelu: x * sigmoid(1.702 x)

    asc.adv.faster_gelu(dst, src)
    """
def faster_gelu_v2(
    dst: _Tensor, src: _Any, scalar: _Any = 1e-12, count: _SupportsIndex | None = None, **hints: _Any
) -> None:
    """FasterGeluV2: gelu with a quadratic in place of the error function

    asc.adv.faster_gelu_v2(dst, src)
    """
def fill(dst: _Any = None, count: _Any = 0, value: _Any = 0, **hints: _Any) -> None:
    """Fill: fill global memory with a value

    asc.adv.fill(dst)
    """
def floor(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Floor: down to an integer

    asc.adv.floor(dst, src)
    """
def fma(dst: _Tensor, src0: _Any, src1: _Any, src2: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Fma: src0 * src1 + src2, rounded once

    asc.adv.fma(dst, src0, src1, src2)
    """
def fmod(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Fmod: remainder with the sign of the dividend

    asc.adv.fmod(dst, src0, src1)
    """
def frac(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Frac: fraction with the sign of the number

    asc.adv.frac(dst, src)
    """
def geglu(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """GeGLU: src0 * gelu(src1)

    asc.adv.geglu(dst, src0, src1)
    """
def gelu(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Gelu: x * sigmoid(1.5957691 (x + 0.044715 x^3))

    asc.adv.gelu(dst, src)
    """
def group_norm(
    out_y: _Any = None, out_mean: _Any = None, out_variance: _Any = None, src: _Any = None, gamma: _Any = None,
    beta: _Any = None, n: _Any = 0, channels: _Any = 0, groups: _Any = 0, each: _Any = 0, plane: _Any = 0,
    pitch: _Any = 0, epsilon: _Any = 0.0, **hints: _Any
) -> None:
    """GroupNorm: normalise over groups of channels

    asc.adv.group_norm(out_y, out_mean, out_variance, src, gamma, beta)
    """
def hypot(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Hypot: length of a pair

    asc.adv.hypot(dst, src0, src1)
    """
def is_finite(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """IsFinite: whether neither infinite nor NaN

    asc.adv.is_finite(dst, src)
    """
def is_inf(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """IsInf: whether infinite

    asc.adv.is_inf(dst, src)
    """
def is_nan(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """IsNan: whether NaN

    asc.adv.is_nan(dst, src)
    """
def layer_norm(
    out_y: _Any = None, out_mean: _Any = None, out_second: _Any = None, src: _Any = None, gamma: _Any = None,
    beta: _Any = None, rows: _Any = 0, pitch: _Any = 0, valid: _Any = 0, epsilon: _Any = 0.0, rstd: _Any = 0,
    **hints: _Any
) -> None:
    """LayerNorm: normalise rows, with mean and variance or reciprocal deviation

    asc.adv.layer_norm(out_y, out_mean, out_second, src, gamma, beta)
    """
def layer_norm_grad(
    out_pd_x: _Any = None, out_res: _Any = None, dy: _Any = None, src: _Any = None, variance: _Any = None,
    mean: _Any = None, gamma: _Any = None, rows: _Any = 0, pitch: _Any = 0, valid: _Any = 0, epsilon: _Any = 0.0,
    **hints: _Any
) -> None:
    """LayerNormGrad: gradient of LayerNorm by its input

    asc.adv.layer_norm_grad(out_pd_x, out_res, dy, src, variance, mean, gamma)
    """
def layer_norm_grad_beta(
    out_pd_gamma: _Any = None, out_pd_beta: _Any = None, res: _Any = None, dy: _Any = None, rows: _Any = 0,
    pitch: _Any = 0, valid: _Any = 0, **hints: _Any
) -> None:
    """LayerNormGradBeta: gradients of LayerNorm by gamma and beta

    asc.adv.layer_norm_grad_beta(out_pd_gamma, out_pd_beta, res, dy)
    """
def lgamma(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Lgamma: logarithm of the gamma function

    asc.adv.lgamma(dst, src)
    """
def log(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Log: natural logarithm

    asc.adv.log(dst, src)
    """
def log10(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Log10: logarithm to base ten

    asc.adv.log10(dst, src)
    """
def log2(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Log2: logarithm to base two

    asc.adv.log2(dst, src)
    """
def log_softmax(
    dst: _Any = None, out_sum: _Any = None, out_max: _Any = None, src: _Any = None, height: _Any = 0, pitch: _Any = 0,
    rows: _Any = 0, columns: _Any = 0, nz: _Any = 0, **hints: _Any
) -> None:
    """LogSoftMax: logarithm to base ten of the softmax of rows

    asc.adv.log_softmax(dst, out_sum, out_max, src)
    """
def logical_and(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """LogicalAnd: whether both are not zero

    asc.adv.logical_and(dst, src0, src1)
    """
def logical_ands(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """LogicalAnds: whether an element and a scalar are not zero

    asc.adv.logical_ands(dst, src0, src1)
    """
def logical_not(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """LogicalNot: whether zero

    asc.adv.logical_not(dst, src)
    """
def logical_or(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """LogicalOr: whether one is not zero

    asc.adv.logical_or(dst, src0, src1)
    """
def logical_ors(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """LogicalOrs: whether an element or a scalar is not zero

    asc.adv.logical_ors(dst, src0, src1)
    """
def logical_xor(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """LogicalXor: whether exactly one is not zero

    asc.adv.logical_xor(dst, src0, src1)
    """
def mean(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, pitch: _Any = 0, n: _Any = 0, sums_in: _Any = 11, **hints: _Any
) -> None:
    """Mean: means of rows, neighbours first

    asc.adv.mean(dst, src)
    """
def normalize(
    out_y: _Any = None, out_rstd: _Any = None, mean: _Any = None, variance: _Any = None, src: _Any = None,
    gamma: _Any = None, beta: _Any = None, rows: _Any = 0, pitch: _Any = 0, valid: _Any = 0, epsilon: _Any = 0.0,
    **hints: _Any
) -> None:
    """Normalize: normalise rows with given mean and variance

    asc.adv.normalize(out_y, out_rstd, mean, variance, src, gamma, beta)
    """
def pad(
    dst: _Any = None, src: _Any = None, rows: _Any = 0, width: _Any = 0, original: _Any = 0, left: _Any = 0,
    right: _Any = 0, value: _Any = 0, **hints: _Any
) -> None:
    """Pad: give rows margins

    asc.adv.pad(dst, src)
    """
def philox_random(
    dst: _Any = None, stride: _Any = 0, rows: _Any = 1, columns: _Any = 0, key0: _Any = 0, key1: _Any = 0,
    counter0: _Any = 0, counter1: _Any = 0, counter2: _Any = 0, counter3: _Any = 0, rounds: _Any = 7, **hints: _Any
) -> None:
    """PhiloxRandom: Philox4x32 random numbers from a key and a counter

    asc.adv.philox_random(dst)
    """
def power(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Power: src0 to the power of src1; each a tensor or a number

    asc.adv.power(dst, src0, src1)
    """
def quantize(
    dst: _Any = None, src: _Any = None, scale: _Any = 1.0, offset: _Any = 0.0, share: _Any = 0, axis: _Any = 1,
    rows: _Any = 1, columns: _Any = 0, group: _Any = 0, from_pitch: _Any = 0, to_pitch: _Any = 0, round_mode: _Any = 1,
    arithmetic: _Any = 0, has_offset: _Any = 0, scales: _Any = 0, offsets: _Any = 0, **hints: _Any
) -> None:
    """Quantize: floats to 8 bits, by scales of a policy

    asc.adv.quantize(dst, src, scale, offset)
    """
def reduce_all(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceAll: and of zeros and ones along an axis

    asc.adv.reduce_all(dst, src)
    """
def reduce_any(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceAny: or of zeros and ones along an axis

    asc.adv.reduce_any(dst, src)
    """
def reduce_max(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceMax: maxima along an axis

    asc.adv.reduce_max(dst, src)
    """
def reduce_mean(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceMean: means along an axis

    asc.adv.reduce_mean(dst, src)
    """
def reduce_min(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceMin: minima along an axis

    asc.adv.reduce_min(dst, src)
    """
def reduce_prod(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceProd: products along an axis

    asc.adv.reduce_prod(dst, src)
    """
def reduce_sum(
    dst: _Any = None, src: _Any = None, rows: _Any = 1, columns: _Any = 0, inner: _Any = 1, padded: _Any = 0,
    **hints: _Any
) -> None:
    """ReduceSum: sums along an axis

    asc.adv.reduce_sum(dst, src)
    """
def reduce_xor_sum(dst: _Any = None, src0: _Any = None, src1: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """ReduceXorSum: sum of exclusive ors, limited to 16 bits

    asc.adv.reduce_xor_sum(dst, src0, src1)
    """
def reglu(dst: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """ReGlu: src0 * max(src1, 0)

    asc.adv.reglu(dst, src0, src1)
    """
def rint(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Rint: nearest integer, ties to even

    asc.adv.rint(dst, src)
    """
def round(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Round: nearest integer, ties to even

    asc.adv.round(dst, src)
    """
def select(
    dst: _Any = None, src0: _Any = 0, src1: _Any = 0, mask: _Any = None, rows: _Any = 1, columns: _Any = 0,
    mask_pitch: _Any = 0, **hints: _Any
) -> None:
    """Select: choose between a tensor and a scalar by a mask of bytes

    asc.adv.select(dst, src0, src1, mask)
    """
def sigmoid(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Sigmoid: 1 / (1 + e^-x)

    asc.adv.sigmoid(dst, src)
    """
def sign(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Sign: -1, 0 or 1

    asc.adv.sign(dst, src)
    """
def silu(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Silu: x * sigmoid(x)

    asc.adv.silu(dst, src)
    """
def simple_softmax(
    dst: _Any = None, in_sum: _Any = None, in_max: _Any = None, src: _Any = None, height: _Any = 0, pitch: _Any = 0,
    rows: _Any = 0, columns: _Any = 0, nz: _Any = 0, **hints: _Any
) -> None:
    """SimpleSoftMax: softmax of rows with given maxima and sums

    asc.adv.simple_softmax(dst, in_sum, in_max, src)
    """
def sin(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Sin: sine

    asc.adv.sin(dst, src)
    """
def sin_cos(dst0: _Any = None, dst1: _Any = None, src: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """SinCos: sine and cosine

    asc.adv.sin_cos(dst0, dst1, src)
    """
def sinh(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Sinh: hyperbolic sine

    asc.adv.sinh(dst, src)
    """
def softmax_flash(
    dst: _Any = None, out_sum: _Any = None, out_max: _Any = None, src: _Any = None, out_exp_max: _Any = None,
    in_sum: _Any = None, in_max: _Any = None, height: _Any = 0, pitch: _Any = 0, rows: _Any = 0, columns: _Any = 0,
    nz: _Any = 0, update: _Any = 0, spread: _Any = 1, **hints: _Any
) -> None:
    """SoftmaxFlash: softmax in pieces, divided at each step

    asc.adv.softmax_flash(dst, out_sum, out_max, src, out_exp_max, in_sum, in_max)
    """
def softmax_flash_v2(
    dst: _Any = None, out_sum: _Any = None, out_max: _Any = None, src: _Any = None, out_exp_max: _Any = None,
    in_sum: _Any = None, in_max: _Any = None, out_reduce_max: _Any = None, height: _Any = 0, pitch: _Any = 0,
    rows: _Any = 0, columns: _Any = 0, nz: _Any = 0, update: _Any = 0, spread: _Any = 1, **hints: _Any
) -> None:
    """SoftmaxFlashV2: softmax in pieces, divided by the caller

    asc.adv.softmax_flash_v2(dst, out_sum, out_max, src, out_exp_max, in_sum, in_max, out_reduce_max)
    """
def softmax_flash_v3(
    dst: _Any = None, out_mean: _Any = None, out_sum: _Any = None, out_max: _Any = None, src: _Any = None,
    out_exp_max: _Any = None, in_mean: _Any = None, in_sum: _Any = None, in_max: _Any = None, height: _Any = 0,
    pitch: _Any = 0, rows: _Any = 0, columns: _Any = 0, nz: _Any = 0, update: _Any = 0, loops: _Any = 1,
    split: _Any = 8, alpha: _Any = 0.9375, **hints: _Any
) -> None:
    """SoftmaxFlashV3: softmax in pieces of rows shifted towards their mean

    asc.adv.softmax_flash_v3(dst, out_mean, out_sum, out_max, src, out_exp_max, in_mean, in_sum, in_max)
    """
def softmax_grad(
    dst: _Any = None, grad: _Any = None, src: _Any = None, height: _Any = 0, pitch: _Any = 0, rows: _Any = 0,
    columns: _Any = 0, nz: _Any = 0, front: _Any = 0, **hints: _Any
) -> None:
    """SoftmaxGrad: gradient of the softmax of rows

    asc.adv.softmax_grad(dst, grad, src)
    """
def softmax_grad_front(
    dst: _Any = None, grad: _Any = None, src: _Any = None, height: _Any = 0, pitch: _Any = 0, rows: _Any = 0,
    columns: _Any = 0, nz: _Any = 0, front: _Any = 1, **hints: _Any
) -> None:
    """SoftmaxGradFront: row sums of gradient times softmax

    asc.adv.softmax_grad_front(dst, grad, src)
    """
def sort(
    dst: _Any = None, src: _Any = None, index: _Any = None, repeats: _Any = 1, full: _Any = 1, **hints: _Any
) -> None:
    """Sort: sort values with their indices into records

    asc.adv.sort(dst, src, index)
    """
def sort_arrays(
    dst: _Any = None, dst_index: _Any = None, src: _Any = None, src_index: _Any = None, count: _Any = 0,
    descending: _Any = 0, **hints: _Any
) -> None:
    """Sort: sort a plain array, with indices or without

    asc.adv.sort_arrays(dst, dst_index, src, src_index)
    """
def sum(dst: _Any = None, src: _Any = None, rows: _Any = 1, pitch: _Any = 0, n: _Any = 0, **hints: _Any) -> None:
    """Sum: sums of rows, neighbours first

    asc.adv.sum(dst, src)
    """
def swiglu(
    dst: _Tensor, src0: _Any, src1: _Any, scalar: _Any = 1.0, count: _SupportsIndex | None = None, **hints: _Any
) -> None:
    """SwiGLU: src0 * swish(src1)

    asc.adv.swiglu(dst, src0, src1)
    """
def swish(dst: _Tensor, src: _Any, scalar: _Any = 1.0, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Swish: x * sigmoid(beta x)

    asc.adv.swish(dst, src)
    """
def tan(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Tan: tangent

    asc.adv.tan(dst, src)
    """
def tanh(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Tanh: hyperbolic tangent

    asc.adv.tanh(dst, src)
    """
def topk(
    dst_value: _Any = None, dst_index: _Any = None, src: _Any = None, src_index: _Any = None, finish: _Any = None,
    k: _Any = 1, rows: _Any = 1, pitch: _Any = 0, n: _Any = 0, packed: _Any = 0, largest: _Any = 1, **hints: _Any
) -> None:
    """TopK: the best k of each row with their indices

    asc.adv.topk(dst_value, dst_index, src, src_index, finish)
    """
def trans_data(
    dst: _Any = None, src: _Any = None, to: _Any = 1, n: _Any = 1, c: _Any = 1, d: _Any = 1, hw: _Any = 1, **hints: _Any
) -> None:
    """TransData: between NCDHW and layouts of 16 channels

    asc.adv.trans_data(dst, src)
    """
def transpose(
    dst: _Any = None, src: _Any = None, type: _Any = 0, b: _Any = 1, n: _Any = 1, s: _Any = 1, h: _Any = 1,
    **hints: _Any
) -> None:
    """Transpose: swap axes between NZ and ND layouts

    asc.adv.transpose(dst, src)
    """
def trunc(dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, **hints: _Any) -> None:
    """Trunc: towards zero to an integer

    asc.adv.trunc(dst, src)
    """
def unpad(dst: _Any = None, src: _Any = None, rows: _Any = 0, width: _Any = 0, right: _Any = 0, **hints: _Any) -> None:
    """UnPad: take the right margin from rows

    asc.adv.unpad(dst, src)
    """
def welford_finalize(
    out_mean: _Any = None, out_variance: _Any = None, mean: _Any = None, variance: _Any = None, counts: _Any = None,
    lanes: _Any = 0, head: _Any = 0, head_lanes: _Any = 0, tail: _Any = 0, equal: _Any = 1, each: _Any = 0,
    share: _Any = 0.0, variance_share: _Any = 0.0, **hints: _Any
) -> None:
    """WelfordFinalize: reduce running statistics to one mean and variance

    asc.adv.welford_finalize(out_mean, out_variance, mean, variance, counts)
    """
def welford_update(
    out_mean: _Any = None, out_variance: _Any = None, mean: _Any = None, variance: _Any = None, src: _Any = None,
    rows: _Any = 1, lanes: _Any = 0, used: _Any = 0, copied: _Any = 0, share: _Any = 0.0, **hints: _Any
) -> None:
    """WelfordUpdate: one step of running mean and sum of squares

    asc.adv.welford_update(out_mean, out_variance, mean, variance, src)
    """
def where(
    dst: _Any = None, src0: _Any = 0, src1: _Any = 0, condition: _Any = None, count: _Any = 0, **hints: _Any
) -> None:
    """Where: choose by a condition between scalars or tensors

    asc.adv.where(dst, src0, src1, condition)
    """
def xor(dst: _Any = None, src0: _Any = None, src1: _Any = None, count: _Any = 0, **hints: _Any) -> None:
    """Xor: exclusive or of 16-bit integers

    asc.adv.xor(dst, src0, src1)
    """
