"""Programs and surroundings that mean harm, or have bad luck: one honest line, and nothing is left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from driving import COMMAND, environment

from lanewise.cpp import cache

KERNEL = """#include "acl/acl.h"
#include "kernel_operator.h"
__global__ __aicore__ void k(GM_ADDR x) {{
    {body}
}}
int main() {{ k<<<{blocks}, nullptr, nullptr>>>(nullptr); return aclrtSynchronizeDevice(); }}
"""


def kernel(body: str, blocks: int = 1) -> str:
    """A program whose kernel has this body, on line 4."""
    return KERNEL.format(body=body, blocks=blocks)


@pytest.mark.parametrize("name", ["a';touch X;'.asc", 'a"$(touch X)`touch X`.asc', "a b\\n;touch X&.asc"])
def test_names_of_files_reach_no_shell(lanewise, write, tmp_path: Path, name: str) -> None:
    write(name, kernel("*(volatile int*)nullptr = 1;"))
    done = lanewise("run", name)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert done.stderr.startswith(f"{name}:4: KERNEL-004 the kernel touched memory that is not there")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_name_of_the_cache_reaches_no_shell(lanewise, write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "c';touch X;'"
    other.symlink_to(cache.folder())  # what was precompiled there is not made again
    monkeypatch.setenv("LANEWISE_CACHE", str(other))
    write("a.asc", kernel("*(volatile int*)nullptr = 1;"))
    done = lanewise("run", "a.asc")
    assert done.stderr.startswith("a.asc:4: KERNEL-004")
    assert {path.name for path in tmp_path.iterdir()} == {"a.asc", other.name}


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("volatile int zero = 0, q = 5 / zero;", "a.asc:4: KERNEL-004 the kernel divided by zero"),
        ("throw 1;", "a.asc:4: KERNEL-004 the kernel called abort (a failed assert, or an exception that nobody"),
        ("struct R { static int f(volatile int n) { return n ? f(n + 1) + n : 0; } }; volatile int n = R::f(1);",
         "a.asc:4: KERNEL-004 the kernel overflowed its stack: its calls nest too deep, or its local variables"),
    ],
)  # fmt: skip
def test_crash_of_a_kernel_has_its_line(lanewise, write, body: str, line: str) -> None:
    write("a.asc", kernel(body, blocks=2))
    done = lanewise("run", "a.asc")
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1].startswith(line)
    assert "[kernel k, block " in done.stderr


def test_endless_printing_of_a_kernel_meets_the_limit(lanewise, write) -> None:
    write("a.asc", kernel('for (;;) AscendC::printf("0123456789012345678901234567890123456789\\n");'))
    done = lanewise("run", "a.asc", "--output-limit", "1")
    assert done.returncode == 128 + signal.SIGKILL
    assert done.stderr == "lanewise: a.asc: stopped after 1 MiB of output (--output-limit)\n"


# --- nothing is left ---

# Starts a child that leaves its session, and one that leaves its parent, too; each writes its process id.
LEAVER = """
#include <cstdio>
#include <csignal>
#include <unistd.h>
void note(const char* name) {{ FILE* f = std::fopen(name, "w"); std::fprintf(f, "%d", getpid()); std::fclose(f); }}
int main() {{
    if (fork() == 0) {{
        setsid();
        if (fork() == 0) {{ setsid(); note("grandchild"); for (;;) pause(); }}
        note("child");
        for (;;) pause();
    }}
    while (access("child", F_OK) || access("grandchild", F_OK)) usleep(1000);
    usleep(100000);  // until both are written
    note("program");
    {end}
}}
"""


def processes(folder: Path, names: Sequence[str] = ("program", "child", "grandchild")) -> list[int]:
    deadline = time.monotonic() + 60
    while not all((folder / name).exists() and (folder / name).read_text() for name in names):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return [int((folder / name).read_text()) for name in names]


def all_gone(pids: Sequence[int]) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if all(_state(pid) in ("", "Z") for pid in pids):
            return True
        time.sleep(0.01)
    return False


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("return 5;", 5),
        ("kill(0, SIGKILL); for (;;) pause();", 137),  # its own group
        ("kill(getppid(), SIGKILL); for (;;) pause();", 137),
    ],
)
def test_what_leaves_the_session_is_ended(lanewise, write, tmp_path: Path, end: str, status: int) -> None:
    write("a.cpp", LEAVER.format(end=end))
    assert lanewise("run", "a.cpp").returncode == status
    assert all_gone(processes(tmp_path))


def test_killing_the_command_ends_everything(write, tmp_path: Path) -> None:
    write("a.cpp", LEAVER.format(end="for (;;) pause();"))
    process = subprocess.Popen([*COMMAND, "run", "a.cpp"], cwd=tmp_path, env=environment())
    found = processes(tmp_path)
    process.kill()
    process.wait()
    assert all_gone(found)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killing_the_command_ends_the_compiler(write, tmp_path: Path, number: int) -> None:
    os.mkfifo(tmp_path / "never.h")  # whoever opens it waits for somebody to write
    write("a.cpp", '#include "never.h"\nint main() {}\n')
    mark = f"ASCENDC_KILLED_{os.getpid()}_{number}"  # other macros are in a header, not on the compiler's command line
    workshops = Path(cache.folder("tmp"))
    before = set(workshops.iterdir())
    process = subprocess.Popen([*COMMAND, "run", "a.cpp", f"-D{mark}"], cwd=tmp_path, env=environment())
    deadline = time.monotonic() + 60
    while not (found := processes_with(mark, "cc1plus", "clang")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait(10) in (-number, 128 + number)
    assert all_gone([*found, *processes_with(mark)])
    if number == signal.SIGTERM:  # nobody is asked before a SIGKILL
        mine = [path for path in set(workshops.iterdir()) - before if any(path.rglob("*a.cpp"))]
        assert not mine


def processes_with(mark: str, *programs: str) -> list[int]:
    """Processes with this word on their command line, of these programs if any are named."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        named = not programs or any(name.encode() in os.path.basename(words[0]) for name in programs)
        if named and any(mark.encode() in word for word in words):
            found.append(int(path.parent.name))
    return found


