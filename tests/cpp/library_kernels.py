"""What the tests of the library share: its kernels, loaded once for each chip, and how close results must be."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise.cpp import load
from lanewise.cpp.loader import entries

HERE = Path(__file__).parent / "high_level"
CHIPS = ("ascend910b", "ascend950")
CPP = {np.float32: "float", np.float16: "half", np.int16: "int16_t", np.int32: "int32_t"}

# The instances of templates that tests ask for. They are compiled together: one by one each is a program of its own.
BOTH, WHOLE = ("float", "half"), ("int16_t", "int32_t")
MATH = {"binary": BOTH, "exponentials": BOTH, "integer_power": WHOLE, "progression": (*BOTH, *WHOLE),
        "running_sums": BOTH, "unary": BOTH}  # fmt: skip
INSTANCES: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {
    ("arrange.asc", "ascend910b"): {
        **dict.fromkeys(("drop_out", "reduce", "sort_records", "sums", "top"), ("float",)), "broadcast": ("half",),
        "pad": ("half",), "select_bytes": ("float, bool", "half, uint32_t"),
    },
    ("arrange.asc", "ascend950"): {
        **dict.fromkeys(("drop_out", "reduce", "sort_records", "sums", "top"), ("half",)), "broadcast": ("int16_t",),
        "pad": ("int32_t",), "select_bytes": ("half, uint8_t",),
    },
    ("arrange950.asc", "ascend950"): {"broadcast_axes": ("float",), "sort_arrays": (*BOTH, *WHOLE)},
    ("math.asc", "ascend910b"): MATH,
    ("math.asc", "ascend950"): MATH,
    ("math950.asc", "ascend950"): {
        "bits": WHOLE, "choose": BOTH, "floats": BOTH, "philox": ("float", "int32_t"), "truths": (*BOTH, *WHOLE),
    },
    ("quantize.asc", "ascend910b"): {
        "antiquant": ("bfloat16_t", "half"), "dequant": ("float, float", "half, uint64_t"), "quant": ("float",),
    },
    ("quantize.asc", "ascend950"): {
        "antiquant": ("bfloat16_t", "half"), "dequant": ("bfloat16_t, bfloat16_t", "bfloat16_t, float"),
        "quant": ("half",),
    },
    ("quantize950.asc", "ascend950"): {"quantize950": BOTH},
    ("rows.asc", "ascend910b"): {
        **dict.fromkeys(("batch_and_group", "flash", "layer_norm", "softmax"), ("float",)), "softmax_grad": BOTH,
        "layer_norm_rows": ("float, float", "float, half"), "welford": BOTH,
    },
    ("rows.asc", "ascend950"): {
        **dict.fromkeys(("batch_and_group", "flash", "layer_norm", "softmax", "softmax_grad"), ("half",)),
        "layer_norm_rows": ("half, half",), "welford": ("bfloat16_t",),
    },
}  # fmt: skip


@cache
def kernels(file: str, chip: str) -> Any:
    """Instances that are not in the table are compiled when they are asked for."""
    module = load(HERE / file, chip)
    wanted = {f"{name}<{a}>": (name, a) for name, all_of in INSTANCES.get((file, chip), {}).items() for a in all_of}
    known = "".join(
        f'static const ::lanewise::entry::Known<&{full}> lanewise_template_{i}("{full}");'
        for i, full in enumerate(wanted)
    )
    for made in entries(module._request._replace(behind=f"{known}\n"), 300.0) if wanted else ():
        if made.name in wanted:
            name, arguments = wanted[made.name]
            getattr(module, name)._made[arguments] = made
    return module


chips = pytest.mark.parametrize("chip", CHIPS)
floats = pytest.mark.parametrize("dtype", [np.float32, np.float16])
# Enough where nothing depends on the chip: each combination is a program to compile.
crossed = pytest.mark.parametrize(("chip", "dtype"), [("ascend910b", np.float32), ("ascend950", np.float16)])


def kernel(file: str, chip: str, name: str, dtype: Any = None) -> Any:
    found = getattr(kernels(file, chip), name)
    return found[1] if dtype is None else found[CPP[dtype]][1]


def close(got: Any, want: Any, ulps: float = 0.51) -> None:
    """Within that many units of the last place of the exact values; not-a-number and infinity where they belong."""
    got, want = np.asarray(got), np.asarray(want, np.float64)
    assert got.shape == want.shape
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = want.astype(got.dtype)
        step = np.spacing(np.abs(np.where(np.isfinite(rounded), rounded, 1)).astype(got.dtype)).astype(np.float64)
        wide = got.astype(np.float64)
        fits = np.abs(wide - want) <= ulps * step
    special = ~np.isfinite(rounded)
    same = np.isnan(rounded) & np.isnan(wide) | (rounded == got)
    bad = np.flatnonzero(~np.where(special, same, fits | (rounded == got)))
    assert bad.size == 0, f"{bad[:5]}: got {got.ravel()[bad[:5]]}, want {want.ravel()[bad[:5]]}"
