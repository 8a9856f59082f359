"""Programs that would rather have no findings, and everything that could lose or hide one."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from driving import environment

from lanewise.cpp.channel import Channel
from lanewise.cpp.entries import HEADER

RACE = """#include "acl/acl.h"
#include "kernel_operator.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <unistd.h>
using namespace AscendC;
__global__ __aicore__ void add(__gm__ uint8_t* x, __gm__ uint8_t* z) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> a;
    pipe.InitBuffer(a, 4096);
    GlobalTensor<float> gx;
    gx.SetGlobalBuffer((__gm__ float*)x, 1024);
    LocalTensor<float> la = a.Get<float>();
    DataCopy(la, gx, 1024);
    if (*(__gm__ float*)z == 1) {
        SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
        WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    }
    Adds(la, la, 1.0f, 1024);
    if (*(__gm__ float*)z == 2) exit(0);
    while (*(__gm__ volatile float*)z == 3) {}
}
// 0: with a race; 1: without; 2: and its kernel calls exit(0); 3: and goes on for ever.
void launch(float how) {
    float host[1024] = {how};
    void *x, *z;
    aclrtMalloc(&x, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&z, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(x, 4096, host, 4096, ACL_MEMCPY_HOST_TO_DEVICE);
    aclrtMemcpy(z, 4096, host, 4096, ACL_MEMCPY_HOST_TO_DEVICE);
    add<<<1, nullptr, nullptr>>>((uint8_t*)x, (uint8_t*)z);
    aclrtSynchronizeDevice();
    aclrtFree(x); aclrtFree(z);
}
extern char** environ;
int main(int, char** words) {
    const std::string how = words[1];
    const float race = words[2] ? 1 : 0;
    if (how == "again") {
        char* next[] = {words[0], (char*)"plain", race ? (char*)"clean" : nullptr, nullptr};
        char* none[] = {nullptr};
        execve("/proc/self/exe", next, none);
    }
    if (how == "remove")
        for (char** at = environ; *at; ++at)
            if (!std::strncmp(*at, "LANEWISE_", 9)) unlink(std::strchr(*at, '=') + 1);
    if (how == "forget") clearenv();
    if (how == "exit") launch(2);
    else if (how == "endless") { launch(race); launch(3); }
    else launch(race);
    if (how == "suppress")
        std::ofstream(".lanewise-suppress.toml") << "[[suppress]]\\nid = \\"RACE-001\\"\\nreason = \\"mine\\"\\n";
    if (how == "leave") _exit(0);
    if (how == "quick") std::quick_exit(0);
    if (how == "close") for (int fd = 3; fd < 1024; ++fd) close(fd);
    if (how == "other") execl("/bin/true", "true", nullptr);
    if (how == "garbage") { char bytes[64] = {}; (void)!write(250, bytes, sizeof bytes); }
    if (how == "five") return 5;
}
"""
LINE = 1 + RACE[: RACE.index("    Adds(")].count("\n")
EXIT = LINE + 1
LOST = "lanewise: the program has not handed over all of its findings: it closed their descriptor (250), or became"


@pytest.fixture
def check(lanewise, write, tmp_path: Path):
    """Runs it with --check; the status, what is written to --json and --sarif, and the error output."""
    write("a.asc", RACE)

    def run(how: str, *options: str) -> tuple[int, list[str], list[str], str]:
        given, _, clean = how.partition(" ")
        words = ["--check", "--json", "f.json", "--sarif", "f.sarif", *options]
        done = lanewise("run", "a.asc", *words, "--", given, *([clean] if clean else []))
        data = json.loads((tmp_path / "f.json").read_text())["findings"]
        results = json.loads((tmp_path / "f.sarif").read_text())["runs"][0]["results"]
        lines = [f"{one['id']}:{one['place']['line']}" for one in data]
        places = [one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results]
        sarif = [f"{one['ruleId']}:{line}" for one, line in zip(results, places, strict=True)]
        return done.returncode, lines, sarif, done.stderr

    return run


def test_findings_reach_whoever_asked_for_them(check, tmp_path: Path) -> None:
    race = [f"RACE-001:{LINE}"]
    for how in ("plain", "remove", "forget", "again", "suppress", "leave", "quick", "five"):
        status, found, sarif, said = check(how)
        assert (how, status, found, sarif) == (how, 3, race, race)
        assert said.count("RACE-001") == 1
        assert LOST not in said
        (tmp_path / ".lanewise-suppress.toml").unlink(missing_ok=True)
    for how in ("plain", "again", "leave", "quick", "remove"):
        assert check(f"{how} clean") == (0, [], [], "")


def test_findings_that_cannot_be_complete_are_no_clean_run(check) -> None:
    for how in ("close", "other", "garbage"):
        status, found, _, said = check(f"{how} clean")
        assert (how, status, found) == (how, 3, [])
        assert said.startswith(LOST)
        assert check(how)[:2] == (3, [f"RACE-001:{LINE}"])


def test_rule_that_ends_the_run_is_written_down(check, lanewise, tmp_path: Path) -> None:
    status, found, sarif, said = check("exit", "--report", "page.html")
    assert (status, found[0], sarif[0]) == (3, f"KERNEL-004:{EXIT}", f"KERNEL-004:{EXIT}")
    what = "the kernel called exit(0), which ends the whole program. Leave it out: kernels end by return. [kernel add, "
    assert said.startswith(f"a.asc:{EXIT}: KERNEL-004 {what}")
    assert said.count("KERNEL-004") == 1
    assert "the kernel called exit(0)" in (tmp_path / "page.html").read_text()
    done = lanewise("run", "a.asc", "--json", "f.json", "--", "exit")  # times alone
    assert done.returncode == 3
    assert [one["id"] for one in json.loads((tmp_path / "f.json").read_text())["findings"]] == ["KERNEL-004"]


def test_finding_is_no_reason_to_forget_the_time_limit(check) -> None:
    check("plain")  # compiles it, which may take longer than a run
    status, found, _, said = check("endless", "--timeout", "6")
    assert (status, found) == (124, [f"RACE-001:{LINE}"])
    assert "stopped after 6 s (--timeout)" in said


def test_rule_that_ends_a_python_program_is_written_down(lanewise, write, tmp_path: Path) -> None:
    write("a.py", """
import numpy as np
from lanewise import asc
@asc.jit
def kernel(x):
    asc.set_flag(asc.HardEvent.MTE2_V, 99)
kernel[1](np.zeros(8, np.float32))
""")
    done = lanewise("run", "a.py", "--check", "--json", "f.json", "--sarif", "f.sarif", "--report", "page.html")
    assert done.returncode == 3
    data = json.loads((tmp_path / "f.json").read_text())["findings"]
    results = json.loads((tmp_path / "f.sarif").read_text())["runs"][0]["results"]
    assert [(one["place"]["line"], one["severity"]) for one in data] == [(6, "error")]
    assert [one["ruleId"] for one in results] == [data[0]["id"]]
    assert data[0]["id"] in (tmp_path / "page.html").read_text()


# --- files of suppressions ---

WRONG = {
    'suppress = 1': "write [[suppress]], in two brackets, before each entry",
    '[suppress]\nid = "RACE-001"': "write [[suppress]], in two brackets, before each entry",
    'suppress = [1]': "entry 1 is 1; write [[suppress]] before each entry",
    '[[supress]]\nid = "RACE-001"': "it has a 'supress'; there are entries [[suppress]] alone",
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nline = "21"': 'entry 1: line is a whole number, not the text "21"',
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nline = true': "entry 1: line is a whole number, not True",
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nline = 2.5': "entry 1: line is a whole number, not 2.5",
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nline = 0': "entry 1: lines count from 1, and this is 0",
    '[[suppress]]\nid = ["RACE-001"]\nreason = "r"': "entry 1: id is text, not ['RACE-001']",
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nfile = 3': "entry 1: file is text, not 3",
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nfile = " "': "entry 1: file is empty; leave it out",
    '\ufeff[[suppress]]\nid = "RACE-1"\nreason = "r"': "entry 1: there is no finding RACE-1",
    '[[suppress]]\nid = "RACE-001"\nreason = 7': "entry 1: reason is text, not 7",
    '[[suppress]]\nid = "RACE-001"\nreason = " "': "entry 1 needs an id and a reason",
    '[[suppress]]\nid = "RACE-1"\nreason = "r"': "entry 1: there is no finding RACE-1",
    '[[suppress]]\nid = "RACE-001"\nreason = "r"\nwhy = "r"': "entry 1 has a why; there are file, id, line, reason",
    '[[suppress]]\nid = "RACE-001\n': "Illegal character '\\n' (at line 2, column 15)",
    'a = ' + "[" * 20_000: "it nests too deep",
    "\0": "",
    "#" * ((1 << 20) + 1): "it has more than 1 MiB",
}  # fmt: skip


def test_suppressions_that_mean_nothing_are_refused_before_the_start(lanewise, write, tmp_path: Path) -> None:
    write("a.cpp", "int main() { __builtin_trap(); }\n")  # nobody must start it
    file = tmp_path / ".lanewise-suppress.toml"

    def assert_refused(said: str) -> None:
        done = lanewise("run", "a.cpp", "--check")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert done.stderr.startswith(f"lanewise: CHECK-001 .lanewise-suppress.toml: {said}"), done.stderr

    for text, said in WRONG.items():
        file.write_text(text)
        assert_refused(said)
    file.write_bytes(b"\xff\xfe")
    assert_refused("it is not UTF-8")
    file.unlink()
    file.mkdir()
    assert_refused("not a regular file")


# --- kernels inside Python ---


def test_exit_of_a_kernel_inside_python_is_an_exception(write, tmp_path: Path) -> None:
    write("k.asc", """#include "kernel_operator.h"
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>
extern "C" __global__ __aicore__ void ends(GM_ADDR x, int how) {
    if (how == 0) exit(0);
    if (how == 1) _exit(0);
    if (how == 2) std::quick_exit(0);
    if (how == 3) pthread_exit(nullptr);
}
""")
    write("test_kernel.py", """
import numpy as np, pytest
from lanewise.cpp import load
@pytest.mark.parametrize("how", range(4))
def test_exit(how):
    load("k.asc").ends[2](np.zeros(8, np.float32), how)
def test_wrong():
    assert False
def test_goes_on():
    load("k.asc").ends[2](np.zeros(8, np.float32), 4)
""")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_kernel.py"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "5 failed, 1 passed" in done.stdout
    for line, call in enumerate(("exit(0)", "_exit(0)", "quick_exit(0)", "pthread_exit()"), 6):
        assert f"k.asc:{line}: KERNEL-004 the kernel called {call}, which ends the whole program" in done.stdout


def test_messages_of_a_program_that_has_ended_are_all_read() -> None:
    """The greeting is left unread, so the socket first says that it was reset, whatever was sent before."""
    channel = Channel("race")
    theirs = socket.socket(fileno=os.dup(channel.end))
    channel.started()
    for kind in (b"OPEN", b"ENDS"):
        theirs.send(HEADER.pack(kind, 7, 0, 0, 0, 0))
    theirs.close()
    channel.close()
    assert channel.told_all()


@pytest.mark.parametrize(("limit", "status", "line"), [
    ("-S -n 100", 3, f":{LINE}: RACE-001 "),
    ("-n 100", 126, ": its findings need descriptor 250: allow more open files (ulimit -n 256)"),
])  # fmt: skip
def test_findings_come_however_few_files_a_process_may_open(tmp_path: Path, limit: str, status: int, line: str) -> None:
    (tmp_path / "race.asc").write_text(RACE)
    command = [sys.executable, "-m", "lanewise", "run", "race.asc", "--check", "--", "plain"]
    words = ["sh", "-c", f'ulimit {limit} && exec "$@"', "sh", *command]
    done = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, line in done.stderr) == (status, True), done.stderr
    assert "has not handed over" not in done.stderr


def test_findings_of_a_process_with_many_files_open(tmp_path: Path) -> None:
    """Programs look for their channel at a fixed number, which may be that of another file where they are started."""
    source = tmp_path / "race.asc"
    source.write_text(RACE)
    code = f"""
import os
from lanewise.cpp import child
from lanewise.cpp.build import Request, build
from lanewise.cpp.channel import Channel
program = build(Request(({str(source)!r},), "ascend910b", 2201, observed=True))
os.dup2(2, 236)  # the first of those that are left behind
for last in range(237, 251):
    os.dup2(2, last)
    for low in range(3, 236):
        if not os.path.exists(f"/proc/self/fd/{{low}}"):
            os.dup2(2, low)
    channel, quiet = Channel("race"), lambda data: None
    ended = child.run([program, "plain"], child.Limits(), out=quiet, err=quiet, channel=channel)
    assert (ended.status, channel.told_all()) == (0, True), (last, ended)
    found = [one.id for one in channel.findings()]
    assert set(found) == {{"RACE-001"}}, (last, found)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