# --- limits, and what cannot be done ---


def test_timeout_covers_compiling(lanewise, write, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "never.h")
    write("a.cpp", '#include "never.h"\nint main() {}\n')
    mark = f"LATE_{os.getpid()}"
    done = lanewise("run", "a.cpp", f"-D{mark}", "--timeout", "0.5")
    assert (done.returncode, done.stderr) == (124, "lanewise: a.cpp: compiling took longer than 0.5 s (--timeout)\n")
    assert not processes_with(mark)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--timeout=-1"], "--timeout -1: give seconds above 0"),
        (["--timeout", "0"], "--timeout 0: give seconds above 0"),
        (["--timeout", "nan"], "--timeout nan: give seconds above 0"),
        (["--memory", "1"], "--memory 1: a program needs 32 MiB to start; 0 is no limit"),
        (["--memory=-5"], "--memory -5: a program needs 32 MiB to start; 0 is no limit"),
        (["--output-limit", "0"], "--output-limit 0: give 1 MiB or more"),
    ],
)
def test_limits_that_make_no_sense(lanewise, write, words: list[str], said: str) -> None:
    write("a.cpp", "int main() {}\n")
    done = lanewise("run", "a.cpp", *words)
    assert (done.returncode, done.stderr) == (2, f"lanewise: {said}\n")


def test_least_memory_is_enough(lanewise, write) -> None:
    write("a.asc", kernel("", blocks=2))
    assert lanewise("run", "a.asc", "--memory", "32").returncode == 0


def test_memory_that_is_touched_counts(lanewise, write) -> None:
    """Device memory is not part of what the system limits, so the ward looks at it."""
    body = "void* p; const size_t n = 2ul << 30; if (aclrtMalloc(&p, n, ACL_MEM_MALLOC_HUGE_FIRST)) return 9;"
    write("a.cpp", f'#include "acl/acl.h"\nint main() {{ {body} aclrtMemset(p, n, 1, n); }}\n')
    done = lanewise("run", "a.cpp", "--memory", "256")
    said = "lanewise: a.cpp: stopped at more than 256 MiB of memory (--memory)\n"
    assert (done.returncode, done.stderr) == (137, said)


@pytest.mark.parametrize("strict", ["0", "1"])
def test_device_memory_costs_nothing_until_it_is_touched(lanewise, write, strict: str) -> None:
    """What it holds is the same as if it had been filled."""
    write("a.cpp", """
#include <cstdio>
#include "acl/acl.h"
int main() {
    const size_t size = 10ul << 30;
    unsigned char* p;
    if (aclrtMalloc((void**)&p, size, ACL_MEM_MALLOC_HUGE_FIRST)) return 9;
    p[size / 2] = 5;
    std::printf("%d %d %d %d %d", p[0], p[size / 2 - 1], p[size / 2], p[size / 2 + 1], p[size - 1]);
    return aclrtFree(p);
}
""")
    done = lanewise("run", "a.cpp", "--memory", "256", env={**environment(), "LANEWISE_STRICT": strict})
    value = 255 * int(strict)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{value} {value} 5 {value} {value}", "")


