"""Tasks of NPUEval: a line of its dataset is a kernel for an AI Engine, with one set of inputs and outputs.

Its own comparison takes the candidate's value for the size of an error (|a - b| <= atol + rtol |a|), so that +inf
passes it; what decides here is the other direction, and other inputs, for which its own solution says what comes out.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.chips import DEFAULT_AIE
from lanewise.chips.chip import any_chip
from lanewise.cpp.tokens import closing, scan
from lanewise.errors import LanewiseError
from lanewise.judge.rules import Rule, is_float, wide, within
from lanewise.judge.task import Answer, Array, Call, Candidate, CandidateError, Case, Task, TaskError, seed_of
from lanewise.judge.values import limits_of, random_values, special_values
from lanewise.numerics.formats import dtype

if TYPE_CHECKING:
    from lanewise.judge.verdict import Verdict

Values = np.ndarray[Any, Any]
DEFAULT_CHIP = DEFAULT_AIE
PLACES = ("dataset/npueval.jsonl", "npueval.jsonl")  # below the working folder
_TOLERANCE = 0.01  # of tasks that name none
_MAIN = re.compile(r"\bint\s+main\s*\(")
_EXTERN = '// extern "C"'
_SHOWN = 10  # indices of wrong elements in a result


def ids(data: str | None = None) -> list[str]:
    return [str(line["kernel_name"]) for line, _ in _lines(_path(data))]


def read(id: str, *, chip: str | None = None, data: str | None = None) -> Task:
    path = _path(data)
    found = [(line, text) for line, text in _lines(path) if line["kernel_name"] == id]
    if not found:
        raise TaskError(f"{path}: there is no task {id}")
    try:
        name = any_chip(chip or DEFAULT_CHIP).name
    except LanewiseError as problem:
        raise TaskError(f"--chip: {problem.message}") from None
    line, text = found[0]
    try:
        return _task(line, text, path, name)
    except (KeyError, TypeError, ValueError, LanewiseError) as problem:
        raise TaskError(f"{path}: {id}: {type(problem).__name__}: {problem}") from None


def _path(data: str | None) -> str:
    path = data or next((place for place in PLACES if os.path.isfile(place)), "")
    if not path:
        raise TaskError(f"npueval: there is no {PLACES[0]} here; --data says where its tasks are")
    return path


def _lines(path: str) -> Iterator[tuple[dict[str, Any], str]]:
    try:
        with open(path, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                if text.strip():
                    line = json.loads(text)
                    if not isinstance(line, dict) or not isinstance(line.get("kernel_name"), str):
                        raise TaskError(f"{path}:{number}: that is no task of npueval")
                    yield line, text
    except OSError as problem:
        raise TaskError(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise TaskError(f"{path}: {problem}") from None


@dataclass
class NpuEval(Task):
    prompt: str = ""
    canonical: str = ""
    program: str = ""
    kernel: str = ""

    def sources(self, candidate: Candidate) -> tuple[dict[str, bytes], str]:
        """The candidate's text without what its own tool leaves out, and the wrapper behind it."""
        text = _code(candidate)
        name = f"{self.kernel}.cc"
        return {name: f"{_without_main(text).partition(_EXTERN)[0]}\n{self.program}\n".encode()}, name

    def solution(self) -> Candidate | None:
        return Candidate({f"{self.kernel}.cc": spliced(self.prompt, self.canonical, self.kernel).encode()})

    def usable(self, case: Case) -> bool:
        """What its solution says of new inputs counts where it stays as finite as of the published ones."""
        return case.given or all(np.isfinite(wide(one)).all() for one in case.wanted or [])

    def benchmark_result(self, verdict: Verdict, answers: Sequence[Answer]) -> dict[str, Any]:
        """The result file NAME_wrapper.json."""
        given = next(one for one in answers if one.case.given)
        data = verdict.data
        result: dict[str, Any] = {
            "result": "Pass" if data["correctness"]["passed_as_benchmark"] else "Fail", "stats": {},
            "total_cycles": None, "vector_cycles": None, "vector_score": None,
        }  # fmt: skip
        if given.got is None:
            result["Error"] = data["reason"]
            return result
        assert given.case.wanted is not None
        got, wanted = wide(given.got[0]).reshape(-1), wide(given.case.wanted[0]).reshape(-1)
        with np.errstate(invalid="ignore"):
            error = np.abs(got - wanted)
        wrong = np.flatnonzero(self.rule.wrong(given.got[0], given.case.wanted[0]).reshape(-1))
        finite = error[np.isfinite(error)]
        result["stats"] = {
            "max_abs_error": float(finite.max(initial=0.0)),
            "mean_abs_error": float(finite.mean()) if finite.size else None,
            "mismatched_indices": [int(one) for one in wrong[:_SHOWN]],
        }
        return result


