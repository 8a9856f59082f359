"""From a task and a candidate to a verdict. Everything that counts is decided here, from bytes that came back."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lanewise.cpp import highlevel
from lanewise.judge import cheats, trivial, verdict, warming
from lanewise.judge.child import Child, ForgedError, GoneError, Limits
from lanewise.judge.rules import bits, compare, wide
from lanewise.judge.task import Answer, Candidate, CandidateError, Case, Task, TaskError, UnsupportedError
from lanewise.judge.verdict import Verdict, number
from lanewise.judge.wire import Message

Values = np.ndarray[Any, Any]
_WORDS = 16 << 20  # bytes of an answer beside its arrays
_MOST_SEED = 1 << 31
_PLACE = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<said>.*)$", re.MULTILINE)
_LACKING = ("is not emulated", "which Lanewise does not have")
_NAMED = re.compile(r"[\u2018'](?:AscendC::)?(\w+)[\u2019']")


@dataclass
class Ran:
    """What became of one candidate: facts, before anybody judges them."""

    built: Message | None = None
    build_seconds: float = 0.0
    seconds: float = 0.0
    problem: dict[str, Any] | None = None  # an error that the worker told
    stage: str = "build"
    gone: GoneError | None = None
    forged: str = ""
    printed: bytes = b""
    left: list[str] = field(default_factory=list)  # files that it has written
    # By the number of the case: of a core of its own; after other cases; one case once more.
    runs: list[dict[int, Run]] = field(default_factory=lambda: [{}, {}, {}])


@dataclass
class Run:
    """One call."""

    told: dict[str, Any]
    got: list[Values]
    poison: bytes


class Prepared:
    """What judges of one task share: its cases, with what must come out of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.cases: list[Case] | None = None
        self.trivial: list[list[str]] = []
        self.solved: tuple[str, Ran] | None = None  # the digest of the task's own solution, and what became of it