@pytest.mark.parametrize("verb", ["run", "build"])
def test_sources_that_are_none(lanewise, write, tmp_path: Path, verb: str) -> None:
    (tmp_path / "folder.asc").mkdir()
    done = lanewise(verb, "folder.asc")
    assert (done.returncode, done.stderr) == (2, "lanewise: folder.asc is a folder; name a file in it\n")
    write("two\nlines.asc", kernel(""))
    done = lanewise(verb, "two\nlines.asc")
    said = "lanewise: CPP-005 'two\\nlines.asc': no compiler takes a name of two lines; rename it.\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_source_that_may_not_be_read(lanewise, write) -> None:
    write("a.cpp", "int main() {}\n").chmod(0)
    done = lanewise("run", "a.cpp")
    assert (done.returncode, done.stderr) == (2, "lanewise: a.cpp may not be read\n")


@pytest.mark.parametrize("words", [["run", "a.cpp"], ["ops"]])
def test_output_without_a_place(lanewise, write, words: list[str]) -> None:
    write("a.cpp", '#include <cstdio>\nint main() { std::puts("hello"); }\n')
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = lanewise(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("No space left on device\n")
    closed = lanewise(*words, capture_output=False, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    assert closed.returncode == 2
    assert closed.stderr == "lanewise: standard output is closed; give it a place, say >/dev/null\n"


@pytest.mark.parametrize("room", ["40k", "300k"])  # for the rewritten source, or not for what is made of it either
def test_cache_without_room(lanewise, write, tmp_path: Path, room: str) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={room}", "tmpfs", small]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be made here")
    try:
        write("a.cpp", "int numbers[100000] = {1};\nint main() {}\n")
        done = lanewise("run", "a.cpp", env={**environment(), "LANEWISE_CACHE": str(small)})
        said = f"lanewise: CPP-004 what is built cannot be kept in {small}: No space left on device."
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert done.stderr.startswith(said)
        assert not any((small / "tmp").iterdir())
    finally:
        subprocess.run(["umount", small], check=True)


# --- code one does not trust ---


def isolated(lanewise, *words: str, **options: object) -> subprocess.CompletedProcess[str]:
    done = lanewise("run", "--isolate", *words, **options)
    if "this kernel has no Landlock" in done.stderr or "seccomp refused" in done.stderr:
        assert done.returncode == 126
        assert done.stderr.count("\n") == 1
        pytest.skip("this kernel cannot isolate; it was refused")
    return done


def test_isolated_program_reaches_nothing_else(lanewise, write, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    (tmp_path / "work").mkdir()
    write("work/a.cpp", """
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int, char** words) {
    const std::string temporary = std::getenv("TMPDIR");
    const auto writes = [](const std::string& path) {
        FILE* f = std::fopen(path.c_str(), "w");
        return f && !std::fclose(f);
    };
    std::printf("inside %d temporary %d outside %d cut %d remove %d mode %d network %d",
                writes("inside"), writes(temporary + "/x"), writes("../outside"), truncate(words[1], 0),
                unlink(words[1]), chmod(words[1], 0), socket(AF_INET, SOCK_STREAM, 0));
    std::printf(" %s", temporary.c_str());
}
""")
    done = isolated(lanewise, "a.cpp", "--", str(outside), cwd=tmp_path / "work")
    said, _, temporary = done.stdout.rpartition(" ")
    assert said == "inside 1 temporary 1 outside 0 cut -1 remove -1 mode -1 network -1"
    assert done.returncode == 0
    assert outside.read_text() == "kept"
    assert not os.path.exists(temporary)


def test_isolated_program_computes_and_is_located(lanewise, write) -> None:
    write("a.asc", kernel("*(volatile int*)nullptr = 1;"))
    done = isolated(lanewise, "a.asc")
    assert (done.returncode, done.stderr[:25]) == (3, "a.asc:4: KERNEL-004 the k")


def test_isolated_python_program(lanewise, write, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    write("work/a.py", """
import socket
import sys
from lanewise import asc
for what in (lambda: open("../outside", "w"), lambda: socket.socket()):
    try:
        what()
    except PermissionError:
        print("refused", end=" ")
open("inside", "w").close()
print(sys.argv[1:])
""")
    done = isolated(lanewise, "a.py", "--", "one", cwd=tmp_path / "work")
    assert (done.returncode, done.stdout) == (0, "refused refused ['one']\n")
    assert not (tmp_path / "outside").exists()
