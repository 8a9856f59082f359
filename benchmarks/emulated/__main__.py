"""`make bench-foreign`: the large table for the architecture that this computer does not have.

An emulator has no speed to speak of, but it knows how many instructions a program runs: a loop that a compiler could
not turn into vector instructions runs many times those of one that it could. Needs what `make test-foreign` needs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "foreign"))

from computer import ROOT, MissingError, other

HERE = Path(__file__).parent
# What plain C++ is compiled for there, the CPU level that this is beside, and the number of getppid.
MACHINES = {"x86_64": ("haswell", 110), "aarch64": ("armv8.2-a+fp16", 173)}
_ROW = re.compile(r"^row (\S+) (.*)\ncounted (\d+)\ncounted (\d+)\ncounted (\d+)$", re.MULTILINE)


def main() -> int:
    computer = other()
    try:
        computer.make()
    except (MissingError, subprocess.CalledProcessError) as problem:
        print(f"make bench-foreign: nothing was run: {problem}", file=sys.stderr)
        return 2
    march, call = MACHINES[computer.machine]
    plugin = computer.folder / "counter.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", str(HERE / "counter.c"), "-o", str(plugin)], check=True)
    cpu = list(computer.cpus)[-1]
    environment = computer.environment(cpu, QEMU_PLUGIN=f"{plugin},call={call}", PYTHONPATH=str(ROOT))
    command = [str(computer.python), str(HERE / "rows.py"), march, *sys.argv[1:]]
    done = subprocess.run(command, env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    level = computer.cpus[cpu]
    print(f"instructions, not times; {computer.machine} emulated, CPU level {level}, plain C++ for {march}\n")
    print(f"{'what':54} {'C++ limit':>12} {'Lanewise':>12}   {'ratio':>6}  budget")
    for budget, name, *counts in _ROW.findall(done.stderr):
        first, second, third = map(int, counts)
        limit, ours = second - first, third - second
        print(f"{name:54} {limit:12} {ours:12}   {ours / limit:6.2f}  {budget}")
    if done.returncode:
        print(done.stderr, file=sys.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