@dataclass
class Judge:
    """Judges candidates of one task, one after the other; the process of the next one is started ahead."""

    task: Task
    seed: int | None = None  # None: another one each time, which the verdict says
    limits: Limits = field(default_factory=Limits)
    words: Sequence[str] = ()  # of the command, for the verdict
    prepared: Prepared = field(default_factory=Prepared)
    ahead: bool = True  # start the process of the next candidate while one is judged

    def __post_init__(self) -> None:
        self.number = secrets.randbelow(_MOST_SEED) if self.seed is None else self.seed
        self._next: Child | None = None
        self._warm = False

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        if self._next is not None:
            self._next.close()
            self._next = None

    def judge(self, candidate: Candidate | str | os.PathLike[str]) -> Verdict:
        if not isinstance(candidate, Candidate):
            candidate = Candidate.read(candidate)
        data = verdict.empty(self.task, candidate, self.task.call.language)
        data["reproduce"] |= {"command": verdict.command_of(list(self.words), self.number), "seed": self.number}
        try:
            cases = self.cases()
            files, main = self.task.sources(candidate)
        except UnsupportedError as missing:
            data |= {"verdict": "unsupported", "reason": str(missing)}
            return Verdict(data)
        except CandidateError as problem:
            data["build"] |= {"status": "error", "diagnostics": [{"file": None, "line": None, "message": str(problem)}]}
            data |= {"verdict": "build_error", "reason": str(problem)}
            return Verdict(data)
        solved = self.prepared.solved
        known = solved is not None and solved[0] == candidate.digest  # it ran already, on these inputs
        ran = solved[1] if solved and known else self._run(files, main, cases)
        self._fill(data, candidate, cases, ran)
        made = Verdict(data)
        data["benchmark_result"] = self.task.benchmark_result(made, [
            Answer(case, ran.runs[0][k].got if k in ran.runs[0] else None) for k, case in enumerate(cases)
        ])
        return made

    # --- cases ---

    def cases(self) -> list[Case]:
        """With what must come out of them."""
        with self.prepared.lock:
            if self.prepared.cases is None:
                cases = self.task.cases(self.number)
                if not cases:
                    raise TaskError(f"{self.task.id} has no cases")
                if any(case.wanted is None for case in cases):
                    self._solve(cases)
                    there = {case.id for case in cases if self.task.usable(case)}
                    kept = [case for case in cases if case.id in there and (not case.changed or case.changed in there)]
                    self.prepared.solved = self.prepared.solved if len(kept) == len(cases) else None
                    cases = kept
                self.prepared.trivial = [
                    trivial.that_pass(case, case.wanted or [], self.task.rule_of(case)) for case in cases
                ]
                self.prepared.cases = cases
            return self.prepared.cases

    def _solve(self, cases: list[Case]) -> None:
        solution = self.task.solution()
        if solution is None:
            raise TaskError(f"{self.task.id}: nothing says what should come out")
        ran = self._run(*self.task.sources(solution), cases)
        self.prepared.solved = solution.digest, ran
        for k, case in enumerate(cases):
            if k not in ran.runs[0]:
                why = (ran.problem or {}).get("text") or (ran.gone.text if ran.gone else ran.forged)
                raise TaskError(f"{self.task.id}: its own solution does not run: {why}")
            if case.wanted is None:
                case.wanted = ran.runs[0][k].got

    # --- running ---

    def _child(self) -> Child:
        """The one that is ready, and another one begins to be."""
        if not self._warm:
            warming.prepare(self.task.call.language, self.task.chip)
            self._warm = True
        child = self._next or self._started()
        self._next = self._started() if self.ahead else None
        return child

    def _started(self) -> Child:
        return Child(self.task.call.language, self.task.chip, self.limits, self.task.hidden)

    def _run(self, files: dict[str, bytes], main: str, cases: list[Case]) -> Ran:
        ran = Ran()
        call, limits = self.task.call, self.limits
        with self._child() as child:
            try:
                for name, content in files.items():
                    child.write_file(name, content)
                path = os.path.join(child.room, "candidate", main)
                start = time.perf_counter()
                job = {**call._asdict(), "path": path, "chip": self.task.chip, "timeout": limits.run}
                ran.built = self._exchange(child, ran, "build", job, seconds=limits.build)
                ran.build_seconds = time.perf_counter() - start
                if ran.built is not None:
                    ran.stage = "run"
                    self._call_all(child, ran, cases)
            except GoneError as gone:
                ran.gone = gone
            except ForgedError as forged:
                ran.forged = str(forged)
        ran.printed, ran.left = child.printed, child.left
        return ran

    def _exchange(
        self, child: Child, ran: Ran, word: str, data: dict[str, Any], blob: bytes = b"", *, seconds: float,
        most: int = 0,
    ) -> Message | None:
        """An answer; None: it was a problem."""
        said = child.ask(word, data, blob, seconds=seconds, most=most)
        if said.word == "problem":
            ran.problem = said.data
            return None
        return said

    def _call_all(self, child: Child, ran: Ran, cases: list[Case]) -> None:
        start = time.perf_counter()

        # Kernels of operators are built for the types and keys of a call.
        most = self.limits.run + (self.limits.build if self.task.call.language == "operator" else 0.0)

        def seconds_left() -> float:
            return max(0.001, most - (time.perf_counter() - start))

        if self._exchange(child, ran, "open", {}, seconds=seconds_left()) is None:
            return
        order = np.random.default_rng(self.number).permutation(len(cases)).tolist()
        turns: list[Sequence[int]] = [range(len(cases)), order, order[:1]]
        for turn, numbers in enumerate(turns):
            for k in numbers:
                data, blob, poison = self._request(cases[k], k, turn)
                size = sum(one.size * one.face.itemsize for one in cases[k].outputs)
                said = self._exchange(child, ran, "call", data, blob, seconds=seconds_left(), most=size)
                if said is None:
                    return
                if len(said.blob) != size:
                    raise ForgedError("outputs of another size")
                ran.runs[turn][k] = Run(said.data, _split_outputs(said.blob, cases[k]), poison)
                ran.seconds = time.perf_counter() - start

    def _request(self, case: Case, k: int, turn: int) -> tuple[dict[str, Any], bytes, bytes]:
        rng = np.random.default_rng([self.number, k])
        size = sum(one.size * one.face.itemsize for one in case.outputs)
        poison = rng.integers(0, 256, size, np.uint8)
        shop = rng.integers(0, 256, self.task.call.workspace, np.uint8)
        if turn == 1:  # no byte is what it was
            poison, shop = ~poison, ~shop
        parts = [(name, one.dtype.name, list(one.shape), one.tobytes()) for name, one in case.inputs.items()]
        at = 0
        for one in case.outputs:
            count = one.size * one.face.itemsize
            if one.name in case.inputs:  # it comes in and goes out
                poison[at : at + count] = np.frombuffer(case.inputs[one.name].tobytes(), np.uint8)
            else:
                parts.append((one.name, one.face.name, list(one.shape), poison[at : at + count].tobytes()))
            at += count
        if self.task.call.workspace:
            parts.append(("workspace", "uint8", [self.task.call.workspace], shop.tobytes()))
        data = {
            "arrays": [[name, kind, shape] for name, kind, shape, _ in parts],
            "outputs": [one.name for one in case.outputs], "numbers": case.numbers,
            "schedule": f"random:{self.number % 100_000 + k}" if turn else "", "measured": not turn,
            "fresh": not turn or self.task.call.keeps_state,
        }  # fmt: skip
        return data, b"".join(part[3] for part in parts), poison.tobytes()

    # --- judging ---

    def _fill(self, data: dict[str, Any], candidate: Candidate, cases: list[Case], ran: Ran) -> None:
        self._fill_build(data, ran)
        self._fill_run(data, cases, ran)
        for k, case in enumerate(cases):
            data["correctness"]["cases"].append(self._case(case, k, ran))
        done = data["correctness"]["cases"]
        finished = all(one["status"] in ("pass", "wrong") for one in done)
        data["correctness"]["passed"] = all(one["status"] == "pass" for one in done) if finished else False
        own = [one for one, case in zip(done, cases, strict=True) if case.given] or done
        data["correctness"]["passed_as_benchmark"] = all(bool(one["passed_as_benchmark"]) for one in own)
        data["findings"] = _findings(ran)
        data["cheats"] = cheats.found(self.task, candidate, cases, ran, data)
        data["verdict"], data["reason"] = _decide(data, ran)

    def _fill_build(self, data: dict[str, Any], ran: Ran) -> None:
        build = data["build"]
        build["seconds"] = round(ran.build_seconds, 3) if ran.built else None
        if ran.built is not None:
            build["status"] = "ok"
        elif ran.stage == "build":
            build["status"] = "error"
            build["diagnostics"] = _diagnostics(ran)

    def _fill_run(self, data: dict[str, Any], cases: list[Case], ran: Ran) -> None:
        run = data["run"]
        first = ran.runs[0]
        if ran.built is None:
            return
        complete = len(first) == len(ran.runs[1]) == len(cases) and bool(ran.runs[2])
        run |= {
            "status": "ok" if complete else "error", "seconds": round(ran.seconds, 3),
            "exit": ran.gone.status if ran.gone else 0 if complete else None,
            "signal": ran.gone.number if ran.gone else None,
            "launches": sum(_count(one.told, "launches") for turn in ran.runs for one in turn.values()),
            "instructions": _count(first[0].told, "instructions") if 0 in first else None,
        }  # fmt: skip
        notes = [f"{case.id}: {case.reduced}" for case in cases if case.reduced]
        if notes:
            run |= {"shapes": "reduced", "shapes_note": "; ".join(notes)}
        told = first[0].told if 0 in first else {}
        if isinstance(told.get("performance"), dict):
            data["performance"] |= {name: _plain(told["performance"].get(name)) for name in (
                "cycles", "kind", "evidence", "bound_by", "left_out", "microseconds", "clock_hz")}  # fmt: skip
        if isinstance(told.get("assumptions"), list):
            data["assumptions"] = [str(one) for one in told["assumptions"]]
        same = [_same(ran, k) for k in first]
        data["reproduce"] |= {
            "inputs": _digest(values.tobytes() for case in cases for values in case.inputs.values()),
            "outputs": _digest(got.tobytes() for k in sorted(first) for got in first[k].got) if complete else None,
            "runs": sum(1 for turn in ran.runs if turn), "same_every_time": all(same) if complete else None,
        }  # fmt: skip

    def _case(self, case: Case, k: int, ran: Ran) -> dict[str, Any]:
        out: dict[str, Any] = {
            "id": case.id, "seed": case.seed, "given": case.given,
            "inputs": [{"name": name, "shape": list(one.shape), "dtype": one.dtype.name}
                       for name, one in case.inputs.items()],
            "status": "not run", "passed_as_benchmark": None, "compared": 0, "wrong": 0, "equal_bits": 0,
            "max_abs": None, "max_rel": None, "max_ulp": None, "mean_rel": None,
            "nonfinite": {"got": 0, "want": 0}, "first_wrong": None,
            "trivial_answers_that_pass": self.prepared.trivial[k],
        }  # fmt: skip
        turns = [turn[k] for turn in ran.runs if k in turn]
        if not turns:
            return out
        assert case.wanted is not None
        wrong_in = [self._wrong(run, case) for run in turns]
        shown = max(range(len(turns)), key=lambda t: (wrong_in[t] > 0, -t))  # the first one that is wrong
        self._numbers(out, case, turns[shown])
        rule = self.task.rule
        out["passed_as_benchmark"] = all(
            rule.passes(g, w) for g, w in zip(turns[0].got, case.wanted, strict=True)
        )
        if len(turns) >= 2:
            out["status"] = "wrong" if any(wrong_in) else "pass"
        elif any(wrong_in):
            out["status"] = "wrong"
        return out

    def _wrong(self, run: Run, case: Case) -> int:
        assert case.wanted is not None
        wrong = self.task.rule_of(case).wrong
        return sum(int(wrong(g, w).sum()) for g, w in zip(run.got, case.wanted, strict=True))

    def _numbers(self, out: dict[str, Any], case: Case, run: Run) -> None:
        assert case.wanted is not None
        found = [compare(got, wanted) for got, wanted in zip(run.got, case.wanted, strict=True)]

        def most(name: str) -> Any:
            known = [getattr(one, name) for one in found if getattr(one, name) is not None]
            return number(max(known)) if known else None

        out |= {
            "compared": sum(one.compared for one in found), "equal_bits": sum(one.equal_bits for one in found),
            "wrong": self._wrong(run, case),
            **{name: most(name) for name in ("max_abs", "max_rel", "max_ulp", "mean_rel")},
            "nonfinite": {"got": sum(one.got_nonfinite for one in found),
                          "want": sum(one.wanted_nonfinite for one in found)},
        }  # fmt: skip
        for array, got, wanted in zip(case.outputs, run.got, case.wanted, strict=True):
            wrong = self.task.rule_of(case).wrong(got, wanted).reshape(-1)
            if wrong.any():
                at = int(np.argmax(wrong))
                values = [number(wide(one).reshape(-1)[at].item()) for one in (got, wanted)]
                out["first_wrong"] = {
                    "output": array.name, "index": [int(i) for i in np.unravel_index(at, wanted.shape)],
                    "got": values[0], "want": values[1],
                    "got_bits": f"{int(bits(got)[at]):#x}", "want_bits": f"{int(bits(wanted)[at]):#x}",
                }  # fmt: skip
                return


