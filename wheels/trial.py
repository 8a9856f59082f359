"""`make test-wheel`: the wheel in an empty environment, first without any compiler, then with the one of PyPI.

Nothing of the checkout is seen there but its examples: the working folder is another one, and PATH holds no tool.
`make test-wheel FOR=x86_64` tries the wheel of the other architecture on the emulated computer of `make test-foreign`.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from wheels import tools
from wheels.target import GLIBC, LINUX

sys.path.insert(0, str(tools.ROOT / "tests" / "foreign"))

from computer import Computer, MissingError, other

EXAMPLES = tools.ROOT / "examples"
_KERNEL = """
import sys
import numpy as np
import asc


@asc.jit
def shift(x: asc.GlobalAddress, y: asc.GlobalAddress, by: int, n: int):
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(y)
    a = asc.LocalTensor(source.dtype, asc.TPosition.VECIN, 0, n)
    b = asc.LocalTensor(source.dtype, asc.TPosition.VECOUT, 2 * n, n)
    asc.data_copy(a, source, n)
    asc.shift_right(b, a, by, n)
    asc.data_copy(target, b, n)


x = np.arange(1, 65, dtype=np.int16)
y = np.full_like(x, -1)
shift[1](x, y, int(sys.argv[1]), 64)
print(y[:4], y[-1])
"""
# A kernel that breaks a rule inside Python, and has something to clean up.
_BROKEN = """
#include "kernel_operator.h"
__global__ __vector__ void broken(__gm__ float* x)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> queue;
    pipe.InitBuffer(queue, 1, 256);
    queue.AllocTensor<float>();
    queue.AllocTensor<float>();
}
"""
_LOADED = """
import numpy as np
import lanewise.cpp

kernel = lanewise.cpp.load("broken.asc").broken
for blocks in (1, 4):
    try:
        kernel[blocks](np.zeros(64, np.float32))
    except lanewise.LanewiseError as problem:
        print(blocks, problem.id)
"""


class Step(NamedTuple):
    words: tuple[str, ...]
    says: str
    status: int = 0


WITHOUT_COMPILER = (
    Step(("demo",), "Next"),
    Step(("doctor",), "CPU level"),
    Step(("ops", "add"), "Definition"),
    Step(("explain", "Add(dst, src0, src1, 64, 2, {1,1,1,8,8,8})", "--dtype", "int16"), "repeat"),
    Step(("tune", "reduce", "--n", "256"), "float"),
    Step(("run", "kernel.py", "--engine", "fast", "--", "2"), "[0 0 0 1] 16"),
    Step(("run", "kernel.py", "--engine", "definition", "--", "2"), "[0 0 0 1] 16"),
    Step(("run", "kernel.py", "--engine", "lockstep", "--", "2"), "[0 0 0 1] 16"),
    Step(("run", "kernel.py", "--engine", "fast", "--", "20"), "kernel.py:15: SCALAR-001", 3),
    Step(("run", "kernel.py", "--check", "--", "2"), "kernel.py:15: RACE-001", 3),
    Step(("run", "kernel.py", "--time", "--", "2"), "cycles"),
    Step(("run", str(EXAMPLES / "vector_add.asc")), "pip install 'lanewise[compiler]'", 2),
)
WITH_COMPILER = (
    Step(("doctor",), "ziglang"),
    Step(("run", str(EXAMPLES / "vector_add.asc")), ""),
    Step(("run", str(EXAMPLES / "vector_add.asc")), ""),  # with headers that are precompiled by now
    Step(("run", "loaded.py"), "1 QUE-001\n4 QUE-001"),
)


class Trial:
    """An environment that holds a wheel, and what its steps have come to."""

    def __init__(self, folder: Path, command: Sequence[str], path: Path) -> None:
        self.folder, self.command = folder, command
        self.failed = 0
        # No tool of this computer: those that Python itself brings are enough.
        self.environment = {"PATH": str(path), "HOME": str(folder), "LANEWISE_CACHE": str(folder / "cache"),
                            **{k: v for k, v in os.environ.items() if k.startswith("PIP_")}}  # fmt: skip
        (folder / "kernel.py").write_text(_KERNEL, encoding="utf-8")
        (folder / "broken.asc").write_text(_BROKEN, encoding="utf-8")
        (folder / "loaded.py").write_text(_LOADED, encoding="utf-8")

    def take(self, step: Step, **more: str) -> None:
        began = time.monotonic()
        done = subprocess.run([*self.command, *step.words], cwd=self.folder, env={**self.environment, **more},
                              capture_output=True, text=True, check=False)  # fmt: skip
        said = done.stdout + done.stderr
        right = done.returncode == step.status and step.says in said
        self.failed += not right
        print(f"{'ok    ' if right else 'FAILED'} lanewise {' '.join(step.words)} ({time.monotonic() - began:.1f} s)")
        if not right:
            print(f"       status {done.returncode}, expected {step.status} and {step.says!r}:\n{said}")


def here(wheel: Path, folder: Path) -> Trial:
    """On this computer, as a user would: a fresh environment, and pip."""
    tools.run([sys.executable, "-m", "venv", str(folder / "venv")])
    programs = folder / "venv" / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    trial = Trial(folder, [str(programs / "lanewise")], programs)
    began = time.monotonic()
    tools.run([*pip, str(wheel)])
    installed = time.monotonic()
    trial.take(WITHOUT_COMPILER[0])
    both = time.monotonic() - began
    print(f"installed after {installed - began:.1f} s; the demonstration has run {both:.1f} s after pip was started")
    for step in WITHOUT_COMPILER[1:]:
        trial.take(step)
    tools.run([*pip, "ziglang"])
    for step in WITH_COMPILER:
        trial.take(step)
    return trial


def there(wheel: Path, folder: Path, computer: Computer) -> Trial:
    """On an emulated computer, which has what the wheel needs of PyPI: pip puts the wheel alone into a folder."""
    computer.make_python()
    packages = folder / "packages"
    tools.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
               "--target", str(packages), f"--platform=manylinux_{GLIBC.replace('.', '_')}_{computer.machine}",
               "--python-version=3.11", "--implementation=cp", "--only-binary=:all:", str(wheel)])  # fmt: skip
    trial = Trial(folder, [str(computer.python), "-m", "lanewise"], computer.python.parent)
    trial.environment |= {"PYTHONPATH": str(packages), "PYTHONPYCACHEPREFIX": str(folder / "pycache")}
    plain, best = computer.cpus
    for step in WITHOUT_COMPILER:
        trial.take(step, QEMU_CPU=best)
    trial.take(Step(("doctor",), f"CPU level {computer.cpus[plain]}"), QEMU_CPU=plain)
    trial.take(next(step for step in WITHOUT_COMPILER if "lockstep" in step.words), QEMU_CPU=plain)
    return trial


def main() -> int:
    machine = sys.argv[1] if sys.argv[1:] else platform.machine()
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = sorted((tools.ROOT / "dist").glob(f"lanewise-*-{version}-*{machine}.whl"), key=os.path.getmtime)
    if machine not in LINUX or not wheels:
        print(f"make test-wheel: there is no wheel for {machine}: make wheel", file=sys.stderr)
        return 2
    folder = tools.FOLDER / "trial" / machine
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(wheels[-1].name)
    try:
        foreign = machine != platform.machine()
        trial = there(wheels[-1], folder, other()) if foreign else here(wheels[-1], folder)
    except MissingError as problem:
        print(f"make test-wheel: nothing was run: {problem}", file=sys.stderr)
        return 2
    print(f"make test-wheel: {trial.failed} steps failed" if trial.failed else "make test-wheel: all steps passed")
    return int(trial.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
