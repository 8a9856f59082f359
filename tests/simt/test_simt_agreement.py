"""Every function of threads in C++ and by its definition, bit for bit: all 16-bit values, and what others are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.simt.function_program import every_call, families, lanes, lanes_for, program, shape_of

import lanewise.cpp
from lanewise.isa.ascend_simt.catalogue import functions
from lanewise.isa.ascend_simt.record import Type

Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> lanewise.cpp.Module:
    source = tmp_path_factory.mktemp("functions") / "functions.asc"
    source.write_text(program())
    return lanewise.cpp.load(source, chip="ascend950")


def bits(values: Array) -> Array:
    """With one NaN for all."""
    raw = np.ascontiguousarray(values).view(f"u{values.dtype.itemsize}").copy()
    if values.dtype.kind in "fV" and values.dtype.name != "bool":
        with np.errstate(invalid="ignore"):
            raw[np.isnan(values.astype(np.float32) if values.dtype.itemsize < 4 else values)] = 1
    return raw


def room(type: Type, n: int) -> Array:
    return np.zeros((n, *shape_of(type)), type.element.numpy)


@pytest.mark.parametrize("family", families())
def test_simt_function_agrees(module: lanewise.cpp.Module, family: str) -> None:
    kernel = getattr(module, f"family{families().index(family)}")
    wrong = []
    for which, (one, call) in enumerate(every_call()):
        if one.family != family:
            continue
        n = lanes_for(one, call)
        given = lanes(call, n)
        results = [room(type, n) for type in call.results]
        empty = np.zeros(1, np.uint8)
        passed = [*(a.view(np.uint8).reshape(-1) for a in given), *[empty] * 4][:4]
        out = [*(r.view(np.uint8).reshape(-1) for r in results), empty][:2]
        kernel[(n + 511) // 512, 512](which, *out, *passed, n)
        due = one.of(call, given)
        for type, got, want in zip(call.results, results, due if len(results) > 1 else (due,), strict=True):
            got = got[..., : type.members] if type.members == 3 else got
            differs = bits(got) != bits(want)
            if differs.any():
                at = np.argwhere(differs)[0]
                lane = int(at[0])
                what = [a[lane] for a in given]
                wrong.append(
                    f"{call.text} {one.name}{what}: {got[tuple(at)]}, not {want[tuple(at)]} ({differs.sum()} of {n})"
                )
    assert not wrong, "\n" + "\n".join(wrong)


def test_simt_lanes_have_every_16_bit_value() -> None:
    for call in functions()["hexp"].calls:
        assert np.unique(lanes(call, 1 << 16)[0].view(np.uint16)).size == 1 << 16
