"""Tasks in the format of NPUEval, which we wrote: their solutions pass, and what fools its own comparison does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge import schemas
from judge.candidates import SEED, TASKS
from lanewise.judge import Candidate, Judge, TaskError, Verdict
from lanewise.judge.formats import read_all, read_task
from lanewise.judge.npueval import NpuEval, spliced, swapped
from lanewise.judge.task import CandidateError

DATA = str(Path(__file__).parent / "formats" / "npueval" / "tasks.jsonl")
SCHEMA = json.loads((TASKS.parents[2] / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
LINES = [json.loads(line) for line in Path(DATA).read_text(encoding="utf-8").splitlines()]
RELU = "#include <aie_api/aie.hpp>\nvoid relu_bfloat16(bfloat16* in_buffer, bfloat16* out_buffer) {"


def task(name: str) -> NpuEval:
    found = read_task("npueval", name, data=DATA)
    assert isinstance(found, NpuEval)
    return found


@pytest.fixture(scope="module")
def relu() -> Iterator[Callable[[str], Verdict]]:
    with Judge(task("relu_bfloat16"), SEED) as judge:
        yield lambda body: judge.judge(Candidate({"relu.cc": f"{RELU}{body}}}\n".encode()}))


@pytest.mark.parametrize("name", [line["kernel_name"] for line in LINES])
def test_solutions_pass_with_nothing_said_of_them(name: str) -> None:
    read = task(name)
    solution = read.solution()
    assert solution is not None
    with Judge(read, SEED, ahead=False) as judge:
        made = judge.judge(solution)
    assert list(schemas.problems(json.loads(made.json()), SCHEMA)) == []
    assert made.verdict == "pass", made.line
    assert made.data["correctness"]["passed_as_benchmark"] is True
    assert made.cheats == []
    assert made.data["findings"] == []
    assert made.benchmark_result["result"] == "Pass"
    ids = [case["id"] for case in made.data["correctness"]["cases"]]
    assert ids[:2] == ["given", "the same values elsewhere"]
    assert "one element changed" in ids


def cheats(made: Verdict) -> list[tuple[str, str]]:
    return [(one["id"], one["certainty"]) for one in made.cheats]


def test_infinity_everywhere_fools_its_comparison_alone(relu: Callable[[str], Verdict]) -> None:
    made = relu("for (int i = 0; i < 64; ++i) out_buffer[i] = bfloat16(__builtin_inff());")
    assert made.benchmark_result["result"] == "Pass"
    assert made.data["correctness"]["passed_as_benchmark"] is True
    assert made.data["correctness"]["passed"] is False
    assert made.verdict == "cheating"
    assert ("CHEAT-06", "proved") in cheats(made)
    assert made.data["correctness"]["cases"][0]["nonfinite"] == {"got": 64, "want": 0}


@pytest.mark.parametrize(("value", "cheat"), [("bfloat16(0.0f)", None), ("in_buffer[i]", "CHEAT-01")])
def test_zeros_and_inputs_are_wrong(relu: Callable[[str], Verdict], value: str, cheat: str | None) -> None:
    made = relu(f"for (int i = 0; i < 64; ++i) out_buffer[i] = {value};")
    assert (made.verdict, made.status) == ("wrong", 1)
    assert made.benchmark_result["result"] == "Fail"
    assert cheat is None or (cheat, "suspected") in cheats(made)


def test_memorised_vectors_are_right_for_the_published_inputs_alone(relu: Callable[[str], Verdict]) -> None:
    vectors = next(line for line in LINES if line["kernel_name"] == "relu_bfloat16")["test_vectors"]
    table = ", ".join(f"{value}f" for value in vectors["outputs"][0]["out_buffer"])
    loop = "for (int i = 0; i < 64; ++i) out_buffer[i] = bfloat16(t[i]);"
    made = relu(f"static const float t[64] = {{{table}}};\n{loop}")
    assert made.data["correctness"]["cases"][0]["status"] == "pass"
    assert made.benchmark_result["result"] == "Pass"
    assert made.verdict == "cheating"
    assert ("CHEAT-04", "proved") in cheats(made)


def test_its_comparison_is_the_swapped_one() -> None:
    """Against the formula, in both directions."""
    rule, inf = swapped(0.01, 0.01), np.float32(np.inf)
    got = np.array([inf, -inf, np.nan, 1.0, 1.021, 100, 0.0], np.float32)
    wanted = np.array([1, 1, 1, 1, 1, 101.005, 0.0101], np.float32)
    assert rule.wrong(got, wanted).tolist() == [False, False, True, False, True, False, True]
    assert swapped(0.01, 0.01).wrong(wanted, got)[0]  # the other way round infinity is wrong
    assert task("square_bfloat16").rule.text.startswith("npueval: |a - b| <= 0.02 + 0.02 |a|")


def test_a_solution_takes_the_place_of_the_empty_body() -> None:
    prompt = "// says f(x) {}\n#include <a>\nvoid f(int *x) {\n    // code\n}\n"
    assert spliced(prompt, "    *x = 1;\n}\n", "f") == (
        "// says f(x) {}\n#include <a>\nvoid f(int *x) {\n    *x = 1;\n}\n\n"
    )
    with pytest.raises(TaskError, match="no body"):
        spliced("nothing", "}", "f")


def test_what_its_own_tool_leaves_out_is_left_out() -> None:
    read = task("relu_bfloat16")
    code = 'void a() { if (1) {} }\nint main() { if (1) { return 2; } }\nvoid b() {}\n// extern "C"\nvoid c() {}\n'
    for candidate in (Candidate({"x.cc": code.encode()}),
                      Candidate({"x.json": json.dumps({"code": code, "stats": {}}).encode()})):  # fmt: skip
        files, name = read.sources(candidate)
        text = files[name].decode()
        assert "main" not in text
        assert "void a() { if (1) {} }" in text
        assert "void b() {}" in text
        assert "void c()" not in text
        assert "relu_bfloat16_wrapper" in text
    for content in (b"{}", b"[]", b"[" * 100_000, b'{"code": 3}'):
        with pytest.raises(CandidateError, match="code"):
            read.sources(Candidate({"x.json": content}))


def test_tasks_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    assert [one.id for one in read_all("npueval", data=DATA)] == [line["kernel_name"] for line in LINES]
    with pytest.raises(TaskError, match="there is no task none"):
        read_task("npueval", "none", data=DATA)
    broken: list[tuple[Any, str]] = [
        ("not json", "Expecting"), ([1], "no task of npueval"), ({"kernel_name": "f"}, "f: KeyError"),
    ]
    for content, said in broken:
        path = tmp_path / "broken.jsonl"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        with pytest.raises(TaskError, match=re.escape(said)):
            read_task("npueval", "f", data=str(path))
