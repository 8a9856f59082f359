"""Calls on the pages of operations: in C++ they give what they give in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from operation_cases import result_words, vector
from website.aie_examples import CHIPS, Example, aie_example, aie_run
from website.operation import pages

from compiled import needs_compiler
from lanewise import aie
from lanewise.isa.aie.types import LANE_TYPES

pytestmark = [needs_compiler, pytest.mark.sweep]
HEADER = Path(__file__).with_name("agreement.h")


def examples(chip: str) -> list[Example]:
    """Those that C++ can write."""
    made = [aie_example(of[0].name) for of in pages().values() if len(of) == 1]
    return [one for one in made if one is not None and one.chip == chip and one.cpp()]


def kernel(made: Example) -> str:
    given = "".join(f"const {of}* {name}, " for name, of, _ in made.arrays)
    return f"void of_{made.operation.name}({given}int64* out)\n{{\n{made.cpp()}given(out, result);\n}}\n"


def numbers(of: str, values: str) -> Any:
    """The operand of Python as an array for C++."""
    return vector(eval(values, {"np": np}), LANE_TYPES[of]).data


@pytest.mark.parametrize("chip", CHIPS)
def test_examples_in_cpp_give_what_those_in_python_give(chip: str, tmp_path: Path) -> None:
    made = examples(chip)
    source = tmp_path / "examples.cc"
    source.write_text(f'#include "{HEADER}"\n' + "\n".join(map(kernel, made)), encoding="utf-8")
    kernels = aie.load(source, chip=chip, flags=("-O0", "-g0"))
    for one in made:
        wanted = result_words(aie_run(one.operation.name)[1]["result"])
        got = np.zeros(wanted.size, np.int64)
        getattr(kernels, f"of_{one.operation.name}")(*(numbers(of, values) for _, of, values in one.arrays), got)
        assert np.array_equal(got, wanted), one.operation.name
    assert len(made) >= {"aie-ml": 70, "aie": 40, "aie-mlv2": 1}[chip]
