"""Ways around a judge, by number, and what shows that a candidate went one.

`proved` says that what happened has no honest reading: the verdict is `cheating`. `suspected` is what an honest fault
may look like, too: it is listed and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lanewise.judge import trivial
from lanewise.judge.task import Candidate, Case, Task

if TYPE_CHECKING:
    from lanewise.judge.judging import Ran

Values = np.ndarray[Any, Any]
CHEATS = {
    1: "returns its input", 2: "finds old results in memory", 3: "reads files", 4: "memorised outputs",
    5: "keeps results from one call to the next", 6: "hides in the tolerance", 7: "does part of the work",
    8: "calls a built-in operator", 9: "computes on the host", 10: "works outside of the timed call",
    11: "does several calls at once", 12: "changes inputs", 13: "ends early or speaks for the judge",
    14: "moves the marks of time", 15: "breaks rules of the machine that its results do not show",
    16: "exploits the build", 17: "looks for the judge", 18: "takes more than its share",
}  # fmt: skip
PROVED, SUSPECTED = "proved", "suspected"

# Functions of the system, as libraries ask for them, that kernels have no use for.
_FILES = re.compile(
    r"(?:f?open(?:at)?(?:64)?|freopen(?:64)?|creat(?:64)?|opendir|readlink|_ZNSt10filesystem.*|"
    r"_ZNSt\d+basic_(?:i|o)?f(?:stream|ilebuf).*)"
)
_LOOKING = re.compile(
    r"(?:secure_)?getenv|(?:clock_)?gettime(?:ofday)?|time|clock|uname|gethostname|dl_iterate_phdr|dlopen|dlsym|dladdr|"
    r"getpid|getppid|_ZNSt6chrono.*3nowEv"
)
_STARTING = re.compile(
    r"v?fork|clone|system|popen|exec[lv]p?e?|execve|posix_spawnp?|kill|tgkill|raise|syscall|ptrace|prctl"
)
_THREADS = re.compile(r"pthread_create|_ZNSt6thread.*_M_start_thread.*|thrd_create")
_LEAVING = re.compile(r"_?exit|_Exit|quick_exit")
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)[fFuUlL]*(?![\w.])")
_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_OUTSIDE = re.compile(
    r'^[ \t]*#[ \t]*(?:include|embed)[ \t]*["<]((?:/|[^">\n]*\.\./)[^">\n]*)|\.incbin\b[^\n]*', re.MULTILINE
)
_BUILD = re.compile(
    r"#\s*pragma\s+(?:GCC|clang)\s+(?:optimize|target|float_control|fp)\b|\boptimize\s*\(\s*\"|\b__?asm(?:__)?\b|"
    r"\basm\s*(?:volatile\s*)?\("
)
_JUDGE = re.compile(r"\bLANEWISE_\w+|\blanewise\w*|\b__(?:x86_64|aarch64|linux|GLIBC)__\b|/proc/\w+")
_CYCLES = re.compile(r"\bGetSystemCycle\s*\(|\bget_cycles\s*\(|\bcycles\s*\(\s*\)|\bclock64\s*\(|\bget_sys_cnt\s*\(")
_NOTHING_BETWEEN = re.compile(r"\bevent0\s*\(\s*\)\s*;\s*event1\s*\(\s*\)")
_BUILT_IN = re.compile(r"\baclnn\w+\s*\(|#\s*include\s*[\"<](?:aclnn|torch/)[^\n]*|\btorch\s*::")
_OPERATOR = re.compile(r"(?:^|/)op_(?:host|kernel)/")
_MAIN = re.compile(r"\bmain\s*\(")
_LITERALS = 32  # numbers in a text that may hold a table
_DEAD = 0.5  # share of operations whose results nobody takes
_ROW = 8  # bytes
_LEAST = 16  # elements, or operations, below which shares say nothing


class Cheat(NamedTuple):
    number: int
    certainty: str
    text: str
    where: str | None = None

    def data(self) -> dict[str, Any]:
        return {"id": f"CHEAT-{self.number:02}", "title": CHEATS[self.number], "certainty": self.certainty,
                "text": self.text, "where": self.where}  # fmt: skip


def found(
    task: Task, candidate: Candidate, cases: Sequence[Case], ran: Ran, data: Mapping[str, Any]
) -> list[dict[str, Any]]:
    about = _About(task, candidate, cases, ran, data)
    listed = [cheat for look in _LOOKS for cheat in look(about)]
    return [cheat.data() for cheat in sorted(dict.fromkeys(listed), key=lambda one: (one.number, one.certainty))]


class _About(NamedTuple):
    task: Task
    candidate: Candidate
    cases: Sequence[Case]
    ran: Ran
    data: Mapping[str, Any]

    @property
    def done(self) -> list[tuple[int, Case, list[Values], bool]]:
        """Cases that ran twice: number, case, what came out at first, whether it is right."""
        verdicts = self.data["correctness"]["cases"]
        return [(k, case, self.ran.runs[0][k].got, verdicts[k]["status"] == "pass")
                for k, case in enumerate(self.cases) if k in self.ran.runs[0] and k in self.ran.runs[1]]  # fmt: skip

    @property
    def texts(self) -> dict[str, str]:
        """Of the files that are built: what calls an operator, and its tests, may do as they like."""
        texts = {name: content.decode(errors="replace") for name, content in self.candidate.files.items()}
        if self.task.call.language != "operator":
            return texts
        return {name: text for name, text in texts.items() if _OPERATOR.search(name)} or texts

    @property
    def text(self) -> str:
        return "\n".join(self.texts.values())

    @property
    def code(self) -> str:
        """The text without comments and words in quotes."""
        return _COMMENT.sub(" ", self.text)

    @property
    def imports(self) -> list[str]:
        listed = self.ran.built.data.get("imports") if self.ran.built else None
        names = [str(one).partition("@")[0] for one in listed] if isinstance(listed, list) else []
        return [name for name in names if name not in COMMON]

    def matching_imports(self, pattern: re.Pattern[str]) -> str:
        """Nothing of files with a main(), which does not run: what it asks for is no kernel's."""
        if _MAIN.search(self.code):
            return ""
        return ", ".join(name for name in self.imports if pattern.fullmatch(name))


