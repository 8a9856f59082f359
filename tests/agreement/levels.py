"""The agreement test at every CPU level of this computer but the one that is taken by itself, which the suite has had.

The plainest level gets all of it, those between a sample. Says which levels the build has and this computer has not; a
build that lacks one that it could have fails.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

from lanewise import _engine

SAMPLE = 4
LEVELS = {"aarch64": ["baseline", "neon", "fp16"], "x86_64": ["baseline", "avx2", "avx512"]}  # g++ 12 has one more


def main() -> int:
    usable, built = _engine.cpu_levels(), _engine.built_levels()
    missing = [level for level in built if level not in usable]
    if left_out := [level for level in LEVELS[platform.machine()] if level not in built]:
        print(f"CPU levels: this build lacks {', '.join(left_out)}; `make .venv/.ready` builds all")
        return 1
    failed = []
    for level in usable:
        if level == _engine.cpu_level():
            continue
        command = [sys.executable, "-m", "pytest", "-n", "2", str(Path(__file__).parent),
                   "-k", "not exhaustive and not registers and not spoiled"]  # fmt: skip
        command += [] if level == built[0] else ["--every", str(SAMPLE)]
        print(f"CPU level {level}", flush=True)
        if subprocess.run(command, env={**os.environ, "LANEWISE_CPU": level}, check=False).returncode:
            failed.append(level)
    for words, levels in (("failed at", failed), ("not run, as this computer has no", missing)):
        if levels:
            print(f"CPU levels: {words} {', '.join(levels)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
