"""What `--isolate` keeps from a program, one attempt after the other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import environment

from lanewise.cpp import cache
from lanewise.cpp.ward import offers

PROBE = r"""
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <string>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
void say(const char* what, bool could) { std::printf("%s %d\n", what, could); }
bool reads(const std::string& path) {
    char byte;
    const int fd = open(path.c_str(), O_RDONLY);
    return fd >= 0 && read(fd, &byte, 1) == 1;
}
bool writes(const std::string& path) { return open(path.c_str(), O_WRONLY | O_CREAT, 0600) >= 0; }
int main(int, char** words) {
    const std::string home = std::getenv("HOME"), cache = words[1];
    const pid_t other = std::atoi(words[2]);
    rlimit limit{100, 100};
    char byte = 0;
    iovec mine{&byte, 1}, theirs{&byte, 1};
    say("limits of others", prlimit(other, RLIMIT_NOFILE, &limit, nullptr) == 0);
    say("own limits", getrlimit(RLIMIT_NOFILE, &limit) == 0);
    say("shared memory", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
    say("semaphores", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) >= 0);
    say("message queues", msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0);
    say("queues with names", mq_open("/lanewise-test", O_CREAT | O_RDWR, 0600, nullptr) >= 0);
    say("memory of others", process_vm_readv(other, &mine, 1, &theirs, 1, 0) >= 0 || errno != EPERM);
    say("namespaces", unshare(CLONE_NEWUSER) == 0);
    say("mounts", mount("none", ".", "tmpfs", 0, nullptr) == 0);
    say("network", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    say("key", reads(home + "/.ssh/key"));
    say("token", reads(home + "/.token"));
    say("link to a key", reads("link") || reads(home + "/shown"));
    say("environment of others", reads("/proc/" + std::to_string(other) + "/environ"));
    say("own notes", reads(home + "/notes"));
    say("system", reads("/etc/passwd") && reads("/proc/self/status"));
    say("secret variable", std::getenv("API_TOKEN") != nullptr);
    say("own variable", std::getenv("LANEWISE_MINE") != nullptr);
    say("home written", writes(home + "/.bashrc") || writes(home + "/new"));
    say("cache written", writes(cache + "/requests/new") || writes(cache + "/programs/new"));
    say("inside written", writes("new"));
    const pid_t child = fork();
    if (child == 0) _exit(7);
    int status = 0;
    say("children", waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
}
"""
ALLOWED = {"own limits", "own notes", "system", "own variable", "inside written", "children"}


@pytest.fixture(autouse=True)
def _can_isolate() -> None:
    found = offers()
    if found.get("landlock", 0) < 3 or not found.get("seccomp"):
        pytest.skip("this kernel has no Landlock and seccomp to isolate with")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A home with secrets, and the environment that names it."""
    folder = tmp_path / "home"
    (folder / ".ssh").mkdir(parents=True)
    for name in (".ssh/key", ".token", "notes"):
        (folder / name).write_text("secret")
    (folder / "shown").symlink_to(".ssh/key")
    (tmp_path / "work").mkdir()
    (tmp_path / "work/link").symlink_to(folder / ".ssh/key")
    kept = cache.folder()
    return {**environment(), "HOME": str(folder), "LANEWISE_CACHE": kept, "API_TOKEN": "secret", "LANEWISE_MINE": "1"}


@pytest.fixture
def victim() -> Iterator[int]:
    """A process that may be attacked: what is tried without isolation succeeds."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process.pid
    process.communicate(b"\n")


@pytest.mark.parametrize("holder", ["landlock", "bubblewrap"])
def test_isolated_program_has_its_own_folder_and_nothing_else(
    lanewise, write, tmp_path: Path, home, victim: int, holder: str
) -> None:
    if not offers().get(holder):
        pytest.skip(f"{holder} is missing, or the system lets nobody use it")
    home["LANEWISE_ISOLATE"] = holder
    write("work/a.cpp", PROBE)
    words = ("a.cpp", "--", home["LANEWISE_CACHE"], str(victim))
    done = lanewise("run", "--isolate", *words, cwd=tmp_path / "work", env=home)
    assert (done.returncode, done.stderr) == (0, "")
    could = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert {what for what, yes in could.items() if yes == "1"} == ALLOWED
    assert (tmp_path / "home/.ssh/key").read_text() == "secret"
    assert not (tmp_path / "home/.bashrc").exists()
    free = lanewise("run", *words, cwd=tmp_path / "work", env=home)  # the same without: the attempts are real
    could = dict(line.rsplit(" ", 1) for line in free.stdout.splitlines())
    assert could["key"] == could["link to a key"] == could["secret variable"] == could["shared memory"] == "1"


@pytest.mark.parametrize(("where", "said"), [("home", "is your home or above it"), (".", "is your home or above it"),
                                             ("cache", "and the cache ("), ("above", "and the cache (")])  # fmt: skip
def test_isolated_in_a_folder_that_others_rely_on(
    lanewise, write, tmp_path: Path, home, where: str, said: str
) -> None:
    write("a.cpp", 'extern "C" int puts(const char*);\nint main() { puts("ran"); }\n')
    (tmp_path / "above/cache").mkdir(parents=True)
    at = tmp_path / where
    if where in ("cache", "above"):
        home["LANEWISE_CACHE"] = str(tmp_path / "above/cache")
        at = tmp_path / ("above/cache" if where == "cache" else "above")
    done = lanewise("run", "--isolate", str(tmp_path / "a.cpp"), cwd=at, env=home)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("lanewise: --isolate: the working folder ")
    assert said in done.stderr


SPREAD = r"""
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
int main(int, char** words) {
    const std::string how = words[1];
    const size_t mib = 1 << 20;
    static char block[mib];
    std::memset(block, 1, mib);
    if (how == "children")  // 60 MiB each, and no more than that in one
        for (int i = 0; i < 8; ++i)
            if (fork() == 0) {
                std::memset(std::malloc(60 * mib), 1, 60 * mib);
                for (;;) pause();
            }
    if (how == "nameless") {
        const int fd = memfd_create("x", 0);
        for (int i = 0; i < 400; ++i) (void)!write(fd, block, mib);
    }
    if (how == "bomb") for (;;) if (fork() == 0) for (;;) pause();
    if (how == "shared") {  // what forks share counts once
        std::memset(std::malloc(150 * mib), 1, 150 * mib);
        for (int i = 0; i < 4; ++i)
            if (fork() == 0) { sleep(2); _exit(0); }
        sleep(1);
        return 0;
    }
    sleep(30);
}
"""


@pytest.mark.parametrize(("how", "said"), [
    ("children", "stopped at more than 256 MiB of memory (--memory)"),
    ("nameless", "stopped at more than 256 MiB of memory (--memory)"),
    ("bomb", "stopped at more processes than --isolate allows"),
    ("shared", ""),
])  # fmt: skip
def test_all_that_a_program_starts_is_counted(lanewise, write, tmp_path: Path, home, how: str, said: str) -> None:
    write("work/a.cpp", SPREAD)
    done = lanewise("run", "--isolate", "--memory", "256", "a.cpp", "--", how, cwd=tmp_path / "work", env=home)
    line = f"lanewise: a.cpp: {said}\n" if said else ""
    assert (done.returncode, done.stderr) == (137 if said else 0, line)


def test_isolated_by_something_that_is_not_there(lanewise, write, tmp_path: Path, home) -> None:
    write("work/a.cpp", "int main() { return 7; }\n")
    home["LANEWISE_ISOLATE"] = "wishes"
    done = lanewise("run", "--isolate", "a.cpp", cwd=tmp_path / "work", env=home)
    said = "lanewise: LANEWISE_ISOLATE=wishes: there are landlock and bubblewrap\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.parametrize(("end", "status"), [("return 9;", 9), ("*(volatile int*)8 = 1;", 139), ("for (;;) {}", 124)])
def test_isolated_by_bubblewrap_ends_as_it_ends(lanewise, write, tmp_path: Path, home, end: str, status: int) -> None:
    if not offers().get("bubblewrap"):
        pytest.skip("bubblewrap is missing, or the system lets nobody use it")
    home["LANEWISE_ISOLATE"] = "bubblewrap"
    write("work/a.cpp", f'extern "C" int puts(const char*);\nint main() {{ puts("ran"); {end} }}\n')
    limit = "3" if status == 124 else "60"
    done = lanewise("run", "--isolate", "a.cpp", "--timeout", limit, cwd=tmp_path / "work", env=home)
    assert done.returncode == status, done.stderr


def test_isolated_python_program_is_checked_and_timed(lanewise, write, tmp_path: Path, home) -> None:
    write("work/a.py", """
import os
import numpy as np
from lanewise import asc
@asc.jit
def kernel(x):
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, 64)
    asc.data_copy(tile, gm, 64)
    asc.adds(tile, tile, 1.0, 64)
kernel[1](np.zeros(64, np.float32))
try:
    open(os.path.expanduser("~/.ssh/key"))
except PermissionError:
    print("refused")
""")
    words = ("--check", "--json", "../f.json", "--sarif", "../f.sarif", "--report", "../page.html")
    done = lanewise("run", "--isolate", "a.py", *words, cwd=tmp_path / "work", env=home)
    assert "refused" in done.stdout
    assert (done.returncode, [one["id"] for one in json.loads((tmp_path / "f.json").read_text())["findings"]]) == (
        3, ["RACE-001"])  # fmt: skip
    assert "RACE-001" in (tmp_path / "f.sarif").read_text()
    assert "RACE-001" in (tmp_path / "page.html").read_text()
    timed = lanewise("run", "--isolate", "a.py", "--time", "--csv", "../tables", cwd=tmp_path / "work", env=home)
    assert "cycles" in timed.stdout
    assert any((tmp_path / "tables").rglob("*.csv"))


def test_isolated_python_program_uses_headers_that_were_precompiled(lanewise, write, tmp_path: Path, home) -> None:
    write("work/k.asc", '#include "kernel_operator.h"\nextern "C" __global__ __aicore__ void k(GM_ADDR x) {}\n')
    write("work/a.py", """
import glob, os
import numpy as np
from lanewise.cpp import build, load
commands = []
run = build._run
build._run = lambda asked, *rest: (commands.extend(asked), run(asked, *rest))[1]
load("k.asc").k[1](np.zeros(8, np.float32))
used = [word for command in commands for word in command if "/headers/" in word]
print(used and used[0].startswith(os.environ["LANEWISE_CACHE_BELOW"]))
""")
    plain = lanewise("run", "a.py", cwd=tmp_path / "work", env={**home, "LANEWISE_CACHE_BELOW": "-"})
    assert plain.returncode == 0, plain.stderr
    for path in (tmp_path / "work").glob("k.asc"):  # the second build has them, however long the first one took
        path.write_text(path.read_text() + "// changed\n")
    lanewise("run", "a.py", cwd=tmp_path / "work", env={**home, "LANEWISE_CACHE_BELOW": "-"})
    done = lanewise("run", "--isolate", "a.py", cwd=tmp_path / "work", env=home)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
