"""What a chip has not is refused, with the line and what to write instead."""

from __future__ import annotations

import os
import pathlib

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.errors import LanewiseError
from lanewise.isa.aie.mmul import shapes
from lanewise.isa.aie.types import LANE_TYPES

pytestmark = needs_compiler
HEAD = "#include <adf.h>\n#include <aie_api/aie.hpp>\nvoid kernel(int16 *x) {\n"


def refused(folder: pathlib.Path, chip: str, body: str) -> str:
    path = folder / "kernel.cc"
    path.write_text(f"{HEAD}    {body}\n}}\n")
    with pytest.raises(LanewiseError) as problem:
        aie.load(path, chip=chip)
    said = problem.value.message
    assert f"{os.path.basename(path)}:4:" in said  # the kernel's line, and nothing of ours
    assert "ascend" not in said.lower()
    assert "lanewise::" not in said
    return said


@pytest.mark.parametrize(("chip", "body", "said"), [
    ("aie", "aie::vector<bfloat16, 16> v;", "aie has no vectors of bfloat16; it has int8"),
    ("aie", "v16bfloat16 v;", "aie has no v16bfloat16: bfloat16 is not one of its types"),
    ("aie-ml", "aie::accum<acc80, 8> a;", "aie-ml has no accumulators of acc80; it has acc16"),
    ("aie", "aie::vector<int16, 12> v;", "a vector's number of lanes is a power of two"),
    ("aie", "aie::mmul<4, 4, 4, int16, int16> m; m.mul(x, aie::load_v<16>(x));",
     "mmul multiplies vectors: the first operand, A, is none"),
    ("aie", "aie::mmul<4, 4, 4, int16, int16> m; m.mac(aie::load_v<16>(x), x);",
     "mmul multiplies vectors: the second operand, B, is none"),
    ("aie", "aie::mmul<3, 5, 7, int16, int16> m; m.mul(aie::load_v<16>(x), aie::load_v<16>(x));",
     "aie multiplies matrices of int16 and int16 as 2x4x8"),
    ("aie-mlv2", "auto v = aie::load_v<16>(x) + aie::zeros<int32, 16>();", "vectors have different element types"),
    ("aie-ml", "auto a = aie::mul(aie::load_v<16>(x), aie::load_v<32>(x));", "different numbers of lanes"),
    ("aie-ml", "auto v = aie::shuffle_dawn(aie::load_v<16>(x), 3);",
     "Lanewise does not have aie::shuffle_dawn on aie-ml. Nearest: shuffle_down"),
])  # fmt: skip
def test_aie_cpp_refused_while_compiling(tmp_path: pathlib.Path, chip: str, body: str, said: str) -> None:
    assert said in refused(tmp_path, chip, body)


def test_aie_cpp_refused_lane_that_is_not_there(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "lanes.cc"
    path.write_text(f"{HEAD}    x[0] = aie::load_v<16>(x)[x[1]];\n}}\n")
    kernel = aie.load(path, chip="aie").kernel
    x = np.arange(16, dtype=np.int16)
    x[1] = 15
    kernel(x)
    assert x[0] == 15
    x[1] = 20
    with pytest.raises(LanewiseError, match=r"lanes.cc:4: AIE-009 kernel: lane 20 of a vector of 16: there are lanes"):
        kernel(x)


@pytest.mark.parametrize("chip", ["aie", "aie-ml", "aie-mlv2"])
def test_aie_cpp_refused_is_nothing_that_the_table_has(tmp_path: pathlib.Path, chip: str) -> None:
    """Every shape of a pair of types compiles: the two fronts look at one table."""
    lines = []
    for number, pair in enumerate((("int8", "int8"), ("int16", "int16"), ("int32", "int16"))):
        known = shapes(LANE_TYPES[pair[0]], LANE_TYPES[pair[1]], chip)
        for shape in known:
            m, k, n = map(int, shape.split("x"))
            kind = f"aie::mmul<{m}, {k}, {n}, {', '.join(pair)}>"
            a, b = f"aie::vector<{pair[0]}, {m * k}>()", f"aie::vector<{pair[1]}, {k * n}>()"
            lines.append(f"void f{number}_{shape}() {{ {kind} t; t.mul({a}, {b}); }}")
        assert known
    path = tmp_path / "shapes.cc"
    path.write_text("#include <aie_api/aie.hpp>\n" + "\n".join(lines) + "\n")
    assert len(dir(aie.load(path, chip=chip))) == len(lines)
