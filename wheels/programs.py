"""`make test-zig`: all acceptance programs with the compiler of PyPI, held against the bytes that any compiler leaves.

They run in the checkout, with its engine: what is tried is the compiler that `lanewise[compiler]` brings.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from lanewise.cpp.compiler import zig_at
from wheels import tools

PROGRAMS = ("tests/programs", "tests/op/test_op_projects.py", "tests/iron/test_iron_programs.py",
            "tests/aie_graph/test_graph_programs.py")  # fmt: skip


def main() -> int:
    tools.install()
    environment = {**os.environ, "CXX": shlex.join(zig_at(str(tools.ZIG)))}
    pytest = [sys.executable, "-m", "pytest", "-n", "2", *(sys.argv[1:] or PROGRAMS)]
    return subprocess.run(pytest, cwd=tools.ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
