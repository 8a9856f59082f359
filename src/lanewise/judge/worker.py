"""The process of a candidate, from inside: it builds what it is given, calls it with arrays and hands back the results.

It is told nothing of what should come out, and the inputs of a call come when all of the candidate that runs by itself
has run. Who is in this process can do what he likes with it: nothing that it says decides anything but what its bytes
are worth.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
import warnings
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.judge import imports, warming, wire
from lanewise.machine.settings import configure
from lanewise.numerics.formats import dtype

Values = np.ndarray[Any, Any]
_MOST_FOUND = 100  # findings that are told
_ENDS = ("load", "store", "stream", "cascade")  # of AI Engines: classes of operations that are for others
_MOST_RECORDS = 2_000_000  # of which accesses are looked at


def main() -> None:
    source, answers = int(sys.argv[2]), int(sys.argv[3])
    _warm(sys.argv[4], sys.argv[5])
    _Worker(source, answers).serve()


class _Worker:
    def __init__(self, source: int, answers: int) -> None:
        self._source, self._answers = source, answers
        self._home = os.getpid()
        self._token = ""

    def serve(self) -> None:
        engine: Any = None
        while (asked := wire.read(self._source)) is not None:
            self._token = asked.data.pop("token")
            try:
                if asked.word == "build":
                    engine = _engine(asked.data)
                    self._say("built", {**engine.build(), "diagnostics": []})
                elif asked.word == "open":
                    engine.open()
                    self._say("open", {})
                elif asked.word == "call":
                    data, blob = engine.call(asked.data, asked.blob)
                    self._say("called", data, blob)
                else:
                    break
            except LanewiseError as problem:
                self._say("problem", _problem(problem))
            except MemoryError:
                self._say("problem", {"id": "memory", "text": "no memory left", "file": "", "line": 0, "late": False})
            except AttributeError as problem:  # there is no such function
                self._say("problem", {"id": "call", "text": str(problem), "file": "", "line": 0, "late": False})
            except Exception:
                text = traceback.format_exc(limit=-3)
                self._say("problem", {"id": "internal", "text": text, "file": "", "line": 0, "late": False})
        os._exit(0)

    def _say(self, word: str, data: dict[str, Any], blob: bytes = b"") -> None:
        if os.getpid() != self._home:  # what a candidate has forked off comes here, too
            os._exit(0)
        wire.write(self._answers, wire.packed(word, data, blob, self._token))


def _warm(language: str, chip: str) -> None:
    """What every candidate needs is loaded before there is one."""
    import lanewise.timing.traced
    from lanewise.cpp.faults import runtime
    from lanewise.machine.engine import native

    native()
    if language == "aie":
        import lanewise.aie.load
    elif language == "ascendc":
        import lanewise.cpp.loader
        import lanewise.isa.catalogue

        runtime()
    else:
        import lanewise.op  # noqa: F401
    warming.prepare(language, chip)


def _problem(problem: LanewiseError) -> dict[str, Any]:
    file, line = problem.where or ("", 0)
    case = problem.fields.get("case", "")
    output = str(problem.fields.get("output", ""))
    return {"id": problem.id, "case": str(case), "text": problem.message[:4000], "output": output[:20_000],
            "file": os.path.basename(file), "line": line, "late": problem.timed_out}  # fmt: skip


def _engine(job: dict[str, Any]) -> Any:
    return {"aie": _Aie, "ascendc": _Ascend, "operator": _Operator}[job["language"]](job)


class _Engine:
    """How a candidate of one language is built and called."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.path, self.chip, self.function = job["path"], job["chip"], job["function"]
        self.order, self.blocks, self.workspace = job["arguments"], job["blocks"], job["workspace"]
        self.timeout = float(job["timeout"])

    def call(self, asked: dict[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        """`arrays` of the request says name, type, shape and part of the bytes of each."""
        held: dict[str, Values] = {}
        at = 0
        for name, kind, shape in asked["arrays"]:
            face = dtype(kind).numpy
            count = int(np.prod(shape, dtype=np.int64)) * face.itemsize
            held[name] = np.frombuffer(blob[at : at + count], face).reshape(shape).copy()
            at += count
        outputs: list[str] = asked["outputs"]
        before = {name: array.tobytes() for name, array in held.items() if name not in (*outputs, "workspace")}
        threads, start = _threads(), time.perf_counter()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            told = self.launch(held, asked)
        told["seconds"] = time.perf_counter() - start
        told["threads"] = sorted(_threads() - threads)
        told["processes"] = _processes()
        told["warnings"] = [str(one.message)[:500] for one in said][:_MOST_FOUND]
        told["changed"] = [name for name, content in before.items() if held[name].tobytes() != content]
        told["sizes"] = [held[name].nbytes for name in outputs]
        return told, b"".join(held[name].tobytes() for name in outputs)

    def launch(self, held: dict[str, Values], asked: dict[str, Any]) -> dict[str, Any]:
        raise NotImplementedError


class _Aie(_Engine):
    def build(self) -> dict[str, Any]:
        from lanewise.aie.load import compile_file

        configure(check=True)
        flags = warming.quick_flags()
        self._compiled = compile_file(self.path, self.chip, flags=flags, trace=True, timeout=self.timeout)
        return {"imports": imports.names(self._compiled.library)}

    def open(self) -> None:
        self._module = self._compiled.open()
        self._function = getattr(self._module, self.function)

    def launch(self, held: dict[str, Values], asked: dict[str, Any]) -> dict[str, Any]:
        from lanewise.aie import checked
        from lanewise.aie.load import another

        checked.take()
        module = another(self._module) if asked["fresh"] else self._module
        function = getattr(module, self.function)
        function(*[held[name] if name in held else asked["numbers"][name] for name in self.order])
        trace = function.trace()
        told: dict[str, Any] = {"launches": 1, "findings": _found(checked.take())}
        told["instructions"] = len(trace.rows.records) + trace.more
        if asked["measured"]:
            told["dead"] = _dead(trace.rows)
            told["performance"] = _aie_time(function.time())
        return told


def _dead(rows: Any) -> int:
    """Operations that compute something that no later one takes."""
    from lanewise.isa.aie.catalogue import timing
    from lanewise.isa.aie.issued import SUM

    records = rows.records
    taken = np.zeros(len(records) + 1, bool)
    for column in range(records["after"].shape[1]):
        used = records["after_count"] > column
        taken[np.clip((records["after"][:, column][used] & ~np.uint32(SUM)), 0, len(records))] = True
    computes = np.array([timing(word) not in (*_ENDS, "") for word in rows.words] or [False])
    return int((computes[records["name"]] & ~taken[1:] & (records["times"] == 0)).sum())


def _aie_time(time: Any) -> dict[str, Any]:
    from lanewise.timing.units import UNSEEN

    return {
        "cycles": time.cycles, "kind": "at least", "evidence": "assumed" if time.assumed else "documented",
        "bound_by": time.bound, "left_out": [*time.unknown, UNSEEN], "microseconds": None, "clock_hz": None,
    }  # fmt: skip


class _Ascend(_Engine):
    def build(self) -> dict[str, Any]:
        from lanewise.cpp.loader import compile_file

        if "<" in self.function:  # a template of which this is one: it may not compile without its arguments
            return {"imports": []}
        return {"imports": imports.names(compile_file(self.path, self.chip, observed=True))}

    def open(self) -> None:
        self._kernel(check=True)

    def _kernel(self, check: bool = False, schedule: str | None = None) -> Any:
        from lanewise.cpp.loader import load

        module = load(self.path, self.chip, observed=True, check=check, schedule=schedule, timeout=self.timeout)
        name, _, arguments = self.function.partition("<")
        found = getattr(module, name)
        return found[arguments.rpartition(">")[0]] if arguments else found

    def launch(self, held: dict[str, Values], asked: dict[str, Any]) -> dict[str, Any]:
        measured = asked["measured"]
        kernel = self._kernel(check=measured, schedule=None if measured else asked["schedule"])
        given = [held[name] if name in held else asked["numbers"][name] for name in self.order]
        run = kernel[self.blocks](*given, trace=True)
        told: dict[str, Any] = {"launches": 1, "findings": _found(run.findings)}
        told["instructions"] = sum(len(trace.records) for trace in run.traces)
        if measured:
            told |= _launched(run, [self.order.index(name) + 1 for name in asked["outputs"]])
        return told


class _Operator(_Engine):
    def build(self) -> dict[str, Any]:
        from lanewise import op

        self._operator = op.load(self.path, self.chip, op=self.function or None, timeout=self.timeout)
        return {"imports": []}

    def open(self) -> None:
        pass

    def launch(self, held: dict[str, Values], asked: dict[str, Any]) -> dict[str, Any]:
        out = [held[name] for name in asked["outputs"]]
        given = [held[name] for name in self.order if name in held and name not in asked["outputs"]]
        configure(check="" if asked["schedule"] else None, schedule=asked["schedule"] or None)
        try:
            self._operator(*given, out=out[0] if len(out) == 1 else out, **asked["numbers"])
        finally:
            configure(schedule="early")
        told: dict[str, Any] = {"launches": 1, "findings": []}
        if asked["measured"]:
            told["findings"] = _found(self._operator.check())
            told["performance"] = _time_of(self._operator.time())
        return told


def _launched(run: Any, outputs: list[int]) -> dict[str, Any]:
    """What a launch that was traced says of itself."""
    from lanewise.timing.traced import of

    told: dict[str, Any] = {"performance": _time_of(of(run))}
    told["unwritten"] = [_unwritten(run, *run.arrays[number]) for number in outputs if number in run.arrays]
    told["assumptions"] = [f"{name}: {value} ({evidence})" for name, value, evidence in run.assumptions]
    return told


def _unwritten(run: Any, address: int, size: int) -> int:
    """Bytes of an array that no instruction and no line of the kernel wrote; -1: not known."""
    if sum(len(rows) for rows in run.accesses) > _MOST_RECORDS:
        return -1
    from lanewise.isa.issued import GM

    edges = np.zeros(size + 1, np.int32)
    for rows in run.accesses:
        mine = rows[(rows["write"] > 0) & (rows["space"] == GM)]
        first = np.clip(mine["address"].astype(np.int64) - address, 0, size)
        last = np.clip(mine["address"].astype(np.int64) + mine["bytes"].astype(np.int64) - address, 0, size)
        np.add.at(edges, first, 1)
        np.add.at(edges, last, -1)
    return int((np.cumsum(edges[:-1]) == 0).sum())


def _time_of(report: Any) -> dict[str, Any]:
    clock = report.numbers.clock  # MHz
    pipes = {pipe for block in report.blocks for pipe in block.busy}
    busiest = max(sorted(pipes), key=report.busy, default="")
    rests = list(report.rests_on.values())
    evidence = next((word for word in ("assumed", "inferred") if any(one.startswith(word) for one in rests)),
                    "documented")  # fmt: skip
    timed = report.cycles > 0  # else all of it is scalar code, which the model does not count
    left_out = [f"{name} ({count})" for name, count in report.unknown.items()] + ([] if timed else ["scalar code"])
    return {
        "cycles": report.cycles if timed else None, "kind": "at least" if left_out else "predicted",
        "evidence": evidence, "bound_by": (str(busiest) or None) if timed else None, "left_out": left_out,
        "microseconds": report.microseconds if timed else None, "clock_hz": int(clock * 1_000_000) if clock else None,
    }  # fmt: skip


def _found(findings: Any) -> list[dict[str, Any]]:
    return [{
        "id": one.id, "severity": "note" if one.severity.value == "info" else one.severity.value,
        "file": os.path.basename(one.place.file) if one.place else None,
        "line": one.place.line if one.place else None, "text": one.text[:2000], "count": one.count,
    } for one in findings[:_MOST_FOUND]]  # fmt: skip


def _threads() -> set[str]:
    """Threads of this process that Python does not know, on systems that list them."""
    try:
        known = {str(one.native_id) for one in threading.enumerate()}
        return set(os.listdir("/proc/self/task")) - known
    except OSError:
        return set()


def _processes() -> int:
    """Processes that this one has started, and that are still there."""
    found = 0
    try:
        for task in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{task}/children", encoding="ascii") as file:
                found += len(file.read().split())
    except OSError:
        return 0
    return found
