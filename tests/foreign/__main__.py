"""`make test-foreign`: Lanewise on an emulated computer of the other architecture.

Runs there, with qemu-user: the agreement test (sampled), the tests of the C++ headers (sampled), and all acceptance
programs at every CPU level, compiled as for users (Ascend C by g++, AI Engine kernels by clang++) and a quarter of them
by the other compiler; with `--whole` all of them by both. Where a test loads the engine or a kernel into its process,
Python is emulated. Where it starts programs, they alone are: this computer's Python builds and starts them. The driver
has no arithmetic of its own, and emulating it took most of the time. Ends with a table of what equals: the signature of
each program here, as the repository has it, and there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "programs"))

from computer import ROOT, Computer, MissingError, other

# Loaded into Python.
HEADERS = ("tests/cpp/test_cpp_library.py", "tests/cpp/test_cpp_library_rows.py", "tests/aie/test_aie_cpp_api.py",
           "tests/aie/test_aie_cpp_first.py", "tests/aie/test_aie_cpp_lanes.py", "tests/aie/test_aie_cpp_ml.py",
           "tests/aie/test_aie_cpp_golden.py", "tests/numerics", "tests/check/test_check_kernels.py",
           "tests/check/test_check_random.py", "tests/cube/test_cube_multiply.py",
           "tests/cube/test_cube_store.py", "tests/simt/test_simt_agreement.py")  # fmt: skip
# Programs of their own.
STARTED = ("tests/cpp/test_cpp_instructions.py", "tests/cpp/test_cpp_register_calls.py", "tests/cpp/test_cpp_c_api.py",
           "tests/cube/test_cube_programs.py",
           "tests/aie_graph/test_graph_examples.py::test_fir_chain_keeps_margins_between_blocks",
           "tests/aie_graph/test_graph_examples.py::test_runtime_gain_takes_one_update_for_each_call",
           "tests/aie_graph/test_graph_examples.py::test_packets_come_back_with_their_numbers",
           "tests/op/test_op_aclnn.py::test_example_program_finds_its_operator")  # fmt: skip
OTHERS = 4  # the compiler that users do not get takes every fourth program


class Job(NamedTuple):
    what: str
    python: str
    environment: dict[str, str]
    words: list[str]


class Run:
    """The tests of one computer: what is to be run, and whether it passed.

    One process for each job, as many at once as this computer has cores: an emulated Python takes twelve seconds to
    import what tests need, and pytest's own workers would be three of them for each job.
    """

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.jobs: list[Job] = []
        self.results: list[tuple[str, bool, str, float]] = []

    def there(self, what: str, cpu: str, words: list[str], **more: str) -> None:
        self.jobs.append(Job(what, str(self.computer.python), self.computer.environment(cpu, **more), words))

    def crossing(self, what: str, cpu: str, words: list[str], **more: str) -> None:
        self.jobs.append(Job(what, sys.executable, self.computer.crossing(cpu, **more), words))

    def all(self) -> None:
        """All jobs, begun in their order: the dearest come first."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for job in as_completed(pool.submit(self._run, job) for job in self.jobs):
                job.result()

    def _run(self, job: Job) -> None:
        print(f"== {job.what} begins", flush=True)
        began = time.monotonic()
        command = [job.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *job.words]
        done = subprocess.run(command, cwd=ROOT, env=job.environment, stdout=subprocess.PIPE, text=True, check=False)
        print(f"\n== {job.what}\n{done.stdout}", flush=True)
        last = next((line for line in reversed(done.stdout.splitlines()) if line.strip()), "")
        self.results.append((job.what, done.returncode == 0, last.strip("= "), time.monotonic() - began))

    def close(self) -> int:
        print("\n== summary")
        for what, passed, said, seconds in self.results:
            print(f"{'passed' if passed else 'FAILED'}  {what}: {said} ({seconds:.0f} s)")
        failed = sum(not passed for _, passed, _, _ in self.results)
        print(f"make test-foreign: {len(self.results) - failed} runs passed, {failed} failed")
        return int(failed > 0)


