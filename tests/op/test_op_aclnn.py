"""Operators called from C++ programs and from binding files of torch extensions."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lanewise.op
import starting
from lanewise.errors import LanewiseError
from lanewise.op import binding
from lanewise.op.aclnn import header, names_operator
from lanewise.op.definition import DYNAMIC, OPTIONAL, REQUIRED, Attribute, Definition, Parameter
from lanewise.op.interface import bound

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OPERATORS = HERE.parent / "programs" / "operators"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", *map(str, words)]
    return starting.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_example_program_finds_its_operator() -> None:
    done = run("examples/scaled_add/main.cpp", "--check")
    assert (done.returncode, done.stdout) == (0, "5000 elements, 0 wrong\n"), done.stderr


@pytest.fixture(scope="module")
def program() -> subprocess.CompletedProcess[str]:
    return run("tests/op/aclnn/main.cpp", "-I", OPERATORS)


def numbers(program: subprocess.CompletedProcess[str], name: str) -> list[float]:
    line = next(line for line in program.stdout.splitlines() if line.split()[0] == name)
    return [float(word) for word in line.split()[1:]]


def test_aclnn_values(program: subprocess.CompletedProcess[str]) -> None:
    assert program.returncode == 0, program.stderr
    x = np.arange(1, 7)
    assert numbers(program, "ref") == list(np.arange(10, 16) + 2 * x)
    assert numbers(program, "list") == list(2 * x + 0.5 * x)
    assert numbers(program, "optional") == list(3 * x + 0.25)
    assert numbers(program, "view") == list(x)
    assert numbers(program, "rows")[:3] == [1 + 33, 7, 7]


def test_aclnn_refusals_have_their_code_and_line(program: subprocess.CompletedProcess[str]) -> None:
    codes = dict(line.split(": ", 1) for line in program.stdout.splitlines() if ": " in line)
    assert (codes["null"], codes["type"], codes["tiling"], codes["used"]) == ("161001", "161002", "561103", "161001")
    assert codes["cut"] == "161002"
    assert "write the length of each row in front of its numbers; there is no row of 1 at 4" in program.stderr
    assert codes["said"].startswith("aclnnScaleBias: the executor is null")
    text = (HERE / "aclnn" / "main.cpp").read_text().splitlines()
    line = next(n for n, row in enumerate(text, 1) if "x.tensor, five.tensor" in row)
    said = next(row for row in program.stderr.splitlines() if "tiling failed" in row)
    assert said.startswith(f"tests/op/aclnn/main.cpp:{line}: warning: HOST-001 aclnnScaleBiasGetWorkspaceSize: ")
    assert "scale_bias_tiling.cpp" in said
    assert "bias has 5 elements, a row of x has 3 (error 561103)" in said


def test_aclnn_calls_leave_nothing_behind(program: subprocess.CompletedProcess[str]) -> None:
    assert numbers(program, "left")[0] < 16


def test_aclnn_header_that_no_operator_answers(tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text('#include "aclnn_nothing_here.h"\nint main() {}\n')
    done = run(tmp_path / "main.cpp")
    assert done.returncode == 4
    assert "aclnn_nothing_here.h" in done.stderr
    assert "op_host and op_kernel" in done.stderr


def test_operators_are_found_around_a_program(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "scaled_add", tmp_path / "sample" / "ScaledAdd")
    caller = tmp_path / "sample" / "AclNNInvocation" / "src" / "main.cpp"
    caller.parent.mkdir(parents=True)
    assert names_operator("aclnn_scaled_add.h", str(caller))
    assert names_operator("aclnnop/aclnn_scaled_add.h", str(caller))
    assert not names_operator("aclnn_other.h", str(caller))


def parameter(name: str, kind: int = REQUIRED, number: int = 0, **more: bool) -> Parameter:
    said = {"values": False, "tiling_only": False, "scalar": False, "computed": False, **more}
    return Parameter(name, kind, (number,), (), (2,), (), (), "", 0, initial=(), **said)


def definition(inputs: list[Parameter], outputs: list[Parameter], attributes: list[Attribute]) -> Definition:
    last = (None, None, False, True, True, False, frozenset[int](), frozenset({0}))
    return Definition("GRUCell", tuple(inputs), tuple(outputs), tuple(attributes), (), (), *last)


def test_aclnn_signature() -> None:
    inputs = [parameter("x"), parameter("b", OPTIONAL), parameter("many", DYNAMIC), parameter("s", scalar=True),
              parameter("sizes", number=9, values=True), parameter("state")]  # fmt: skip
    attributes = [Attribute(k.lower(), k, False, None) for k in ("Int", "Float", "Bool", "String", "ListInt")]
    text = header(definition(inputs, [parameter("state"), parameter("y"), parameter("z")], attributes), "f", "c")
    assert (
        "aclnnGRUCellGetWorkspaceSize(const aclTensor* x_0, const aclTensor* bOptional_1, const aclTensorList* many_2, "
        "const aclScalar* s_3, const aclIntArray* sizes_4, const aclTensor* stateRef_5, int64_t int_6, double float_7, "
        "bool bool_8, const char* string_9, const aclIntArray* listint_10, const aclTensor* yOut_11, "
        "const aclTensor* zOut_12, uint64_t* workspaceSize, aclOpExecutor** executor)"
    ) in text
    assert "readable(x_0), bOptional_1" in text  # its values are asked for in tiling
    one = header(definition([parameter("x")], [parameter("y")], []), "f", "c")
    assert "(const aclTensor* x_0, const aclTensor* out_1, " in one


def test_values_of_a_call_are_bound_in_order() -> None:
    inputs, outputs = [parameter("v"), parameter("x")], [parameter("v"), parameter("y")]
    of = definition(inputs, outputs, [Attribute("a", "Int", False, 1)])
    assert bound(of, ["v", "x", None, "y"]) == (["v", "x"], ["v", "y"], {})
    with pytest.raises(LanewiseError, match=r"takes 4 arguments \(vRef, x, a, out\), not 2"):
        bound(of, ["v", "x"])


def test_binding_calls_operators_by_their_names() -> None:
    torch = pytest.importorskip("torch")
    binding.register(lanewise.op.load(OPERATORS / "accumulate_ref"))
    total, x = torch.ones(2, 3), torch.arange(6, dtype=torch.float32).reshape(2, 3)
    binding.execute("aclnnAccumulateRef", (total, x, True))
    assert torch.equal(total, 1 + 2 * x)
    with pytest.raises(LanewiseError, match=r"no operator is known as aclnnFoo; there are: .*aclnnAccumulateRef"):
        binding.execute("aclnnFoo", (x,))


@pytest.mark.sweep  # torch's headers take most of a minute
def test_binding_file_of_an_extension(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    (tmp_path / "pytorch_npu_helper.hpp").write_text("#error that of the device\n")
    (tmp_path / "binding.cpp").write_text((ROOT / "examples" / "scaled_add" / "binding.cpp").read_text())
    made = lanewise.op.bind(tmp_path / "binding.cpp", ROOT / "examples" / "scaled_add")
    x = torch.arange(6, dtype=torch.float16).reshape(2, 3)
    assert torch.equal(made.scaled_add(x, x, 0.5), 1.5 * x)
    with pytest.raises(LanewiseError, match="ScaledAdd takes no"):
        made.scaled_add(x.int(), x, 0.5)