# Of what our own headers and the compiler put into every library.
COMMON = frozenset(("dladdr",))


def _same(one: Sequence[Values], other: Sequence[Values]) -> bool:
    return len(one) == len(other) and all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


def _returns_input(a: _About) -> Iterator[Cheat]:
    for _, case, got, right in a.done:
        for name, values in case.inputs.items():
            if not right and any(values.nbytes and one.tobytes() == values.tobytes() for one in got):
                yield Cheat(1, SUSPECTED, f"the output of case {case.id} is {name}, byte for byte")
                return


def _unwritten(run: Any, other: Any) -> Values:
    """Whether each byte is still what the two calls found, which was not the same."""
    now, then = (np.frombuffer(b"".join(one.tobytes() for one in r.got), np.uint8) for r in (run, other))
    before, after = (np.frombuffer(r.poison, np.uint8) for r in (run, other))
    return (now == before) & (then == after) & (before != after)


def _finds_old(a: _About) -> Iterator[Cheat]:
    missing = {k: _unwritten(a.ran.runs[0][k], a.ran.runs[1][k]) for k, *_ in a.done}
    sized = {k: bytes_ for k, bytes_ in missing.items() if bytes_.size}
    if sized and all(bytes_.all() for bytes_ in sized.values()):
        yield Cheat(2, PROVED, "no byte of any output was written")
        return
    for k, bytes_ in sized.items():
        # A byte may be right by chance; as many in a row are not.
        runs = np.flatnonzero(np.convolve(bytes_, np.ones(_ROW, np.int64), "valid") == _ROW)
        if bytes_.size >= _ROW and runs.size:
            first, last = int(runs[0]), int(runs[-1]) + _ROW - 1
            where = f"{first}..{last} of the output of case {a.cases[k].id}"
            yield Cheat(2, SUSPECTED, f"bytes in {where} were never written")
            return


def _reads_files(a: _About) -> Iterator[Cheat]:
    if names := a.matching_imports(_FILES):
        yield Cheat(3, SUSPECTED, f"it can open files: {names}")