def judge(
    task: Task | str | os.PathLike[str], candidate: Any, *, seed: int | None = None, limits: Limits | None = None
) -> Verdict:
    """One candidate: a file, a folder, or `Candidate({"kernel.cc": b"..."})`. A task may be the path of its task.toml,
    which other processes read, too. For many candidates of one task keep a `Judge`."""
    read = task if isinstance(task, Task) else Task.read(task)
    with Judge(read, seed, limits or Limits(), ahead=False) as one:
        return one.judge(candidate)


def _split_outputs(blob: bytes, case: Case) -> list[Values]:
    out, at = [], 0
    for one in case.outputs:
        count = one.size * one.face.itemsize
        out.append(np.frombuffer(blob[at : at + count], one.face).reshape(one.shape))
        at += count
    return out


def _same(ran: Ran, k: int) -> bool:
    """Whether all calls of a case gave the same bytes."""
    given = {b"".join(one.tobytes() for one in turn[k].got) for turn in ran.runs if k in turn}
    return len(given) == 1


def _digest(parts: Any) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return f"sha256:{found.hexdigest()}"


def _count(told: dict[str, Any], name: str) -> int:
    value = told.get(name, 0)
    return value if isinstance(value, int) else 0


def _plain(value: Any) -> Any:
    """What the worker said, as far as it is a number, a word or a list of words."""
    if isinstance(value, list):
        return [str(one) for one in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number(value)
    return value if isinstance(value, str) else None


def _findings(ran: Ran) -> list[dict[str, Any]]:
    """Of all calls, each once."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for turn in ran.runs:
        for run in turn.values():
            told = run.told.get("findings")
            for one in told if isinstance(told, list) else ():
                if not isinstance(one, dict) or one.get("severity") not in ("error", "warning", "note"):
                    continue
                kept = {
                    "id": str(one.get("id")), "severity": one["severity"],
                    "file": one["file"] if isinstance(one.get("file"), str) else None,
                    "line": one["line"] if isinstance(one.get("line"), int) else None,
                    "text": str(one.get("text")), "count": _count(one, "count"),
                }  # fmt: skip
                key = kept["id"], kept["file"], kept["line"], kept["severity"]
                if key in found:
                    found[key]["count"] += kept["count"]
                else:
                    found[key] = kept
    return list(found.values())


def _diagnostics(ran: Ran) -> list[dict[str, Any]]:
    problem = ran.problem
    if problem is None:
        return [{"file": None, "line": None, "message": ran.gone.text if ran.gone else ran.forged}]
    output = str(problem.get("output") or problem.get("text") or "")
    found = [{"file": os.path.basename(one["file"]), "line": int(one["line"]), "message": one["said"]}
             for one in _PLACE.finditer(output)]  # fmt: skip
    return found[:50] or [{"file": None, "line": None, "message": output[:4000]}]


def _missing(problem: dict[str, Any]) -> str:
    """What a candidate needs and Lanewise lacks; empty: nothing."""
    text = f"{problem.get('text', '')}"
    if any(word in text for word in _LACKING):
        return text
    named = set(_NAMED.findall(str(problem.get("output", ""))))
    lacking = sorted(named & {one.name for one in highlevel.missing()}) if named else []
    return f"{', '.join(lacking)}: not there yet" if lacking else ""


def _decide(data: dict[str, Any], ran: Ran) -> tuple[str, str | None]:
    problem, gone = ran.problem, ran.gone
    if gone is not None and gone.why == "refused":
        return "internal", gone.text
    if problem is not None and problem.get("id") == "internal":
        return "internal", str(problem.get("text"))
    if problem is not None and (missing := _missing(problem)):
        return "unsupported", missing
    if gone is not None and gone.why in ("time", "memory", "output", "processes"):
        return "limit", gone.text
    if problem is not None and problem.get("late") is True:
        return "limit", str(problem.get("text"))
    if any(one["certainty"] == "proved" for one in data["cheats"]):
        return "cheating", next(one["text"] for one in data["cheats"] if one["certainty"] == "proved")
    if problem is not None and (ran.stage == "build" or problem.get("id") == "CPP-002"):
        return "build_error", str(problem.get("text"))
    if gone is not None and ran.stage == "build":
        return "build_error", gone.text
    if problem is not None:
        where = f"{problem['file']}:{problem['line']}: " if problem.get("line") else ""
        return "run_error", f"{where}{problem.get('id', '')} {problem.get('text', '')}".strip()
    if gone is not None:
        return "run_error", gone.text
    if ran.forged:
        return "run_error", ran.forged
    if not data["correctness"]["passed"]:
        return "wrong", None
    if any(one["severity"] == "error" for one in data["findings"]):
        return "run_error", next(one["text"] for one in data["findings"] if one["severity"] == "error")
    return "pass", None
