"""Running C++ programs inside limits: every end is explained in one line and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from driving import COMMAND, environment

from lanewise.cpp.child import Ended, Limits, run

# Writes its process id to a file, and starts a child that sleeps, as programs with helpers do.
FOREVER = """
#include <cstdio>
#include <unistd.h>
int main(int words, char**) {
    if (words > 1) return 0;  // only to be compiled
    int child = fork();
    FILE* f = std::fopen(child ? "parent" : "child", "w");
    std::fprintf(f, "%d", getpid());
    std::fclose(f);
    for (;;) pause();
}
"""


def have_exited(folder: Path) -> bool:
    """Whether both processes of FOREVER have ended; one that was killed needs a moment on a busy machine."""
    return all(_has_exited(int((folder / name).read_text())) for name in ("parent", "child"))


def _has_exited(pid: int) -> bool:
    for _ in range(500):
        try:
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


def start(folder: Path, *words: str, **variables: str) -> subprocess.Popen[bytes]:
    """In the foreground: background jobs start with Ctrl-C ignored."""
    return subprocess.Popen(
        [*COMMAND, *words], cwd=folder, env={**environment(), **variables}, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def test_timeout_ends_everything(lanewise, write, tmp_path: Path) -> None:
    write("a.cpp", FOREVER)
    lanewise("run", "a.cpp", "--", "once")
    done = lanewise("run", "a.cpp", "--timeout", "0.5")
    assert (done.returncode, done.stderr) == (124, "lanewise: a.cpp: stopped after 0.5 s (--timeout)\n")
    assert have_exited(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_us_ends_everything(lanewise, write, tmp_path: Path, number: int) -> None:
    write("a.cpp", FOREVER)
    lanewise("build", "a.cpp")
    process = start(tmp_path, "run", "a.cpp")
    deadline = time.monotonic() + 30
    while not all((tmp_path / n).exists() and (tmp_path / n).read_text() for n in ("parent", "child")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait(10) == 128 + number
    assert b"Traceback" not in process.communicate()[1]
    assert have_exited(tmp_path)


def test_second_ctrl_c_changes_nothing(lanewise, write, tmp_path: Path) -> None:
    lines = ["#include <csignal>", "#include <cstdio>", "#include <unistd.h>"]
    main = 'int main() { std::signal(SIGINT, SIG_IGN); std::fclose(std::fopen("ready", "w")); for (;;) pause(); }'
    write("a.cpp", "\n".join([*lines, main]))
    lanewise("build", "a.cpp")
    process = start(tmp_path, "run", "a.cpp")
    deadline = time.monotonic() + 30
    while not (tmp_path / "ready").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    assert process.wait(10) == 130
    assert process.communicate()[1] == b"lanewise: a.cpp: interrupted\n"


def test_sanitizer_has_the_memory_it_reserves(lanewise, write) -> None:
    write("a.cpp", "int main(int n, char**) { volatile int* a = new int[2]; return a[n + 1]; }\n")
    done = lanewise("run", "a.cpp", "--cxxflag=-fsanitize=address")
    if "cannot find" in done.stderr:
        pytest.skip("no sanitizer is installed")
    assert done.returncode
    assert "heap-buffer-overflow" in done.stderr


def test_stopping_us_while_compiling(lanewise, write, tmp_path: Path) -> None:
    never = tmp_path / "never.h"
    os.mkfifo(never)  # whoever opens it waits for somebody to write
    write("a.cpp", '#include "never.h"\nint main() {}\n')
    mark = f"STOPPED={os.getpid()}"
    process = start(tmp_path, "run", "a.cpp", STOPPED=str(os.getpid()))
    deadline = time.monotonic() + 30
    while (writer := _writer_where_somebody_reads(never)) is None:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert any(b"lanewise\0run" not in command for command in _commands(mark))  # the compiler's
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    assert process.communicate()[1] == b""
    assert not _commands(mark)
    os.close(writer)


def _writer_where_somebody_reads(fifo: Path) -> int | None:
    try:
        return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # nobody has opened it yet
        return None


def _commands(mark: str) -> list[bytes]:
    """What runs with that variable in its environment."""
    marked = [p for p in Path("/proc").glob("[0-9]*/environ") if mark.encode() in _read_or_empty(p).split(b"\0")]
    return [command for p in marked if (command := _read_or_empty(p.with_name("cmdline")))]


def _read_or_empty(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_output_limit(lanewise, write) -> None:
    write("a.cpp", '#include <cstdio>\nint main() { for (;;) std::puts("0123456789"); }\n')
    done = lanewise("run", "a.cpp", "--output-limit", "1")
    assert done.returncode == 128 + signal.SIGKILL
    assert done.stderr == "lanewise: a.cpp: stopped after 1 MiB of output (--output-limit)\n"
    assert (1 << 20) <= len(done.stdout) < (1 << 20) + (1 << 17)


def test_output_below_the_limit_arrives_whole(lanewise, write) -> None:
    write("a.cpp", "#include <cstdio>\nint main() { for (int i = 0; i < 500000; ++i) std::printf(\"%07d\\n\", i); }\n")
    done = lanewise("run", "a.cpp")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [f"{i:07d}" for i in range(500000)]


def test_output_that_nobody_reads_ends_the_program(lanewise, write, tmp_path: Path) -> None:
    write("a.cpp", '#include <cstdio>\nint main() { for (;;) std::puts("0123456789"); }\n')
    lanewise("build", "a.cpp")
    command = [*COMMAND, "run", "a.cpp"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"0123456789\n"
    process.stdout.close()
    assert process.wait(30) == 128 + signal.SIGPIPE
    assert process.stderr.read() == b""


def test_streams_to_one_place_keep_their_order(lanewise, write, tmp_path: Path) -> None:
    loop = 'for (int i = 0; i < 1000; ++i) write(1 + i % 2, i % 2 ? "e" : "o", 1);'
    write("a.cpp", f"#include <unistd.h>\nint main() {{ {loop} }}\n")
    done = lanewise("run", "a.cpp", capture_output=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.stdout == "oe" * 500


def test_memory_limit(lanewise, write) -> None:
    write("a.cpp", "#include <vector>\nint main() { std::vector<char> v(1l << 30, 1); return v[5]; }\n")
    done = lanewise("run", "a.cpp", "--memory", "256")
    assert done.returncode == 128 + signal.SIGABRT
    assert "no memory left under --memory" in done.stderr.splitlines()[-1]
    assert lanewise("run", "a.cpp", "--memory", "2048").returncode == 1


@pytest.mark.parametrize(
    ("body", "number", "text"),
    [
        ("*(volatile int*)8 = 1;", signal.SIGSEGV, "segmentation fault outside a kernel"),
        ("__builtin_trap();", None, ""),
        ("std::abort();", signal.SIGABRT, "aborted"),
    ],
)
def test_signals_are_named(lanewise, write, body: str, number: int | None, text: str) -> None:
    write("a.cpp", f"#include <cstdlib>\nint main() {{ {body} }}\n")
    done = lanewise("run", "a.cpp")
    assert done.returncode > 128
    assert number is None or done.returncode == 128 + number
    assert done.stderr.startswith(f"lanewise: a.cpp: {text}")
    assert done.stderr.count("\n") == 1


def test_child_can_be_heard_by_a_caller(tmp_path: Path) -> None:
    out, err = bytearray(), bytearray()
    command = ["sh", "-c", "pwd; echo problem >&2; exit 9"]
    ended = run(command, Limits(), out=out.extend, err=err.extend, cwd=os.fspath(tmp_path))
    assert (ended, out.decode(), bytes(err)) == (Ended(9), f"{tmp_path}\n", b"problem\n")
