"""Prints how far the functions of the high-level library are from 200 bits: every half, and many floats.

`make sweep` runs it. 0.5 is the best there is; "not nearest" counts results with a nearer neighbour.
"""

from __future__ import annotations

import sys
from typing import Any

import mpmath as mp
import numpy as np
from references import ALL, arguments, ulps

import lanewise
from lanewise import asc
from lanewise.isa.catalogue import instructions

FORMATS = {"half": (np.float16, 11, -14), "float": (np.float32, 24, -126)}
FLOATS = 2000


def _every_half(low: float, high: float) -> np.ndarray[Any, Any]:
    values = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float64)
    return values[np.isfinite(values) & (values >= low) & (values <= high)]


def _run(name: str, given: list[np.ndarray[Any, Any]], kind: Any) -> np.ndarray[Any, Any]:
    with lanewise.core("ascend950") as core:
        core.state["ctrl"] = int(core.state["ctrl"]) | 1 << 48
        out = []
        for at in range(0, len(given[0]), 4096):
            mark = core.mark()
            tensors = [core.ub(g[at : at + 4096].astype(kind)) for g in given]
            dst = core.ub(len(tensors[0]), kind)
            getattr(asc.adv, name)(dst, *tensors, count=len(tensors[0]))
            out.append(dst.numpy().astype(np.float64))
            core.release(mark)
        return np.concatenate(out)


def elementwise(quick: bool) -> None:
    print(f"{'function':<16}{'type':<8}{'values':>8}{'max ulp':>12}{'not nearest':>13}")
    for ins in instructions().values():
        if ins.form.executor != "macro" or ins.lane not in ALL:
            continue
        reference, low, high, arity = ALL[ins.lane]
        if len([o for o in ins.form.operands if o.reads]) != arity:
            continue
        for name, (kind, bits, smallest) in FORMATS.items():
            if name == "half" and arity == 1 and not quick:
                given = [_every_half(low, high)]
            else:
                given = arguments(low, high, arity, 200 if quick else FLOATS, kind)
            got = _run(ins.python_names[0].removeprefix("adv."), given, kind)
            want = [reference(*values) for values in zip(*(g.tolist() for g in given), strict=True)]
            worst, missed = ulps(got, want, bits, smallest)
            print(f"{ins.vendor[0]:<16}{name:<8}{len(want):>8}{worst:>12.6f}{missed:>13}", flush=True)


def _softmax(x: list[Any]) -> list[Any]:
    e = [mp.exp(v - max(x)) for v in x]
    return [v / mp.fsum(e) for v in e]


def _normal(x: list[Any]) -> list[Any]:
    mean = mp.fsum(x) / len(x)
    variance = mp.fsum((v - mean) ** 2 for v in x) / len(x)
    return [(v - mean) / mp.sqrt(variance + mp.mpf(float(np.float32(1e-5)))) for v in x]


def _rms(x: list[Any]) -> list[Any]:
    root = mp.sqrt(mp.fsum(v * v for v in x) / len(x) + mp.mpf(float(np.float32(1e-5))))
    return [v / root for v in x]


def rows() -> None:
    """Functions of rows, on 8 rows of 64."""
    shape = {"height": 8, "pitch": 64, "rows": 8, "columns": 64}
    plain = {"rows": 8, "pitch": 64, "valid": 64, "epsilon": float(np.float32(1e-5))}
    calls = {
        "SoftMax": (_softmax, lambda d, s, g: asc.adv.softmax(d, s, asc.adv.SoftmaxTiling(src_m=8, src_k=64))),
        "LogSoftMax": (lambda x: [mp.log10(v) for v in _softmax(x)],
                       lambda d, s, g: asc.adv.log_softmax(d, core.ub(128, kind), core.ub(128, kind), s, **shape)),
        "LayerNorm": (_normal, lambda d, s, g: asc.adv.layer_norm(d, None, None, s, None, None, **plain)),
        "RmsNorm": (_rms, lambda d, s, g: asc.adv.rmsnorm(d, s, g, 1e-5, asc.adv.RmsNormTiling(
            b_length=1, s_length=8, h_length=64, original_h_length=64))),
        "Sum": (lambda x: [mp.fsum(x)], lambda d, s, g: asc.adv.sum(d, s, rows=8, pitch=64, n=64)),
        "ReduceSum": (lambda x: [mp.fsum(x)], lambda d, s, g: asc.adv.reduce_sum(d, s, rows=8, columns=64)),
        "ReduceMean": (lambda x: [mp.fsum(x) / 64], lambda d, s, g: asc.adv.reduce_mean(d, s, rows=8, columns=64)),
        "CumSum": (lambda x: [mp.fsum(x[: i + 1]) for i in range(64)],
                   lambda d, s, g: asc.adv.cumsum(d, None, s, rows=8, columns=64)),
    }
    for vendor, (reference, run) in calls.items():
        kind, bits, smallest = FORMATS["float"]
        x = np.random.default_rng(1).uniform(0.5, 4, (8, 64)).astype(kind)
        with lanewise.core("ascend950") as core:
            dst, src, gamma = core.ub(512, kind), core.ub(x.ravel()), core.ub(np.ones(64, kind))
            run(dst, src, gamma)
            want = [v for row in x.astype(np.float64).tolist() for v in reference([mp.mpf(w) for w in row])]
            worst, missed = ulps(dst.numpy()[: len(want)].astype(np.float64), want, bits, smallest)
        print(f"{vendor:<16}{'float':<8}{len(want):>8}{worst:>12.6f}{missed:>13}", flush=True)


if __name__ == "__main__":
    elementwise("--quick" in sys.argv)
    rows()
    print("Functions that move, choose, compare, count or quantise are exact: their results are compared bit for bit.")
