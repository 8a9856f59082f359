"""What happens to the numbers of a call: counted with its line, from Python and from C++."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiled import load_with, needs_compiler
from lanewise import aie
from lanewise.aie.status import HAPPENINGS
from lanewise.chips.chip import chip
from lanewise.chips.header import header
from lanewise.cpp.compiler import HEADERS
from lanewise.errors import LanewiseError
from lanewise.isa.aie.types import FAMILIES

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "status.cc")


def line_of(text: str) -> int:
    return next(i for i, line in enumerate(Path(SOURCE).read_text("utf-8").splitlines(), 1) if text in line)


@pytest.fixture(scope="module", params=["g++", "clang++"])
def kernels(request: pytest.FixtureRequest) -> Any:
    return load_with(request.param, SOURCE, chip="aie", status=True)


@needs_compiler
@pytest.mark.parametrize(("x", "shift", "expected"), [
    (30000, 4, {"wrapped": 16}), (1, 4, {"rounded": 16}), (30001, 5, {"rounded": 16, "wrapped": 16}), (1, 0, {}),
    (1, 63, {"rounded": 16, "shift_out_of_range": 1}),
])  # fmt: skip
def test_aie_status_of_srs_in_a_kernel(kernels: Any, x: int, shift: int, expected: dict[str, int]) -> None:
    """2 * x * 300 in every lane."""
    kernels.fir(np.full(16, x, np.int16), np.full(16, 300, np.int16), np.zeros(16, np.int16), shift)
    assert kernels.fir.status.counts == expected
    assert {(h.line, os.path.basename(h.file)) for h in kernels.fir.status} <= {(line_of("to_vector<int16>(shift)"),
                                                                                "status.cc")}


@needs_compiler
def test_aie_status_of_an_accumulator_that_nobody_wrote(kernels: Any) -> None:
    kernels.fresh(np.full(16, 3, np.int16), np.zeros(16, np.int16))
    found = [h for h in kernels.fresh.status if h.what == "uninitialised"]
    assert [(h.count, h.line) for h in found] == [(16, line_of("mac(acc, a, a)"))]  # and none of aie::zeros


@needs_compiler
def test_aie_status_of_a_copy_of_such_an_accumulator(kernels: Any) -> None:
    kernels.copied_fresh(np.zeros(16, np.int16))
    assert kernels.copied_fresh.status.counts == {"uninitialised": 16}


@needs_compiler
def test_aie_status_of_an_accumulator_made_of_parts(kernels: Any) -> None:
    x, y = np.arange(16, dtype=np.int16), np.zeros(16, np.int16)
    kernels.parts(x, y)
    assert (kernels.parts.status.counts, y.tolist()) == ({}, x.tolist())


@needs_compiler
@pytest.mark.parametrize(("written", "lanes"), [(16, 0), (15, 1), (9, 7), (8, 8)])
def test_aie_status_of_lanes_that_reach_memory(kernels: Any, written: int, lanes: int) -> None:
    kernels.lanes_nobody_wrote(np.arange(16, dtype=np.int16) + 1, np.zeros(16, np.int16), written)
    found = [(h.what, h.count, h.line) for h in kernels.lanes_nobody_wrote.status]
    assert found == ([("unwritten", lanes, line_of("// the upper half"))] if lanes else [])


@needs_compiler
@pytest.mark.parametrize(("written", "told"), [
    (False, {"// a half of both": 16, "// a sum": 16, "// of some lanes": 32}),
    (True, {"// a half of both": 8, "// a sum": 8}),
])
def test_aie_status_of_a_vector_that_nobody_wrote(kernels: Any, written: bool, told: dict[str, int]) -> None:
    kernels.registers_nobody_wrote(np.zeros(16, np.int16), written)
    found = {h.line: h.count for h in kernels.registers_nobody_wrote.status if h.what == "unwritten"}
    assert found == {line_of(text): lanes for text, lanes in told.items()}


@needs_compiler
def test_aie_status_knows_how_vectors_are_written(kernels: Any) -> None:
    x, y = np.arange(16, dtype=np.int16), np.zeros(16, np.int16)
    kernels.written_in_other_ways(x, y)
    assert (kernels.written_in_other_ways.status.counts, y.tolist()) == ({}, (2 * x).tolist())


NOT_FINITE = [
    ([0, 1, 2, 3, 4, 5, 6, 7], {"// inverses": 1}),
    ([2e38] * 8, {"// doubles": 8, "// squares": 8, "// the total": 1}),
    ([np.inf] + [1] * 7, {}),
    ([1] * 8, {}),
]


@needs_compiler
@pytest.mark.parametrize(("x", "told"), NOT_FINITE)
def test_aie_status_of_numbers_that_are_finite_no_more(kernels: Any, x: list[float], told: dict[str, int]) -> None:
    kernels.numbers(np.array(x, np.float32), np.zeros(32, np.float32))
    found = {h.line: h.count for h in kernels.numbers.status if h.what == "not_finite"}
    assert found == {line_of(text): lanes for text, lanes in told.items()}


@pytest.mark.parametrize(("x", "told"), NOT_FINITE)
def test_aie_status_of_such_numbers_from_python(x: list[float], told: dict[str, int]) -> None:
    with aie.core("aie", status=True) as core:
        v = aie.load_v(np.array(x, np.float32), 8)
        aie.inv(v)
        aie.add(v, v)
        aie.mul(v, v).to_vector("float")
        aie.reduce_add(v)
    assert [h.count for h in core.happened if h.what == "not_finite"] == list(told.values())


@needs_compiler
def test_aie_status_leaves_accumulators_their_size(kernels: Any) -> None:
    """A kernel may look at their bytes."""
    assert kernels.bytes_of_an_accumulator() == 64


@needs_compiler
def test_aie_status_of_a_load_behind_its_array(kernels: Any) -> None:
    kernels.behind(np.arange(16, dtype=np.int16), np.zeros(16, np.int16))
    assert [(h.what, h.count, h.line) for h in kernels.behind.status] == [("beyond", 1, line_of("x + 8"))]
    assert "loads reached behind the end" in str(kernels.behind.status)


@needs_compiler
def test_aie_status_is_asked_for() -> None:
    plain = aie.load(SOURCE, chip="aie")
    plain.behind(np.arange(16, dtype=np.int16), np.zeros(16, np.int16))
    with pytest.raises(LanewiseError, match="status=True"):
        plain.behind.status  # noqa: B018
    with pytest.raises(LanewiseError, match="status=True"):
        aie.core("aie").happened  # noqa: B018


@needs_compiler
@pytest.mark.parametrize("saturation", ["none", "saturate"])
@pytest.mark.parametrize("shift", [-1, 0, 4, 20, 62])
def test_aie_status_is_the_same_from_python(shift: int, saturation: str, kernels: Any) -> None:
    x = np.array([0, 1, -1, 7, -8, 100, -100, 3000, -3000, 32767, -32768, 5, 6, 12, 13, 14], np.int16)
    c = np.full(16, 300, np.int16)
    with aie.core("aie", saturation=saturation, status=True) as core:
        a, b = aie.vector(x), aie.vector(c)
        aie.mac(aie.mul(a, b), a, b).to_vector("int16", shift)
        python = core.happened
    kernels.modes(saturation != "none")
    kernels.fir(x, c, np.zeros(16, np.int16), shift)
    assert kernels.fir.status.counts == python.counts
    assert all(h.file == __file__ for h in python)


def test_aie_status_of_sums_and_upshifts() -> None:
    with aie.core("aie", status=True) as core:
        aie.mac(aie.accum([2**47 - 1], "acc48"), aie.vector([1], "int16"), aie.vector([1], "int16"))
        aie.ups(aie.vector([2**31 - 1], "int32"), 40)
    assert core.happened.counts == {"accumulator_overflow": 1, "ups_overflow": 1}
    assert core.happened["saturated"] == 0
    assert len({h.line for h in core.happened}) == 2
    with pytest.raises(KeyError, match="there are rounded"):
        core.happened["lost"]


def test_aie_status_names_are_those_of_the_header() -> None:
    text = Path(HEADERS, "lanewise", "aie", "status.h").read_text(encoding="utf-8")
    inside = text[text.index("enum class happening") :]
    inside = inside[inside.index("{") + 1 : inside.index("}")]
    assert [line.split(",")[0].strip() for line in inside.strip().splitlines()] == list(HAPPENINGS)


def test_aie_status_shifts_are_those_of_the_chips() -> None:
    """The header types none of them: what a chip's file says reaches it as macros."""
    text = Path(HEADERS, "lanewise", "shared", "aie", "modes.h").read_text(encoding="utf-8")
    for name, fact in (("most_srs_left", "srs_left"), ("most_srs", "srs_right"), ("most_ups", "ups_left")):
        macro = f"LANEWISE_{fact.upper()}"
        assert re.search(rf"\b{name} = {macro}\b", text), name
        for family in FAMILIES:
            found = chip(family, "aie")
            assert f"#define {macro} {found.fact(fact)}\n" in header(found)
