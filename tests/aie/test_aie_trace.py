"""Records of what a core was asked for: the same from Python kernels and from C++ ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.isa.aie.catalogue import named
from lanewise.isa.aie.issued import ISSUED

pytestmark = needs_compiler
SOURCE = Path(__file__).parent / "cpp" / "traced.cc"
LINES = SOURCE.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module", params=["aie", "aie-ml"])
def k(request: pytest.FixtureRequest) -> Any:
    return aie.load(SOURCE, chip=request.param, trace=True)


def line(text: str) -> int:
    return 1 + next(i for i, found in enumerate(LINES) if text in found)


def filtered(k: Any) -> Any:
    x, t, y = np.arange(48, dtype=np.int16), np.arange(16, dtype=np.int16), np.zeros(48, np.int16)
    k.filter(x, t, y, 48)
    return k.filter.trace()


def test_aie_trace_same_from_both_fronts(k: Any) -> None:
    chip = "aie" if hasattr(k, "antisym") else "aie-ml"
    x, t, y = np.arange(48, dtype=np.int16), np.arange(16, dtype=np.int16), np.zeros(48, np.int16)
    with aie.core(chip, trace=True) as core:
        taps = aie.load_v(t, 16)
        for i in range(0, 48, 16):
            acc = aie.mul(aie.load_v(x, 16, i), taps)
            acc = aie.mac(acc, taps, 3)
            aie.store_v(y, aie.add(acc.to_vector("int16", 2), taps), i)
    found = filtered(k)
    assert [one.same for one in found] == [one.same for one in core.trace()]
    assert [one.bytes for one in found] == [one.bytes for one in core.trace()]
    assert found.counts == {"load_v": 4, "mul": 3, "mac": 3, "to_vector": 3, "add": 3, "store_v": 3}


def test_aie_trace_takes_arguments_in_braces(k: Any) -> None:
    """They have no type for a function that passes any type on."""
    out = np.zeros((8, 2), np.int16)
    k.ramp(out)
    assert out.tolist() == [[1 + i, -2 * i] for i in range(8)]
    found = [(one.name, one.types) for one in k.ramp.trace()]
    assert found == [("iota", ("cint16", "cint16")), ("store_v", ("cint16",))]
    x, half = np.arange(16, dtype=np.int16), np.zeros(8, np.int16)
    k.halve(x, half)
    assert half.tolist() == [0, 1, 4, 5, 8, 9, 12, 13]
    numbers = [(one.name, one.numbers) for one in k.halve.trace()]
    assert numbers == [("load_v", ()), ("filter_even", (2,)), ("store_v", ())]


def test_aie_trace_has_lines_and_places(k: Any) -> None:
    found = filtered(k)
    assert [one.line for one in found[:7]] == [
        line("load_v<16>(t)"), *[line("mul(*in++")] * 2, line("mac("), *[line("*out++ = aie::add")] * 3,
    ]  # fmt: skip
    loads = [(one.argument, one.offset) for one in found if one.name == "load_v"]
    assert loads == [(2, 0), (1, 0), (1, 32), (1, 64)]
    assert str(found[1]).startswith(f"traced.cc:{line('mul(*in++')}: load_v(int16)")
    assert all(named(one.name) for one in found)


def test_aie_trace_of_matrices(k: Any) -> None:
    a, b, c = np.ones(32, np.int8), np.ones(64, np.int8), np.zeros(32, np.int32)
    k.tile(a, b, c)
    assert k.tile.trace().counts == {"load_v": 2, "mmul": 1, "to_vector": 1, "store_v": 1}
    tile = next(one for one in k.tile.trace() if one.name == "mmul")
    assert (tile.types, tile.numbers) == (("int8", "int8"), (4, 8, 8))


def test_aie_trace_as_numpy(k: Any) -> None:
    found = filtered(k)
    array = found.array
    assert array.dtype == ISSUED
    assert [found.words[i] for i in array["name"]] == [one.name for one in found]
    assert array["bytes"].sum() == 7 * 32
    assert {found.words[i] for row in array for i in row["types"][: row["types_count"]]} >= {"int16"}


def test_aie_trace_draws_lane_selection(k: Any) -> None:
    if not hasattr(k, "antisym"):
        pytest.skip("lanes are selected on the first generation")
    x = np.zeros((16, 2), np.int16)
    k.antisym(x, x.copy(), np.ones(8, np.int32), np.zeros((8, 2), np.int16))
    found = next(one for one in k.antisym.trace() if one.name == "mul8_antisym")
    assert found.text.startswith("mul8_antisym(cint16, 0, 0x76543210, cint16, 0, false, int32, 0, 0x76543210)")
    assert "lane 3   = (x[3] - y[3]) * z[3]" in found.draw()
    with pytest.raises(LanewiseError, match="selects no lanes"):
        k.antisym.trace()[0].draw()


def test_aie_trace_is_asked_for() -> None:
    with aie.core("aie") as core, pytest.raises(LanewiseError, match="trace=True"):
        core.trace()


def test_aie_trace_store_behind_the_end_has_its_line() -> None:
    k = aie.load(SOURCE, chip="aie-ml", status=True)
    x, y = np.ones(16, np.int16), np.zeros(16, np.int16)
    with pytest.warns(LanewiseWarning, match="AIE-012") as told:
        k.too_far(x, y)
    second = 1 + line("*out++ = aie::load_v<16>(x);")
    assert [(Path(w.filename).name, w.lineno) for w in told] == [("traced.cc", second)]
    assert [(one.what, one.line) for one in k.too_far.status] == [("overrun", second)]
