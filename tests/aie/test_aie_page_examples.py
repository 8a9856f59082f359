"""Calls on the pages of operations: in C++ they give what they give in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from operation_cases import result_words, vector
from website.aie_examples import CHIPS, Example, aie_example, aie_run
from website.aie_spelled import Spelled, spelled_examples
from website.operation import pages

from compiled import needs_compiler
from lanewise import aie
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.types import LANE_TYPES

pytestmark = needs_compiler
HEADER = Path(__file__).with_name("agreement.h")
ON_THE_HOST = {"sparse_pack"}  # what C++ has no name for


def examples(chip: str = "") -> list[Example | Spelled]:
    made = [aie_example(of[0].name if len(of) == 1 else of[0].family) for of in pages().values()]
    return [one for one in made if not chip or one.chip == chip]


def function(name: str) -> str:
    return f"of_{name.replace(' ', '_').replace('-', '_')}"


def kernel(made: Example | Spelled) -> str:
    given = "".join(f"{of} {name}, " for name, of, _ in made.arrays)
    result = "" if made.written_to else "given(out, result);"
    return f"void {function(made.name)}({given}int64* out)\n{{\nclr_rnd(); clr_sat();\n{made.cpp()}{result}\n}}\n"


def numbers(of: str, values: str) -> Any:
    """The operand of Python as an array for C++."""
    lane = of.removeprefix("const ").rstrip("*").partition("<")[2].rstrip(">") or of.removeprefix("const ").rstrip("*")
    return vector(eval(values, {"np": np}), LANE_TYPES["int32" if "pktstream" in lane else lane]).data


def test_every_page_has_a_call_in_both_languages() -> None:
    assert {one.name for one in examples() if not one.cpp()} == ON_THE_HOST
    alone = {of[0].name for of in pages().values() if len(of) == 1}
    assert set(spelled_examples()) <= alone | {of[0].family for of in pages().values() if len(of) > 1}
    assert not {name for name in set(spelled_examples()) & alone if operations()[name].cpp}  # the record says these


@pytest.mark.sweep
@pytest.mark.parametrize("chip", CHIPS)
def test_examples_in_cpp_give_what_those_in_python_give(chip: str, tmp_path: Path) -> None:
    made = [one for one in examples(chip) if one.cpp()]
    source = tmp_path / "examples.cc"
    source.write_text(f'#include "{HEADER}"\n' + "\n".join(map(kernel, made)), encoding="utf-8")
    kernels = aie.load(source, chip=chip, flags=("-O0", "-g0"))
    for one in made:
        variables = aie_run(one.name)[1]
        given = {name: numbers(of, values) for name, of, values in one.arrays}
        ports = {name: np.asarray(eval(values, {"np": np}), np.int64) for name, values in one.ports.items()}
        to = one.written_to
        if to is None:
            wanted = result_words(variables["result"]).reshape(-1)
            got = np.zeros(wanted.size, np.int64)
            getattr(kernels, function(one.name))(*given.values(), got, **ports)
        else:
            getattr(kernels, function(one.name))(*given.values(), np.zeros(1, np.int64), **ports)
            got = given[to.name] if to.name in given else ports["cascade_out"]
            wanted = np.asarray(left(one, variables)).reshape(got.shape)
        assert np.array_equal(got, wanted), one.name
    assert made


def left(one: Example | Spelled, variables: dict[str, Any]) -> Any:
    """What Python wrote; a cascade is empty once it has been looked at, so its accumulator stands for it."""
    to = one.written_to
    assert to is not None
    return variables["acc"].values() if to.letter == "}" else eval(one.seen, variables)
