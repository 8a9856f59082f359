"""What the acceptance programs leave behind, as hashes: one line of signatures.json for each program on each chip.

`python tests/programs/signing.py` writes that file; test_programs.py holds every compiler and CPU level against it, on
this computer and, under `make test-foreign`, on an emulated one of the other architecture.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lanewise.aie.load import load
from lanewise.cpp.build import Request
from lanewise.cpp.recipes import Case, find
from lanewise.cpp.suite import run_case
from lanewise.cpp.target import target
from lanewise.machine.engine import native

HERE = Path(__file__).resolve().parent
KERNELS = HERE / "aie" / "open" / "kernels"
FILE = HERE / "signatures.json"
KINDS = ("ub", "registers", "gm")
Signature = dict[str, str]


class Kernel(NamedTuple):
    """A file of AI Engine kernels on a chip."""

    name: str
    chip: str


def cases() -> list[Case]:
    return [_with_python(case) for kind in ("memory", "register") for case in find(str(HERE / kind))]


def _with_python(case: Case) -> Case:
    """Data may be made by another Python than the one that is tested: an emulated one takes long to start."""
    python = os.environ.get("LANEWISE_DATA_PYTHON", sys.executable)
    data, verify = ((python, *words[1:]) if words else () for words in (case.data, case.verify))
    return case._replace(data=data, verify=verify)


def kernels() -> list[Kernel]:
    names = sorted(path.stem for path in KERNELS.glob("*.cc"))
    return [Kernel(name, chip) for name in names for chip in _module(name).CHIPS]


def title(program: Case | Kernel) -> str:
    kind = Path(program.folder).parent.name if isinstance(program, Case) else "aie"
    return f"{kind}/{program.name} {program.chip}"


def levels() -> list[str]:
    """CPU levels of the engine that programs can run at, the best one first: those of this computer, or of another one
    that runs them."""
    if of_another := os.environ.get("LANEWISE_LEVELS_THERE"):
        return of_another.split()
    engine = native()
    assert engine is not None
    return list(reversed(engine.cpu_levels()))


def with_flags(case: Case, *flags: str) -> Case:
    def make() -> Request:
        return Request(case.sources, *target(case.chip), case.defines, case.include_dirs, flags)

    return case._replace(make=make)


def sign_case(case: Case, at: Sequence[str] = ()) -> dict[str, Signature]:
    """The program's signature at each level; an AssertionError when it does not say that it passes."""
    with tempfile.TemporaryDirectory() as folder:
        files = {level: os.path.join(folder, level) for level in at or levels()[:1]}
        environments = [{"LANEWISE_CPU": level, "LANEWISE_SIGNATURE": path} for level, path in files.items()]
        result = run_case(case, environments=environments)
        assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"
        return {level: reduced(Path(path).read_text().splitlines()) for level, path in files.items()}


def reduced(lines: Sequence[str]) -> Signature:
    """Blocks end in any order, so lines are sorted; one hash then stands for all launches, blocks and buffers."""
    words = sorted((kind, int(a), int(b), rest) for kind, a, b, rest in (line.split() for line in lines))
    return {kind: _hash(repr([w for w in words if w[0] == kind]).encode()) for kind in KINDS}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def sign_kernel(kernel: Kernel, flags: Sequence[str] = ()) -> Signature:
    """Every array that a call was given, as the call leaves it, and what it returned. The kernel's file checks it."""
    module = _module(kernel.name)
    loaded = load(str(KERNELS / f"{kernel.name}.cc"), chip=kernel.chip, defines=module.DEFINES, flags=flags)
    left = hashlib.sha256()

    def run(function: str, *arguments: Any) -> Any:
        result = getattr(loaded, function)(*arguments)
        left.update(function.encode())
        for argument in arguments:
            left.update(argument.tobytes() if isinstance(argument, np.ndarray) else repr(argument).encode())
        left.update(repr(result).encode())
        return result

    module.check(run)
    return {"memory": left.hexdigest()[:16]}


def _module(name: str) -> Any:
    if str(KERNELS) not in sys.path:
        sys.path.insert(0, str(KERNELS))
    return importlib.import_module(name)


def recorded_signatures() -> dict[str, Signature]:
    return json.loads(FILE.read_text())


def write() -> None:
    def one(program: Case | Kernel) -> tuple[str, Signature]:
        return title(program), next(iter(sign_case(program).values()))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        signed = [*pool.map(one, cases()), *((title(k), sign_kernel(k)) for k in kernels())]
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(signature)}" for name, signature in signed)
    FILE.write_text(f"{{\n{lines}\n}}\n")
    print(f"{FILE}: {len(signed)} programs")


if __name__ == "__main__":
    write()