def show_table(columns: dict[str, dict[str, str]]) -> bool:
    """Each program with the signature of the repository and those of the other computer. False: they differ.

    Columns are CPU levels for programs, and one for AI Engine kernels, which have none.
    """
    from signing import recorded_signatures

    print("\n== signatures: here (as the repository has them), there, and whether they are equal")
    equal = True
    for program, signature in recorded_signatures().items():
        here = " ".join(signature.values())
        there = {column: found[program] for column, found in columns.items() if program in found}
        wrong = {column: value for column, value in there.items() if value != here}
        equal &= bool(there) and not wrong
        if not there:
            print(f"{program:44} {here:52} WAS NOT RUN")
        elif wrong:
            print(f"{program:44} {here:52} DIFFERS in {', '.join(f'{c} ({v})' for c, v in wrong.items())}")
        else:
            print(f"{program:44} {here:52} equal in {len(there)}")
    print(f"columns: {', '.join(columns)}")
    return equal


def name_of(cxx: str) -> str:
    return os.path.basename(cxx.split()[0])


def read_table(folder: str, name: str) -> dict[str, dict[str, str]]:
    columns: dict[str, dict[str, str]] = {}
    for path in sorted(Path(folder).glob("*.txt")):
        for line in path.read_text().splitlines():
            program, column, signature = line.split("|")
            columns.setdefault(f"{name} {column}", {})[program] = signature
    return columns


def main() -> int:
    computer = other()
    try:
        computer.make()
    except (MissingError, subprocess.CalledProcessError) as problem:
        print(f"make test-foreign: nothing was run: {problem}", file=sys.stderr)
        return 2
    run = Run(computer)
    plain, best = computer.cpus
    sampled = {"LANEWISE_EXAMPLES": "8"}

    def every(n: int) -> list[str]:
        return ["--every", str(n * computer.slowness)]

    def compiled_by(cxx: str, test: str, of_users: str) -> list[str]:
        """All programs by the compiler that users get, a sample by the other one."""
        whole = "--whole" in sys.argv or len(computer.compilers) == 1 or name_of(cxx).endswith(of_users)
        return ["tests/programs", "-k", test, *(() if whole else ("--every", str(OTHERS)))]

    with ExitStack() as stack:
        folders = {cxx: stack.enter_context(tempfile.TemporaryDirectory()) for cxx in computer.compilers}
        run.there(f"headers, {best}", best, [*HEADERS, *every(4)])
        for cxx, folder in folders.items():
            run.crossing(f"acceptance programs, {name_of(cxx)}, {best}", best,
                         compiled_by(cxx, "program_passes", "-g++"), CXX=cxx, LANEWISE_TABLE=folder)  # fmt: skip
        run.there(f"agreement, instructions on memory, {best}", best,
                  ["tests/agreement/test_agreement.py", "-k", "not exhaustive and not strict and not spoiled"],
                  **sampled)  # fmt: skip
        for cxx, folder in folders.items():
            run.there(f"acceptance kernels, {name_of(cxx)}, {best}", best,
                      compiled_by(cxx, "kernel_passes", "clang++"), CXX=cxx, LANEWISE_TABLE=folder)  # fmt: skip
        run.there(f"agreement, sampled, {plain}", plain, ["tests/agreement", *every(24)], **sampled)
        run.crossing(f"programs of the headers, {best}", best, [*STARTED, *every(4)])
        run.there(f"agreement, sampled, {best}", best, ["tests/agreement", *every(40)], **sampled)
        run.all()
        table: dict[str, dict[str, str]] = {}
        for cxx, folder in folders.items():
            table |= read_table(folder, name_of(cxx))
    equal = show_table(table)
    return run.close() or int(not equal)


if __name__ == "__main__":
    sys.exit(main())
