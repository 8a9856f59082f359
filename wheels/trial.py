"""`make test-wheel`: the wheel in an empty environment, first without any compiler, then with the one of PyPI.

Nothing of the checkout is seen there but its examples: the working folder is another one, and PATH holds no tool.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from wheels import tools
from wheels.target import Target

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
    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        self.failed = 0
        # No tool of this computer: those that Python itself brings are enough.
        self.environment = {"PATH": str(self.bin), "HOME": str(folder), "LANEWISE_CACHE": str(folder / "cache"),
                            **{k: v for k, v in os.environ.items() if k.startswith("PIP_")}}  # fmt: skip
        (folder / "kernel.py").write_text(_KERNEL, encoding="utf-8")
        (folder / "broken.asc").write_text(_BROKEN, encoding="utf-8")
        (folder / "loaded.py").write_text(_LOADED, encoding="utf-8")

    def pip(self, *words: str) -> None:
        tools.run([str(self.bin / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", *words])

    def take(self, step: Step) -> None:
        began = time.monotonic()
        done = subprocess.run([str(self.bin / "lanewise"), *step.words], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, check=False)  # fmt: skip
        said = done.stdout + done.stderr
        right = done.returncode == step.status and step.says in said
        self.failed += not right
        print(f"{'ok    ' if right else 'FAILED'} lanewise {' '.join(step.words)} ({time.monotonic() - began:.1f} s)")
        if not right:
            print(f"       status {done.returncode}, expected {step.status} and {step.says!r}:\n{said}")


def main() -> int:
    target = Target(platform.machine())
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = sorted((tools.ROOT / "dist").glob(f"lanewise-*-{version}-*{target.machine}.whl"))
    if not wheels:
        print("make test-wheel: there is no wheel for this computer: make wheel", file=sys.stderr)
        return 2
    trial = Trial(tools.FOLDER / "trial")
    tools.run([sys.executable, "-m", "venv", str(trial.folder / "venv")])
    began = time.monotonic()
    trial.pip(str(wheels[-1]))
    print(f"installed after {time.monotonic() - began:.1f} s")
    for step in WITHOUT_COMPILER:
        trial.take(step)
    trial.pip("ziglang")
    for step in WITH_COMPILER:
        trial.take(step)
    print(f"make test-wheel: {trial.failed} steps failed" if trial.failed else "make test-wheel: all steps passed")
    return int(trial.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
