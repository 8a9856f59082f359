"""Normalisation: mean and biased variance of rows, then scale and shift. Statistics are float64, rounded once."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend_lib.lib_reduce import running
from lanewise.isa.calls import Call, scratched
from lanewise.isa.macro import ONLY_950, Macro, Part, everywhere, first_elements, lines, macro, same_type
from lanewise.isa.record import Instruction, Row

FAMILY = "library normalization"
POLICIES = ("library_functions", "float_saturation", "nan_result")
ROWS = {"rows": 0, "pitch": 0, "valid": 0}
Array = np.ndarray[Any, Any]


def moments(x: Array) -> tuple[Array, Array]:
    """Mean and biased variance of each row."""
    n = x.shape[1]
    mean = running(x) / n
    d = x - mean[:, None]
    return mean, running(d * d) / n


def _row(m: Macro, operand: int, n: int, default: float) -> Array:
    return m.numbers(operand, first_elements(n)) if m.has(operand) else np.full(n, default)


def _matrix(m: Macro, operand: int) -> Array:
    rows, pitch, valid = m.params[:3]
    return m.numbers(operand, Part(rows, pitch, valid)).reshape(rows, valid)


def _normalized(m: Macro, x: Array, gamma: int, beta: int, epsilon: float, rstd_is_second: bool) -> None:
    rows, pitch, valid = m.params[:3]
    mean, variance = moments(x)
    rstd = 1 / np.sqrt(variance + epsilon)
    scale, shift = _row(m, gamma, valid, 1.0), _row(m, beta, valid, 0.0)
    m.put(0, Part(rows, pitch, valid), (x - mean[:, None]) * rstd[:, None] * scale + shift)
    if m.has(1):
        m.put(1, first_elements(rows), mean)
        m.put(2, first_elements(rows), rstd if rstd_is_second else variance)


def layer_norm(m: Macro) -> None:
    """Further params: epsilon, whether the second statistic is the reciprocal deviation (else the variance)."""
    _normalized(m, _matrix(m, 3), 4, 5, m.real(3), bool(m.params[4]))


def deep_norm(m: Macro) -> None:
    """LayerNorm of alpha * src + gx. Further params: epsilon, alpha."""
    _normalized(m, m.real(4) * _matrix(m, 3) + _matrix(m, 4), 6, 5, m.real(3), False)


def normalize(m: Macro) -> None:
    """With given mean and variance. One more param: epsilon."""
    rows, pitch, valid = m.params[:3]
    x, mean = _matrix(m, 4), m.numbers(2, first_elements(rows))
    rstd = 1 / np.sqrt(m.numbers(3, first_elements(rows)) + m.real(3))
    scale, shift = _row(m, 5, valid, 1.0), _row(m, 6, valid, 0.0)
    m.put(0, Part(rows, pitch, valid), (x - mean[:, None]) * rstd[:, None] * scale + shift)
    if m.has(1):
        m.put(1, first_elements(rows), rstd)


def rms_norm(m: Macro) -> None:
    """Further params: epsilon, the share of each element (1 / valid)."""
    rows, pitch, valid = m.params[:3]
    x = _matrix(m, 1)
    root = np.sqrt(running(x * x) * m.real(4) + m.real(3))
    m.put(0, Part(rows, pitch, valid), x / root[:, None] * m.numbers(2, first_elements(valid)))


def batch_norm(m: Macro) -> None:
    """params: batches, columns, epsilon. Statistics over the batches; gamma and beta belong to the batches."""
    batches, columns = m.params[:2]
    x = m.numbers(3, first_elements(batches * columns)).reshape(batches, columns)
    mean, variance = moments(np.ascontiguousarray(x.T))
    rstd = 1 / np.sqrt(variance + m.real(2))
    scale, shift = m.numbers(4, first_elements(batches)), m.numbers(5, first_elements(batches))
    m.put(0, first_elements(batches * columns), (x - mean) * rstd * scale[:, None] + shift[:, None])
    m.put(1, first_elements(columns), mean)
    m.put(2, first_elements(columns), variance)


def group_norm(m: Macro) -> None:
    """params: n, channels, groups, channels of a group, elements of a plane, its pitch, epsilon."""
    n, channels, groups, each, plane, pitch = m.params[:6]
    part = Part(n * groups * each, pitch, plane)
    x = m.numbers(3, part).reshape(n * groups, each * plane)
    mean, variance = moments(x)
    rstd = 1 / np.sqrt(variance + m.real(6))
    scale, shift = (
        np.repeat(m.numbers(i, first_elements(channels))[: groups * each], plane).reshape(groups, each * plane)
        for i in (4, 5)
    )
    y = (x - mean[:, None]) * rstd[:, None] * np.tile(scale, (n, 1)) + np.tile(shift, (n, 1))
    m.put(0, part, y)
    m.put(1, first_elements(n * groups), mean)
    m.put(2, first_elements(n * groups), variance)


def layer_norm_grad(m: Macro) -> None:
    """One more param: epsilon. Float steps follow the formula, because the sums cancel; sums are float64."""
    rows, pitch, n = m.params[:3]
    f = np.float32
    dy, x = _matrix(m, 2).astype(f), _matrix(m, 3).astype(f)
    gamma = m.numbers(6, first_elements(n)).astype(f)
    v = m.numbers(4, first_elements(rows)).astype(f) + f(m.real(3))
    wide = v.astype(np.float64)
    rstd = (1 / np.sqrt(wide)).astype(f)[:, None]
    cubed = (1 / (wide * np.sqrt(wide))).astype(f)[:, None]
    centred = x - m.numbers(5, first_elements(rows)).astype(f)[:, None]
    scaled, share = dy * gamma, f(1) / f(n)
    variance_sum = running((scaled * f(-0.5) * centred * cubed).astype(np.float64)).astype(f)
    scaled_sum = running((scaled * -rstd).astype(np.float64)).astype(f)
    centred_sum = running((f(-2) * centred).astype(np.float64)).astype(f)
    pd_mean = scaled_sum + variance_sum * share * centred_sum
    result = scaled * rstd + (variance_sum * f(2) * share)[:, None] * centred + (pd_mean * share)[:, None]
    part = Part(rows, pitch, n)
    m.put(0, part, result)
    m.put(1, part, centred * rstd)


def layer_norm_grad_beta(m: Macro) -> None:
    """Sums over the rows of dy times the normalised input, and of dy."""
    valid = m.params[2]
    res, dy = _matrix(m, 2), _matrix(m, 3)
    m.put(0, first_elements(valid), running(np.ascontiguousarray((res * dy).T)))
    m.put(1, first_elements(valid), running(np.ascontiguousarray(dy.T)))


def _norm(
    name: str, vendor: str, operands: str, summary: str, meaning: Any, rows: tuple[Row, ...] | None = None,
    parameters: dict[str, float] | None = None, python: str = "",
    calls: tuple[Call, ...] = (),
) -> Instruction:
    legal = rows or everywhere(same_type(len(operands.split()), "half float"))
    return macro(name, FAMILY, vendor, operands, summary, meaning, legal, policies=POLICIES,
                 parameters=parameters or ROWS, python=(python or name,), calls=calls)


def _separate(names: str) -> str:
    """Statistics in float or none, and gamma and beta of another type or none."""
    out = []
    for t in names.split():
        for u in dict.fromkeys((t, "float")):
            for gamma in (u, ""):
                for beta in (u, ""):
                    out += [f"{t}/float/float/{t}/{gamma}/{beta}", f"{t}///{t}/{gamma}/{beta}"]
    return " ".join(dict.fromkeys(out))


def _type_combinations(names: str) -> str:
    out = []
    for t in names.split():
        for u in dict.fromkeys((t, "float")):
            for gamma in (u, ""):
                for beta in (u, ""):
                    out += [f"{t}/{rstd}/float/float/{t}/{gamma}/{beta}" for rstd in ("float", "")]
    return " ".join(dict.fromkeys(out))


_LAYER = "out_y out_mean out_second src gamma beta"

_BITS = "lanewise::library::real_bits"
_PITCHED = f"tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength, {_BITS}(epsilon)"
_REUSE, _BASIC = "_isReuseSource:bool=false", "_isBasicBlock:bool=false"
_SIX = "outY:T, outMean:T, {second}:T, src:T, gamma:T, beta:T, {{scratch}}epsilon:plain T"
_OPTIONAL = "lanewise::library::given<!config.isNoGamma>(gamma), lanewise::library::given<!config.isNoBeta>(beta)"

INSTRUCTIONS = (
    _norm("layer_norm", "LayerNorm", _LAYER, "normalise rows, with mean and variance or reciprocal deviation",
          layer_norm, everywhere("half/half/half/half/half/half", _separate("half float"))
          + lines(ONLY_950, _separate("bfloat16")), {**ROWS, "epsilon": 0.0, "rstd": 0},
          calls=(
              *scratched(f"<T, {_REUSE}>({_SIX.format(second='outSecond')}, tiling:LayerNormTiling&) -> {_PITCHED}, 0"),
              # Over R of [A, R]; statistics are float, and the second one is the reciprocal deviation unless the
              # configuration says otherwise.
              *scratched(f"<U, T, {_REUSE}, config:LayerNormConfig=LNCFG_NORM>(outY:T, outMean:float, outSecond:float, "
                         "src:T, gamma:U, beta:U, epsilon:float, {scratch}para:LayerNormPara&, "
                         "_tiling:LayerNormSeparateTiling&) -> para.aLength, para.rLengthWithPadding, para.rLength, "
                         f"{_BITS}(epsilon), config.isOutputRstd",
                         operands="outY, lanewise::library::given<!config.isOnlyOutput>(outMean), "
                                  f"lanewise::library::given<!config.isOnlyOutput>(outSecond), src, {_OPTIONAL}"))),
    _norm("deep_norm", "DeepNorm", "dst dst_mean dst_variance src gx beta gamma",
          "normalise alpha * src + gx over rows", deep_norm, parameters={**ROWS, "epsilon": 0.0, "alpha": 0.0},
          calls=scratched(f"<T, _isReuseSrc:bool=false, {_BASIC}>(dst:T, dstMean:T, dstVariance:T, src:T, gx:T, "
                          f"beta:T, gamma:T, "
                          "{scratch}alpha:plain T, epsilon:plain T, tiling:DeepNormTiling&) "
                          f"-> {_PITCHED}, {_BITS}(alpha)")),
    _norm("normalize", "Normalize", "out_y out_rstd mean variance src gamma beta",
          "normalise rows with given mean and variance", normalize,
          everywhere(_type_combinations("half float")) + lines(ONLY_950, _type_combinations("bfloat16")),
          {**ROWS, "epsilon": 0.0},
          calls=scratched(f"<U, T, {_REUSE}, config:NormalizeConfig=NLCFG_NORM>(outY:T, outRstd:float, mean:float, "
                          "variance:float, src:T, gamma:U, beta:U, {scratch}epsilon:float, para:NormalizePara&) -> "
                          "config.aLength < 0 ? para.aLength : static_cast<std::uint32_t>(config.aLength), "
                          f"para.rLengthWithPadding, para.rLength, {_BITS}(epsilon)",
                          operands="outY, lanewise::library::given<!config.isOnlyOutput>(outRstd), mean, "
                                   "variance, src, "
                                   f"{_OPTIONAL}")),
    _norm("rms_norm", "RmsNorm", "dst src gamma", "divide rows by their root mean square", rms_norm,
          parameters={**ROWS, "epsilon": 0.0, "share": 0.0}, python="rmsnorm",
          calls=scratched(f"<T, {_BASIC}>(dst:T, src:T, gamma:T, {{scratch}}epsilon:plain T, tiling:RmsNormTiling&) "
                          f"-> {_PITCHED}, {_BITS}(share)",
                          check="const double share = tiling.reciprocalOfHLength != 0 ? tiling.reciprocalOfHLength : "
                                "1.0 / tiling.originalHLength")),
    _norm("batch_norm", "BatchNorm", "out_y out_mean out_variance src gamma beta", "normalise over the batch axis",
          batch_norm, parameters={"batches": 0, "columns": 0, "epsilon": 0.0},
          calls=scratched(f"<T, {_REUSE}, {_BASIC}>({_SIX.format(second='outVariance')}, tiling:BatchNormTiling&) "
                          f"-> tiling.originalBLength, tiling.meanVarSize, {_BITS}(epsilon)")),
    _norm("group_norm", "GroupNorm", "out_y out_mean out_variance src gamma beta", "normalise over groups of channels",
          group_norm,
          parameters={"n": 0, "channels": 0, "groups": 0, "each": 0, "plane": 0, "pitch": 0, "epsilon": 0.0},
          calls=scratched(f"<T, {_REUSE}>({_SIX.format(second='outVariance')}, tiling:GroupNormTiling&) "
                          f"-> tiling.n, tiling.c, "
                          "tiling.g, tiling.d, tiling.hw, tiling.hwAlignSize ? tiling.hwAlignSize : "
                          f"lanewise::library::pitch_of<T>(tiling.hw), {_BITS}(epsilon)")),
    _norm("layer_norm_grad", "LayerNormGrad", "out_pd_x out_res dy src variance mean gamma",
          "gradient of LayerNorm by its input", layer_norm_grad, parameters={**ROWS, "epsilon": 0.0},
          calls=scratched(f"<T, {_REUSE}>(outPdX:T, outRes:T, dy:T, src:T, variance:T, mean:T, gamma:T, "
                          "{scratch}epsilon:plain T, tiling:LayerNormGradTiling&, "
                          f"_info:LayerNormGradShapeInfo&={{}}) -> {_PITCHED}")),
    _norm("layer_norm_grad_beta", "LayerNormGradBeta", "out_pd_gamma out_pd_beta res dy",
          "gradients of LayerNorm by gamma and beta", layer_norm_grad_beta,
          calls=scratched(f"<T, {_REUSE}>(outPdGamma:T, outPdBeta:T, res:T, dy:T, {{scratch}}"
                          "tiling:LayerNormGradBetaTiling&) -> tiling.bLength * tiling.sLength, tiling.hLength, "
                          "tiling.originalHLength ? tiling.originalHLength : tiling.hLength")),
)
