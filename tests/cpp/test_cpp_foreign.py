"""What programs from elsewhere rely on: words of the compiler, headers, names and forms that our own do not use."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from host_program import HERE, Done, run

from lanewise.cpp import compiler, load
from lanewise.cpp.build import Request
from lanewise.cpp.diagnose import diagnose

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
     ("helpers.asc", "ascend950"), ("cast_traits.asc", "ascend950"),
     ("no_pipe.asc", "ascend950"), ("pad_nothing.asc", "ascend910b"), ("pad_nothing.asc", "ascend950"),
     ("own_tilings.asc", "ascend910b"), ("register_forms.asc", "ascend950"),
     ("by_address.asc", "ascend910b"), ("by_address.asc", "ascend950"), ("older.asc", "ascend910b"),
     ("own_names.asc", "ascend910b"), ("own_names.asc", "ascend950"),
     ("own_overload.asc", "ascend910b"), ("c_api_sync.asc", "ascend910b"), ("c_api_sync.asc", "ascend950")],
)  # fmt: skip
def test_foreign_program(tmp_path: Path, program: str, chip: str) -> None:
    done = foreign(program, tmp_path, chip)
    assert (done.status, done.out) == (0, ""), done.out + done.err


def test_what_hardware_lets_pass_is_a_warning(tmp_path: Path) -> None:
    done = foreign("lets_pass.asc", tmp_path)
    assert (done.status, done.out) == (0, ""), done.out + done.err
    said = [line for line in done.err.splitlines() if "warning" in line]
    lines = {17: "MEM-003", 18: "QUE-007", 32: "QUE-004", 33: "QUE-003", 36: "QUE-004"}
    wanted = [f"{n}: warning: {e} " for n, e in lines.items()]
    assert [line.partition("lets_pass.asc:")[2][:21] for line in said] == wanted
    assert done.err.count("\n") == len(said)
    assert foreign("lets_pass.asc", tmp_path, LANEWISE_STRICT="1").status == 3


@pytest.mark.parametrize(("touched", "line"), [("1", 43), ("2", 44), ("3", 45)])
def test_what_is_touched_outside_ub_is_a_fault(tmp_path: Path, touched: str, line: int) -> None:
    done = foreign("lets_pass.asc", tmp_path, "ascend910b", "--", touched)
    assert done.status == 3
    assert f"lets_pass.asc:{line}: MEM-001" in done.err.splitlines()[-1]


def test_copy_of_less_than_asked_is_said_once(tmp_path: Path) -> None:
    done = foreign("short_copy.asc", tmp_path)
    assert (done.status, done.out) == (0, ""), done.out + done.err
    said = "warning: COPY-001 DataCopy: 21 half are 42 bytes, but whole blocks of 32 bytes are moved: only 16 arrive. "
    assert [f"short_copy.asc:13: {said}" in line for line in done.err.splitlines()] == [True]


@pytest.mark.parametrize(
    ("chip", "options", "said"),
    [("ascend910b", (), "48 24 48 24 48"), ("ascend910b", ("--cores", "4"), "4 2 4 2 4"),
     ("ascend950", ("--cores", "5"), "5 3 5 3 5"), ("ascend310p", (), "8 8 8 8 8"),
     ("ascend310p", ("--cores", "3"), "3 3 3 3 3")],
)  # fmt: skip
def test_cores_are_chosen_for_programs_that_ask(tmp_path: Path, chip: str, options: tuple[str, ...], said: str) -> None:
    done = foreign("cores.cpp", tmp_path, chip, *options)
    assert (done.status, done.out) == (0, said + "\n"), done.err


def test_cores_of_a_built_program_stay_with_it(lanewise, tmp_path: Path) -> None:
    assert lanewise("build", str(PROGRAMS / "cores.cpp"), "--cores", "6", "-o", "prog").returncode == 0
    plain = {name: value for name, value in os.environ.items() if name != "LANEWISE_CORES"}
    assert subprocess.check_output(["./prog"], cwd=tmp_path, text=True, env=plain) == "6 3 6 3 6\n"
    said = subprocess.check_output(["./prog"], cwd=tmp_path, text=True, env={**plain, "LANEWISE_CORES": "2"})
    assert said == "2 1 2 1 2\n"
    assert lanewise("run", str(PROGRAMS / "cores.cpp"), "--cores", "0").returncode == 2


def test_kernels_made_by_macros_are_found() -> None:
    module = load(PROGRAMS / "macro_kernels.asc")
    assert dir(module) == ["half_of", "one_kernel", "twice_kernel", "two_kernel"]
    x = np.arange(64, dtype=np.float32)
    for name in dir(module):
        getattr(module, name)[1](x)
    # (x / 2 + 1) * 2 + 2
    assert x.tolist() == [float(i + 4) for i in range(64)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("error: 'vadds' was not declared in this scope", "write AscendC::Adds"),
     ("error: use of undeclared identifier 'vconv_f322f16'", "write AscendC::Cast"),
     ("error: 'copy_gm_to_ubuf_align_b16' was not declared in this scope", "write AscendC::DataCopyPad"),
     ("error: 'vother' was not declared in this scope", "'vother' was not declared in this scope")],
)  # fmt: skip
def test_old_functions_of_the_compiler_name_the_new(said: str, wanted: str) -> None:
    request = Request(("k.asc",), "ascend910b", 2201)
    assert diagnose(f"k.asc:7:5: {said}", request)[0].endswith(wanted)
