"""The host runtime: programs that check it themselves, and what they say on the way."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from host_program import run

from lanewise.cpp.package import INCLUDES


@pytest.mark.parametrize("strict", [{}, {"LANEWISE_STRICT": "1"}], ids=["", "strict"])
def test_acl_memory(tmp_path: Path, strict: dict[str, str]) -> None:
    done = run("acl_memory.cpp", tmp_path, **strict)
    assert (done.status, done.out) == (0, ""), done.err
    assert (
        "warning: HOST-002 aclrtMemcpy: 101 bytes do not fit into the 100 bytes that dst is said to have (error 100000)"
        in done.err
    )
    assert "acl_memory.cpp:" in done.err
    assert "warning: HOST-002 aclrtFree: the address is not the start of a device buffer: one which" in done.err


@pytest.mark.parametrize(
    ("chip", "sizes"), [("ascend910b", "48 vector cores, 192 KB"), ("ascend950", "64 vector cores, 256 KB")]
)
def test_acl_streams(tmp_path: Path, chip: str, sizes: str) -> None:
    done = run("acl_streams.cpp", tmp_path, chip)
    assert done.status == 0, done.out + done.err
    assert sizes in done.out
    assert done.out.lower().startswith(chip)
    assert "main: shown 5\n" in done.err
    assert "not shown" not in done.err


def test_acl_capture_and_replay(tmp_path: Path) -> None:
    done = run("acl_capture.asc", tmp_path)
    assert (done.status, done.out) == (0, ""), done.err
    tasks = json.loads((tmp_path / "graph.json").read_text())["tasks"]
    names = [task["task"] for task in tasks]
    assert [n for n in names if n in ("step_by", "triple", "aclrtMemcpyAsync")] == [
        "aclrtMemcpyAsync",
        "step_by",
        "triple",
        "aclrtMemcpyAsync",
    ]
    streams = {task["task"]: task["stream"] for task in tasks}
    assert streams["step_by"] != streams["triple"]


def test_acl_header_is_plain_c() -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here")
    text = '#include "acl/acl.h"\naclError f(void** p) { return aclrtMalloc(p, 1, ACL_MEM_MALLOC_HUGE_FIRST); }\n'
    command = [
        compiler,
        "-std=c99",
        "-pedantic",
        "-Wall",
        "-Werror",
        "-fsyntax-only",
        *(f"-I{tree}" for tree in INCLUDES),
        "-x",
        "c",
        "-",
    ]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
