"""What programs from elsewhere rely on: words of the compiler, headers, names and forms that our own do not use."""

from __future__ import annotations

from pathlib import Path

import pytest
from host_program import HERE, Done, run

from lanewise.cpp import compiler

PROGRAMS = HERE.parent / "foreign"
PREDEFINED = {
    "ascend910": "__CCE_AICORE__=100 __DAV_C100__=1",
    "ascend310p": "__CCE_AICORE__=200 __DAV_M200__=1",
    "ascend310p_vector": "__CCE_AICORE__=200 __DAV_M200__=1 __DAV_M200_VEC__=1",
    "ascend910b": "__CCE_AICORE__=220 __DAV_C220__=1 __DAV_C220_VEC__=1 __DAV_VEC__=1",
    "ascend910_93": "__CCE_AICORE__=220 __DAV_C220__=1 __DAV_C220_VEC__=1 __DAV_VEC__=1",
    "ascend310b": "__CCE_AICORE__=300 __DAV_M300__=1",
    "ascend950": "__CCE_AICORE__=310 __DAV_C310__=1 __DAV_C310_VEC__=1 __DAV_VEC__=1",
    "aie-ml": "",
}


def foreign(name: str, folder: Path, chip: str = "ascend910b", *options: str, **environment: str) -> Done:
    return run(str(PROGRAMS / name), folder, chip, *options, **environment)


@pytest.mark.parametrize("chip", PREDEFINED)
def test_predefined_macros_of_every_chip(chip: str) -> None:
    assert compiler.predefined(chip) == PREDEFINED[chip].split()
    assert set(compiler.target(chip, 0)) >= {f"-D{macro}" for macro in PREDEFINED[chip].split()}


@pytest.mark.parametrize(
    ("chip", "said"), [("ascend910b", "220 101\n"), ("ascend950", "310 10\n"), ("ascend310p", "100 0\n")]
)
def test_predefined_macros_choose_the_branch(tmp_path: Path, chip: str, said: str) -> None:
    done = foreign("predefined.asc", tmp_path, chip)
    assert (done.status, done.out) == (0, said), done.err


@pytest.mark.parametrize(
    ("program", "chip"),
    [("securec.cpp", "ascend910b"), ("own_securec.asc", "ascend910b"), ("helpers.asc", "ascend910b"),
     ("helpers.asc", "ascend950"), ("cast_traits.asc", "ascend950")],
)  # fmt: skip
def test_foreign_program(tmp_path: Path, program: str, chip: str) -> None:
    done = foreign(program, tmp_path, chip)
    assert (done.status, done.out) == (0, ""), done.out + done.err