def _task(line: dict[str, Any], text: str, path: str, chip: str) -> NpuEval:
    name = str(line["kernel_name"])
    bounds = line.get("tolerances") or {}
    atol, rtol = float(bounds.get("atol", _TOLERANCE)), float(bounds.get("rtol", _TOLERANCE))
    vectors = line["test_vectors"]
    inputs = dict(_vector(one) for one in vectors["inputs"])
    outputs = dict(_vector(one) for one in vectors["outputs"])
    numbers = dict(_number(one) for one in vectors.get("rtps") or [])
    outputs = {f"out_{key}" if key in inputs else key: values for key, values in outputs.items()}
    arrays = [Array(key, dtype(values.dtype).name, values.shape) for key, values in outputs.items()]
    call = Call("aie", f"{name}_wrapper", (*inputs, *outputs, *numbers))

    def make(seed: int) -> list[Case]:
        return _cases(name, seed, inputs, arrays, numbers, list(outputs.values()), within(2 * atol, 2 * rtol))

    return NpuEval(
        name, call, chip, make, "npueval", path, "sha256:" + hashlib.sha256(text.encode()).hexdigest(),
        swapped(atol, rtol), within(atol, rtol), (os.path.abspath(path),), str(line["prompt"]),
        str(line["canonical_solution"]), str(line["program_code"]), name,
    )  # fmt: skip


def _name_and_value(one: dict[str, Any]) -> tuple[str, Any, np.dtype[Any]]:
    """A buffer or number: its name with its values, and `dtype`."""
    (name,) = (key for key in one if key != "dtype")
    return name, one[name], dtype(one["dtype"]).numpy


def _vector(one: dict[str, Any]) -> tuple[str, Values]:
    name, values, face = _name_and_value(one)
    raw = np.asarray(values, np.float64 if is_float(np.zeros(0, face)) else np.int64)
    return name, np.ascontiguousarray(raw.reshape(-1)).astype(face)


def _number(one: dict[str, Any]) -> tuple[str, Any]:
    name, value, face = _name_and_value(one)
    return name, float(value) if is_float(np.zeros(0, face)) else int(value)


def swapped(atol: float, rtol: float) -> Rule:
    """As the benchmark compares: the candidate's value decides how large its error may be."""

    def wrong(got: Values, wanted: Values) -> Values:
        with np.errstate(all="ignore"):
            a, b = (wide(one).astype(np.float32) for one in (got, wanted))
            close: Values = np.abs(a - b) <= np.float32(atol) + np.float32(rtol) * np.abs(a)
            return ~close

    return Rule(f"npueval: |a - b| <= {atol:g} + {rtol:g} |a|, a of the candidate", wrong)


def _cases(
    name: str, seed: int, inputs: dict[str, Values], outputs: list[Array], numbers: dict[str, Any],
    wanted: list[Values], loose: Rule,
) -> list[Case]:
    """The published one, and others like it. Their outputs are the solution's, which is right within the tolerance, as
    a candidate may be: the two may differ by twice that."""
    rng = np.random.default_rng(seed_of(name, seed, 0))
    bounds = {key: limits_of(values) for key, values in inputs.items()}
    made = {
        "the same values elsewhere": {key: rng.permutation(values) for key, values in inputs.items()},
        "other values": {key: random_values(rng, values.dtype, values.shape, bounds[key])
                         for key, values in inputs.items()},
        "special values": {key: special_values(values, bounds[key]) for key, values in inputs.items()},
    }  # fmt: skip
    cases = [Case("given", None, inputs, outputs, numbers, wanted, given=True)]
    for key, values in made.items():
        own = None if key == "special values" else seed_of(name, seed, 0)
        cases.append(Case(key, own, values, outputs, numbers, ours=loose))
    changed = {key: values.copy() for key, values in made["other values"].items()}
    key = next((key for key, values in changed.items() if values.size), "")
    if key:
        at = int(rng.integers(changed[key].size))
        changed[key][at] = bounds[key][1] if changed[key][at] != bounds[key][1] else bounds[key][0]
        cases.append(Case("one element changed", seed_of(name, seed, 0), changed, outputs, numbers,
                          changed="other values", ours=loose))  # fmt: skip
    return cases


def _code(candidate: Candidate) -> str:
    """A file of C++, or the benchmark's own NAME.json: {"code": text}."""
    names = [name for name in candidate.files if name.endswith((".cc", ".cpp", ".json"))]
    if len(names) != 1:
        raise CandidateError(f"a candidate is one file of C++, or one .json with `code`; there are: "
                             f"{', '.join(sorted(candidate.files))}")  # fmt: skip
    text = candidate.files[names[0]].decode(errors="replace")
    if not names[0].endswith(".json"):
        return text
    try:
        code = json.loads(text)["code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        code = None
    if not isinstance(code, str):
        raise CandidateError(f"{names[0]} has no `code` with the text of a kernel")
    return code


def _without_main(text: str) -> str:
    found = _MAIN.search(text)
    if not found:
        return text
    end = _end_of_body(text, found.start())
    return text[: found.start()] + text[end:] if end else text


def _end_of_body(text: str, start: int) -> int | None:
    """Behind the braces of the function that begins there; None: it has none."""
    tokens, _ = scan(text)
    at = next((i for i, token in enumerate(tokens) if token.start >= start and token.text == "{"), None)
    end = None if at is None else closing(tokens, at)
    return None if end is None else tokens[end].end


def spliced(prompt: str, canonical: str, kernel: str) -> str:
    """The solution in place of the empty body that a prompt ends with: it has the closing brace itself."""
    heads = list(re.finditer(rf"\b{re.escape(kernel)}\s*\(", prompt))
    opening = prompt.find("{", heads[-1].end()) if heads else -1
    if opening < 0:
        raise TaskError(f"{kernel}: its prompt has no body for the solution")
    return f"{prompt[: opening + 1]}\n{canonical}\n"
