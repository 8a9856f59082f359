"""Tasks of one's own: what passes, what does not, and what the verdict says of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from judge.candidates import HONEST, SEED, TASKS, solution
from judge.schemas import problems
from lanewise.judge import Candidate, Judge, Task, TaskError, Verdict, judge
from lanewise.judge.rules import compare, within
from lanewise.judge.trivial import that_pass
from lanewise.judge.verdict import empty

Judging = Callable[[str], Verdict]


def test_honest_kernels_pass_with_nothing_said_of_them(triple: Judging, adds: Judging) -> None:
    for made in (triple(HONEST), adds(solution("vector_add", "solution.asc"))):
        assert made.line.startswith(f"{made.data['task']['id']}: pass, "), made.line
        assert made.status == 0
        assert made.cheats == []
        assert made.data["findings"] == []
        assert made.data["reproduce"]["same_every_time"] is True
        assert made.data["performance"]["cycles"] > 0
        assert all(case["status"] == "pass" and not case["trivial_answers_that_pass"]
                   for case in made.data["correctness"]["cases"])  # fmt: skip


def test_scalar_code_alone_has_no_time(adds: Judging) -> None:
    made = adds("""
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t n)
{
    auto *p = (__gm__ float*)x, *q = (__gm__ float*)y, *r = (__gm__ float*)z;
    for (uint32_t i = AscendC::GetBlockIdx(); i < n; i += AscendC::GetBlockNum()) r[i] = p[i] + q[i];
}
""")
    assert made.status == 0
    assert made.data["performance"]["cycles"] is None
    assert made.data["performance"]["left_out"] == ["scalar code"]
    assert "cycles" not in made.line


def test_the_same_verdict_twice() -> None:
    task = Task.read(TASKS / "vector_add" / "task.toml")
    with Judge(task, SEED) as one:
        candidate = Candidate.read(TASKS / "vector_add" / "solution.asc")
        first, second = (one.judge(candidate).data for _ in range(2))
    for data in (first, second):
        for part in ("build", "run"):
            data[part].pop("seconds")
    assert first == second
    assert first["reproduce"]["seed"] == SEED


def test_a_wrong_value_is_told_with_its_place(adds: Judging) -> None:
    text = solution("vector_add", "solution.asc").replace("AscendC::Add(", "AscendC::Sub(")
    made = adds(text)
    assert (made.verdict, made.status) == ("wrong", 1)
    case = made.data["correctness"]["cases"][0]
    assert case["status"] == "wrong"
    assert case["first_wrong"]["output"] == "z"
    assert case["first_wrong"]["index"] == [0]
    assert "values of case n=1024 #1, first [0]:" in made.line


def test_what_does_not_compile_has_its_line(triple: Judging) -> None:
    made = triple("\nvoid triple(int16_t* x, int16_t* y) { y[0] = z; }")
    assert (made.verdict, made.status) == ("build_error", 3)
    diagnostic = made.data["build"]["diagnostics"][0]
    assert diagnostic["file"] == "triple.cc"
    assert "z" in diagnostic["message"]


def test_a_kernel_of_another_name_is_an_error(triple: Judging) -> None:
    made = triple("void other(int16_t* x, int16_t* y) { honest(x, y); }")
    assert made.verdict == "run_error"
    assert "triple" in made.line


def test_a_broken_rule_is_no_pass(adds: Judging) -> None:
    """The copy out does not wait for the sum: right in the order of the text, and not in another one."""
    text = solution("vector_add", "solution.asc")
    text = text.replace("zs.EnQue(out);\n", "").replace("auto done = zs.DeQue<float>();", "auto done = out;")
    made = adds(text)
    assert (made.verdict, made.status) == ("wrong", 1)
    assert made.data["reproduce"]["same_every_time"] is False
    assert any(one["severity"] == "error" for one in made.data["findings"])
    assert "CHEAT-15" in [one["id"] for one in made.cheats]


def test_the_schema_tells_what_is_no_verdict() -> None:
    schema = json.loads((TASKS.parents[2] / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
    candidate = Candidate({"a.cc": b""})
    data = empty(Task.read(TASKS / "triple" / "task.toml"), candidate, "aie")
    assert list(problems(data, schema)) == []
    for change, said in (
        ({"verdict": "maybe"}, "none of"), ({"more": 1}, "not in the schema"), ({"chip": 3}, "is int"),
        ({"run": {**data["run"], "launches": None}}, "verdict.run.launches is NoneType"),
    ):
        assert any(said in one for one in problems({**data, **change}, schema)), change


def test_tolerances_are_of_types() -> None:
    want = np.linspace(0.5, 2.0, 64, dtype=np.float32)
    near, far = want * np.float32(1 + 2.0**-14), want * np.float32(1 + 2.0**-9)
    assert not compare(near, want).wrong.any()
    assert compare(far, want).wrong.all()
    small = np.full(8, 1e-9, np.float32)
    assert not compare(np.zeros_like(small), small).wrong.any()  # far below what the type can tell beside 1
    assert compare(np.array([3], np.int32), np.array([4], np.int32)).wrong.all()


def test_what_is_not_finite_passes_only_where_it_is_wanted() -> None:
    want = np.array([1.0, np.inf, np.nan, -np.inf], np.float32)
    assert not compare(want, want).wrong.any()
    for got in ([np.inf, np.inf, np.nan, -np.inf], [1, 2, np.nan, -np.inf], [1, np.inf, 0, -np.inf],
                [1, np.inf, np.nan, np.inf]):  # fmt: skip
        assert compare(np.array(got, np.float32), want).wrong.sum() == 1
        assert within(10, 10).wrong(np.array(got, np.float32), want).sum() == 1


def test_trivial_answers_are_tried_first() -> None:
    task = Task.read(TASKS / "triple" / "task.toml")
    case = task.cases(SEED)[0]
    assert case.wanted is not None
    assert that_pass(case, case.wanted, task.ours) == []
    zeros = [np.zeros(256, np.int16)]
    assert that_pass(case, zeros, task.ours) == ["zeros"]
    assert that_pass(case, [case.inputs["x"]], task.ours) == ["x"]


def test_inputs_come_from_the_seed() -> None:
    task = Task.read(TASKS / "triple" / "task.toml")
    one, same, other = (task.cases(seed)[0].inputs["x"] for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(("text", "said"), [
    ('kernle = "x"', "kernle is no key of a task"),
    ("", "inputs is missing"),
    ('chip = "none"\n', "none"),
    ("inputs = 3", "inputs is no dict"),
    ("not toml", "task.toml"),
])  # fmt: skip
def test_broken_tasks_say_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "task.toml").write_text(text)
    with pytest.raises(TaskError, match=said):
        Task.read(tmp_path / "task.toml")


@pytest.mark.sweep
def test_an_operator_is_a_candidate() -> None:
    made = judge(TASKS / "scaled_add" / "task.toml", TASKS.parents[2] / "examples" / "scaled_add", seed=SEED)
    assert made.line.startswith("scaled_add: pass, ")
    assert made.cheats == []
    assert made.data["performance"]["cycles"] > 0


def test_a_task_needs_a_candidate(tmp_path: Path) -> None:
    made = judge(Task.read(TASKS / "triple" / "task.toml"), Candidate({"a.cc": b"", "b.cc": b""}), seed=1)
    assert made.verdict == "build_error"
    assert "one file" in made.line
