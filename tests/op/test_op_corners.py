"""What real operators do besides the usual, in one project: registrations, refusals, crashes, lists, files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import lanewise.op
import starting
from lanewise import LanewiseError
from lanewise.op.kinds import snake

CORNERS = Path(__file__).parent / "corners"
X = np.arange(6, dtype=np.float32).reshape(2, 3)
SUM = X + 10 + 100 + 9  # of two headers that lie elsewhere, and a field of a nested structure


@pytest.fixture(scope="module")
def corner() -> Any:
    return lanewise.op.load(CORNERS, op="Corner")


def message_of(call: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(LanewiseError) as caught:
        call(*arguments, **named)
    return caught.value.message


def test_corners_several_operators_are_told_apart_by_name() -> None:
    names = "Convert, Corner, InPlace, Later, Lists, Mixed, Newer, NonZero, Sqrt, Unread, Values, Wide"
    assert names in message_of(lanewise.op.load, CORNERS)


def test_corners_optional_inputs_in_the_middle_keep_their_place(corner: Any) -> None:
    np.testing.assert_array_equal(corner(X), SUM)
    np.testing.assert_array_equal(corner(X, np.zeros(1, np.int32)), SUM + 1000)
    np.testing.assert_array_equal(corner(X, None, np.full(1, 0.5, np.float32)), SUM + 0.5)


def test_corners_scalars_and_empty_arrays(corner: Any) -> None:
    np.testing.assert_array_equal(corner(np.float32(3)), [122])  # EnsureNotScalar
    assert corner(np.zeros((0, 3), np.float32)).shape == (0, 3)


def test_corners_shapes_without_dimensions_must_have_been_said(corner: Any) -> None:
    given = corner(X, mode="scalar")
    assert (given.shape, float(given)) == ((), SUM[0, 0])
    said = "Corner: InferShape says nothing about the shape of y; pass out= with an array of the right shape for y."
    assert message_of(corner, X, mode="untold") == message_of(corner, X[0], mode="untold") == said
    assert corner(X[0, 0], mode="untold").shape == ()  # what else


def test_corners_more_dimensions_than_shapes_have(corner: Any) -> None:
    assert message_of(corner, np.zeros((1,) * 26, np.float32)) == "Corner: x has 26 dimensions; shapes have at most 25."


def test_corners_kernel_of_another_name() -> None:
    host = CORNERS.parents[1] / "programs" / "operators" / "add_custom" / "op_host" / "add_custom.cpp"
    lost = lanewise.op.load(host=[str(host)], kernel=str(CORNERS / "op_kernel" / "mixed.cpp"))
    due = 'its kernel is called add_custom: rename it, or say ExtendCfgInfo("opInterface.value", ...)'
    assert message_of(lost, X, X) == f"AddCustom: mixed.cpp has mixed; {due}."


def test_corners_tiling_of_a_plain_structure(corner: Any) -> None:
    plan = corner.tiling(X)
    assert (plan.block_dim, plan.tiling_key, plan.workspaces, len(plan.data)) == (1, 0, [(16 << 20) + 64], 40)
    parsed = 1  # once, however many calls there were
    more = {"ratio": 0.5, "steps": [0, 0, 0, 0, 0, 9]}
    assert plan.fields == {"total": 6, "parsed": parsed, "cores": 48, "more": more}
    again = lanewise.op.load(CORNERS, op="Corner", cores=20).tiling(X)
    assert again.fields["cores"] == 20


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("null", "tiling failed: it used memory that is not there, such as a null pointer (SIGSEGV)"),
        ("exit", "tiling failed: it ended with status 5"),
        ("blocks", "tiling gives 0 blocks"),
        ("status", "tiling failed: GRAPH_PARAM_INVALID, nothing was logged"),
        ("formats", "tiling failed: functions.cpp:52: 1099511627776 formats 3 4.000000 4294967295   2.2% end"),
        ("words", "tiling failed: functions.cpp:57: invalid number of elements: x, 3, a multiple of 8"),
    ],
)
def test_corners_host_code_that_fails(corner: Any, mode: str, said: str) -> None:
    message = message_of(corner, X, mode=mode)
    assert message.startswith(f"Corner: {said}")
    assert "\n" not in message
    np.testing.assert_array_equal(corner(X), SUM)  # the next call works


def test_corners_host_code_that_divides_by_zero(corner: Any) -> None:
    assert message_of(corner, X, mode="zero").startswith("Corner: tiling failed: it")


def test_corners_values_that_nobody_declared_readable(corner: Any) -> None:
    crash = "Corner: tiling failed: it used memory that is not there, such as a null pointer (SIGSEGV)"
    due = "say .ValueDepend(REQUIRED) of it in the definition, or .TilingInputsDataDependency({0}) where the function"
    hint = "it asked for the values of x, which the host cannot read"
    assert message_of(corner, X, mode="values") .startswith(f"{crash}; {hint}: {due} is registered;")
    assert "asked for the values" not in message_of(corner, X, mode="null")


def test_corners_host_code_that_never_ends(tmp_path: Path) -> None:
    corner = lanewise.op.load(CORNERS, op="Corner", timeout=2.5)
    assert "it did not end within 2.5 s" in message_of(corner, X, mode="loop")
    np.testing.assert_array_equal(corner(X), SUM)
    np.save(tmp_path / "x.npy", X)
    words = ["op", str(CORNERS), "x.npy", "--op", "Corner", "--attr", "mode=loop", "--timeout", "2.5"]
    command = [sys.executable, "-m", "lanewise", *words]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (124, 1), done.stderr
    assert "2.5 s" in done.stderr  # of its loop, or of compiling on a busy computer


def test_corners_all_error_lines_are_told(corner: Any, capsys: pytest.CaptureFixture[str]) -> None:
    message_of(corner, X, mode="formats")
    assert capsys.readouterr().err == "Corner: functions.cpp:53: a second line\n"


def test_corners_wrong_calls(corner: Any) -> None:
    assert message_of(corner, X.astype(np.int8)).startswith(
        "Corner takes no (int8): x is int8; it takes x: float32; nd: int32"
    )
    assert message_of(corner) == "Corner: input x is missing."
    assert message_of(corner, X, X, X, X) == "Corner: it takes 3 inputs (x, nd, last), not 4."
    assert message_of(corner, X, number=1.5) == "Corner: attribute number must be an integer, not 1.5."
    assert message_of(corner, X, modes="") == "Corner has no attribute modes. It has: mode, number."
    assert (
        message_of(corner, X, out=np.zeros((2, 3), np.int8))
        == "Corner: out= is (int8); with these inputs it gives (float32)."
    )
    assert message_of(lanewise.op.load, CORNERS, op="Later") == "Later: it is registered for ascend950, not ascend910b."


def test_corners_kernel_called_like_a_function_of_c() -> None:
    """Its tiling is a class that reads values; its key needs 64 bits; its file is named by the configuration."""
    root = lanewise.op.load(CORNERS, op="Sqrt")
    values = np.array([1.5, 2.5, 3.5], np.float32)
    out = np.zeros(1, np.float32)
    assert root(values, np.array([2]), out=out) is out
    assert out[0] == 3.5
    assert root.tiling(values, np.array([2])).tiling_key == 10000000000000001


def test_corners_without_outputs_the_argument_is_the_result() -> None:
    write = lanewise.op.load(CORNERS, op="InPlace")
    x = X.copy()
    assert write(x) is None
    np.testing.assert_array_equal(x.flat, [1, 1, 2, 3, 4, 5])  # the number of its inputs, added to the first


def test_corners_lists_in_and_out() -> None:
    lists = lanewise.op.load(CORNERS, op="Lists")
    made = lists([X[0], X[1], X[1, :1]])
    assert [a.shape for a in made] == [(3,), (3,), (1,)]
    assert [float(a[0]) for a in made] == [0, 4, 5]
    assert [float(v) for a in made for v in a[1:]] == [7, 7, 7, 7]  # as they start
    assert lists([X[0]], rows=[[1, 2], [], [10]])[0][0] == 33
    assert message_of(lists, []) == "Lists: the list of xs is empty."
    assert "several types" in message_of(lists, [X[0], X[1].astype(np.float16)])


def test_corners_kernel_decides_the_shape_of_its_output() -> None:
    np.testing.assert_array_equal(lanewise.op.load(CORNERS, op="NonZero")(X), [1, 2, 3, 4, 5])


def test_corners_blocks_of_mixed_kernels_have_two_vector_cores() -> None:
    made = lanewise.op.load(CORNERS, op="Mixed")(np.zeros(2, np.float32))
    np.testing.assert_array_equal(made, [120, 121])  # one block, two cores of it


def test_corners_columns_are_chosen_by_out() -> None:
    convert = lanewise.op.load(CORNERS, op="Convert")
    assert "pass out=" in message_of(convert, X)
    x = X + np.float32(2.5)
    for dtype, first in ((np.int32, -1), (np.float32, -0.5)):  # it starts as -3
        out = np.zeros(2, dtype)
        convert(x, out=out)
        np.testing.assert_array_equal(out, [first, -3])
    assert "out= is (float32)" in message_of(convert, X.astype(np.int32), out=np.zeros(1, np.float32))


def test_corners_sources_of_other_chips_are_left_out() -> None:
    newer = lanewise.op.load(CORNERS, op="Newer")
    why = "newer.cpp was left out: it needs atvoss/elewise/elewise_tiling.h, which Lanewise does not have: name"
    assert why in message_of(newer, X)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_corners_half_types_in_host_code(dtype: Any) -> None:
    """A mean that is rounded after every step."""
    values = lanewise.op.load(CORNERS, op="Values")
    for scales in (np.array([1, 1 / 3, 2049, 3e-8, 0.1, 7]), np.array([-1e-7, -6e-8, 2e-9]), np.array([6e4, 6e4])):
        given = scales.astype(dtype)
        total = dtype(0)
        with np.errstate(over="ignore"):
            for scale in given:
                total = dtype(np.float32(total) + np.float32(scale))
        mean = abs(np.array(np.float32(total) / np.float32(len(given)), np.float32)).astype(dtype)
        bits = np.frombuffer(values.tiling(X, np.array([1]), given).data, np.int32)[0]
        assert bits == mean.view(np.uint16), (given, mean)


@pytest.mark.parametrize("axes", [[0], [-1], [0, 2], [2, 1, 0], [1, -2], []])
@pytest.mark.parametrize("keep", [False, True])
def test_corners_shapes_that_depend_on_values(axes: list[int], keep: bool) -> None:
    values = lanewise.op.load(CORNERS, op="Values")
    x = np.zeros((2, 3, 4), np.float32)
    due = np.sum(x, axis=tuple({a % 3 for a in axes}), keepdims=keep).shape
    made = values(x, np.array(axes, np.int32 if keep else np.int64), np.ones(1, np.float16), keep_dims=keep)
    assert made.shape == due
    assert made.flat[0] == (axes[0] if axes else 99)  # GetConstInt finds none


def test_corners_shapes_that_cannot_be_known() -> None:
    one = np.ones(1, np.float16)
    said = message_of(lanewise.op.load(CORNERS, op="Values"), X, np.array([2]), one)
    assert "axis 2 is not one of an input of rank 2" in said
    said = message_of(lanewise.op.load(CORNERS, op="Unread"), X, np.array([1]))
    assert "the values of input 1 are not readable" in said


def test_corners_shapes_of_two_inputs() -> None:
    wide = lanewise.op.load(CORNERS, op="Wide")
    assert wide(X, np.zeros((4, 1, 1), np.float32)).shape == (4, 2, 3)


def test_results_can_be_timed() -> None:
    add = lanewise.op.load(CORNERS.parents[1] / "programs" / "operators" / "add_custom")
    with pytest.raises(LanewiseError, match="not called yet"):
        add.time()
    z = add(X, X)
    assert z.time().cycles == add.time().cycles > 0
    with pytest.raises(LanewiseError, match="made from it"):
        (z + 1).time()


@pytest.mark.parametrize(
    ("type_name", "function"),
    [("AddCustom", "add_custom"), ("Conv2D", "conv2_d"), ("GatherV2", "gather_v2"), ("GRUCell", "gru_cell"),
     ("TopKV3", "top_kv3"), ("Im2Col", "im2_col")],
)  # fmt: skip
def test_operator_names_in_snake_case(type_name: str, function: str) -> None:
    assert snake(type_name) == function


def test_operator_as_a_function_on_tensors() -> None:
    torch = pytest.importorskip("torch")
    add = lanewise.op.as_torch(lanewise.op.load(CORNERS.parents[1] / "programs" / "operators" / "add_custom"))
    x = torch.arange(6, dtype=torch.float32, requires_grad=True).reshape(2, 3)
    z = add(x, torch.ones(2, 3))
    assert isinstance(z, torch.Tensor)
    assert torch.equal(z, x.detach() + 1)