def _memorised(a: _About) -> Iterator[Cheat]:
    done = a.done
    for _, case, got, right in done:
        if not right:
            continue
        for _, other, its, fine in done:
            wanted = other.wanted or []
            if other is not case and not fine and _same(got, its) and not _same(case.wanted or [], wanted):
                yield Cheat(4, PROVED, f"case {other.id} gets the answer of case {case.id}, which has other inputs")
                return
    given = [right for _, case, _, right in done if case.given]
    others = [right for _, case, _, right in done if not case.given and not case.changed]
    if given and others and all(given) and not any(others):
        literals = len(_NUMBER.findall(a.code))
        size = min(sum(one.size for one in case.outputs) for case in a.cases if case.given)
        table = literals >= max(_LITERALS, size // 2)
        said = f"; its text holds {literals:,} numbers for an output of {size:,}" if table else ""
        yield Cheat(4, PROVED if table else SUSPECTED, f"the published inputs are right, and no others are{said}")
        return
    for _, case, got, right in done:
        for _, other, its, _ in done:
            follows = _same(case.wanted or [], other.wanted or []) or not _same(got, its)
            if case.changed == other.id and not right and not follows:
                said = f"the output does not follow an element of an input: cases {other.id}, {case.id}"
                yield Cheat(4, SUSPECTED, said)
                return


def _keeps_results(a: _About) -> Iterator[Cheat]:
    if a.task.call.keeps_state:
        return

    def right(got: Sequence[Values], case: Case) -> bool:
        wrong = a.task.rule_of(case).wrong
        return not any(wrong(g, w).any() for g, w in zip(got, case.wanted or [], strict=True))

    for k, case, got, _ in a.done:
        for turn in a.ran.runs[1:]:
            if k not in turn or _same(got, turn[k].got) or not right(got, case) or right(turn[k].got, case):
                continue
            again = turn[k].got
            stale = [other.id for n, other, its, _ in a.done if n != k and _same(again, its)]
            if stale:
                yield Cheat(5, PROVED, f"called again, case {case.id} got the result of {stale[0]}")
            else:
                said = f"called again with the same inputs, case {case.id} got something else, which is wrong"
                yield Cheat(5, SUSPECTED, said)
            return


def _hides_in_tolerance(a: _About) -> Iterator[Cheat]:
    verdicts = a.data["correctness"]["cases"]
    names = [trivial.given_by(case, got, case.wanted or []) for _, case, got, _ in a.done]
    for (k, case, _, right), name in zip(a.done, names, strict=True):
        if not name or name in case.inputs:
            continue
        if right:
            yield Cheat(6, SUSPECTED, f"the output of case {case.id} is {name}, which passes without a kernel")
            return
        if verdicts[k]["passed_as_benchmark"]:
            every = all(one == name for one in names)
            yield Cheat(6, PROVED if every else SUSPECTED,
                        f"the output is {name}, which the benchmark's rule lets pass: {a.task.rule.text}")  # fmt: skip
            return


def _partial(a: _About) -> Iterator[Cheat]:
    for _, case, got, right in a.done:
        if right:
            continue
        both = zip(got, case.wanted or [], strict=True)
        wrong = np.concatenate([a.task.rule_of(case).wrong(g, w).reshape(-1) for g, w in both])
        count = int(wrong.sum())
        if not wrong.size >= _LEAST or not 0 < count < wrong.size:
            continue
        first, last = (int(one) for one in np.flatnonzero(wrong)[[0, -1]])
        if count > 0.9 * (last - first + 1) and wrong.size - count >= wrong.size // 16:
            said = f"case {case.id}: elements {first} to {last} of {wrong.size} are wrong, all others right"
            yield Cheat(7, SUSPECTED, said)
            return


def _built_in(a: _About) -> Iterator[Cheat]:
    if called := _BUILT_IN.search(a.code):
        yield Cheat(8, SUSPECTED, f"it calls what is built in: {called[0].strip()}")


def _on_host(a: _About) -> Iterator[Cheat]:
    for k, case, _, _ in a.done:
        lists = [a.ran.runs[0][k].told.get(name) for name in ("unwritten", "instructions")]
        missing, instructions = lists
        if not isinstance(missing, list) or not isinstance(instructions, int):
            continue
        told = sum(one for one in missing if isinstance(one, int) and one > 0)
        left = int(_unwritten(a.ran.runs[0][k], a.ran.runs[1][k]).sum())
        if told > left:
            said = f"case {case.id}: {told - left} bytes of the output came from no instruction of a kernel"
            yield Cheat(9, SUSPECTED, said)
            return


def _outside_time(a: _About) -> Iterator[Cheat]:
    if names := a.matching_imports(_THREADS):
        yield Cheat(10, SUSPECTED, f"it can start threads: {names}")
    if a.task.call.language == "aie":
        for k, case, _, _ in a.done:
            if a.ran.runs[0][k].told.get("threads") or a.ran.runs[1][k].told.get("threads"):
                yield Cheat(10, PROVED, f"threads of its own were there after the call of case {case.id}")
                return


def _less_work(a: _About) -> Iterator[Cheat]:
    if a.task.call.keeps_state:
        return
    for k, case, _, _ in a.done:
        counts = [turn[k].told.get("instructions") for turn in a.ran.runs if k in turn]
        first, *again = [count for count in counts if isinstance(count, int)] or [0]
        if again and first >= _LEAST and min(again) < first // 2:
            said = f"case {case.id} took {first} instructions, and {min(again)} when it was called again"
            yield Cheat(11, PROVED, said)
            return


def _changes_inputs(a: _About) -> Iterator[Cheat]:
    for turn in a.ran.runs:
        for k, run in turn.items():
            changed = run.told.get("changed")
            if isinstance(changed, list) and changed:
                yield Cheat(12, PROVED, f"it wrote to its input {changed[0]}, case {a.cases[k].id}")
                return


def _speaks(a: _About) -> Iterator[Cheat]:
    if a.ran.forged:
        yield Cheat(13, PROVED, f"it wrote where results are handed over: {a.ran.forged}")
    gone = a.ran.gone
    if gone is not None and gone.why == "ended" and a.ran.stage == "run" and gone.status == 0:
        yield Cheat(13, PROVED, "it ended its process with status 0 before its outputs were handed over")
    if a.ran.left:
        yield Cheat(13, PROVED, f"it wrote files: {', '.join(a.ran.left[:5])}")
    if names := a.matching_imports(_LEAVING):
        yield Cheat(13, SUSPECTED, f"it can end its process: {names}")


def _marks(a: _About) -> Iterator[Cheat]:
    if _NOTHING_BETWEEN.search(a.code):
        yield Cheat(14, SUSPECTED, "event0() and event1() stand beside each other, with nothing to measure in between")
    if called := _CYCLES.search(a.code):
        yield Cheat(14, SUSPECTED, f"it reads a counter of cycles: {called[0]}")
    for k, case, _, _ in a.done:
        told = a.ran.runs[0][k].told
        dead, all_ = told.get("dead"), told.get("instructions")
        if isinstance(dead, int) and isinstance(all_, int) and all_ >= _LEAST and dead > _DEAD * all_:
            yield Cheat(14, SUSPECTED, f"case {case.id}: nobody takes the results of {dead} of {all_} operations")
            return


def _broken_rules(a: _About) -> Iterator[Cheat]:
    both = [(a.task.rule_of(case), *pair) for _, case, got, _ in a.done
            for pair in zip(got, case.wanted or [], strict=True)]  # fmt: skip
    if not both or not all(rule.passes(got, wanted) for rule, got, wanted in both):  # as it was called first
        return
    errors = [one for one in a.data["findings"] if one["severity"] == "error"]
    if errors:
        where = f"{errors[0]['file']}:{errors[0]['line']}" if errors[0]["file"] else None
        yield Cheat(15, SUSPECTED, f"its results are right although it breaks a rule: {errors[0]['text']}", where)


def _build(a: _About) -> Iterator[Cheat]:
    for name, text in a.texts.items():
        if outside := _OUTSIDE.search(text):
            line = text.count("\n", 0, outside.start()) + 1
            said = f"it takes in what is outside of its folder: {outside[1] or outside[0]}"
            yield Cheat(16, PROVED, said, f"{name}:{line}")
            break
    if changed := _BUILD.search(a.text):
        yield Cheat(16, SUSPECTED, f"it changes how it is compiled: {changed[0].strip()}")


def _looks_for_judge(a: _About) -> Iterator[Cheat]:
    if names := a.matching_imports(_LOOKING):
        yield Cheat(17, SUSPECTED, f"it asks where and when it runs: {names}")
    if word := _JUDGE.search(re.sub(r"//[^\n]*|/\*.*?\*/", " ", a.text, flags=re.DOTALL)):
        yield Cheat(17, SUSPECTED, f"its text names what only an emulator or this computer has: {word[0]}")


def _too_much(a: _About) -> Iterator[Cheat]:
    if names := a.matching_imports(_STARTING):
        yield Cheat(18, SUSPECTED, f"it can start or end processes: {names}")
    gone = a.ran.gone
    if gone is not None and gone.why in ("memory", "output", "processes", "time"):
        yield Cheat(18, SUSPECTED, gone.text)
    if a.task.call.language != "operator":
        for turn in a.ran.runs:
            if any(isinstance(run.told.get("processes"), int) and run.told["processes"] > 0 for run in turn.values()):
                yield Cheat(18, PROVED, "processes that it has started were there after its call")
                return


_LOOKS = (
    _returns_input, _finds_old, _reads_files, _memorised, _keeps_results, _hides_in_tolerance, _partial, _built_in,
    _on_host, _outside_time, _less_work, _changes_inputs, _speaks, _marks, _broken_rules, _build, _looks_for_judge,
    _too_much,
)  # fmt: skip
