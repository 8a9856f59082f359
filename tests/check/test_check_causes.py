"""What `explain ID` shows as wrong gives that id, and what it shows as right does not: a C++ file per chip."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise.cpp
import starting
from lanewise import aie, asc, iron
from lanewise.check.findings import Severity
from lanewise.errors import LanewiseError
from lanewise.findings import Entry, Explanation, entries

AHEAD = """
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(in, 2, 4096);
    pipe.InitBuffer(out, 2, 4096);
    pipe.InitBuffer(buf, 16384);
    LocalTensor<float> a = buf.GetWithOffset<float>(1024, 0), b = buf.GetWithOffset<float>(1024, 4096);
    LocalTensor<float> c = buf.GetWithOffset<float>(1024, 8192);
    LocalTensor<int32_t> i = buf.GetWithOffset<int32_t>(1024, 12288);
    GlobalTensor<float> x, z;
    x.SetGlobalBuffer((__gm__ float*)gm);
    z.SetGlobalBuffer((__gm__ float*)gz);
"""
HOST = {id: one for id, one in entries().items() if "aclrt" in one.right}
SHOWN = {id: one for id, one in entries().items() if one.wrong and one.language == "cpp" and id not in HOST}
IN_PYTHON = {id: one for id, one in entries().items() if one.wrong and one.language == "python"}


VECTOR_FUNCTION = """
__simd_vf__ inline void {name}_vf(__ubuf__ float* p, __ubuf__ float* q)
{{
    Reg::MaskReg all = Reg::CreateMask<float>();
{body}}}
__global__ __vector__ void {name}(GM_ADDR gm, GM_ADDR gz)
{{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 8192);
    LocalTensor<float> a = buf.GetWithOffset<float>(1024, 0), b = buf.GetWithOffset<float>(1024, 4096);
    Duplicate(a, 1.0f, 1024);
    asc_vf_call<{name}_vf>((__ubuf__ float*)a.GetPhyAddr(), (__ubuf__ float*)b.GetPhyAddr());
}}
"""


THREADS = VECTOR_FUNCTION.replace("__simd_vf__", "__simt_vf__ LAUNCH_BOUND(64)").replace(
    "    Reg::MaskReg all = Reg::CreateMask<float>();\n", ""
).replace("_vf>(", "_vf>(dim3(64), ")


def chip(id: str) -> str:
    """Vector functions and threads are those of ascend950."""
    return "ascend950" if "Reg::" in SHOWN[id].right or "threadIdx" in SHOWN[id].right else "ascend910b"


def kernel(name: str, id: str, body: str) -> str:
    if chip(id) == "ascend950":
        return (THREADS if "threadIdx" in SHOWN[id].right else VECTOR_FUNCTION).format(name=name, body=body)
    return f"__global__ __aicore__ void {name}(GM_ADDR gm, GM_ADDR gz)\n{{{AHEAD}{body}}}\n"


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    loaded = {}
    for name in ("ascend910b", "ascend950"):
        parts = ['#include "kernel_operator.h"\nusing namespace AscendC;\n']
        for id, one in SHOWN.items():
            if chip(id) == name:
                kinds = (("wrong", one.wrong), ("right", one.right))
                parts += [kernel(f"{kind}_{id.replace('-', '_')}", id, body) for kind, body in kinds]
        source = tmp_path_factory.mktemp("causes") / f"{name}.asc"
        source.write_text("".join(parts), encoding="utf-8")
        loaded[name] = lanewise.cpp.load(source, chip=name, check="all,numbers,hints")
    return loaded


def ids(modules: dict[str, Any], kind: str, id: str) -> list[str]:
    """What a launch finds, and what ends it."""
    x, z = np.ones(1024, np.float32), np.zeros(1024, np.float32)
    launch = getattr(modules[chip(id)], f"{kind}_{id.replace('-', '_')}")
    blocks = 2 if "GetBlockIdx" in SHOWN[id].right else 1
    try:
        found = launch[blocks](x, z).findings
    except LanewiseError as problem:
        return [problem.id]
    return [one.id for one in found if one.severity is Severity.ERROR or one.id == id]


@pytest.mark.parametrize("id", SHOWN)
def test_what_is_shown_as_wrong_is_found_and_as_right_is_not(modules: dict[str, Any], id: str) -> None:
    assert id in ids(modules, "wrong", id)
    assert ids(modules, "right", id) == []


HOST_START = """#include <cstring>
#include "acl/acl.h"
#include "kernel_operator.h"
using namespace AscendC;
__global__ __aicore__ void twice(GM_ADDR gm)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 4096);
    LocalTensor<float> a = buf.Get<float>();
    GlobalTensor<float> x;
    x.SetGlobalBuffer((__gm__ float*)gm, 1024);
    DataCopy(a, x, 1024);
    PipeBarrier<PIPE_ALL>();
    Adds(a, a, 1.0f, 1024);
    PipeBarrier<PIPE_ALL>();
    DataCopy(x, a, 1024);
}
"""
HOST_MAIN = """int main(int, char** argv)
{
    aclrtStream stream;
    uint8_t* x;
    float* h;
    aclInit(nullptr), aclrtSetDevice(0), aclrtCreateStream(&stream);
    aclrtMalloc((void**)&x, 4096, ACL_MEM_MALLOC_HUGE_FIRST), aclrtMallocHost((void**)&h, 8192);
    aclrtMemset(h, 8192, 0, 8192);
"""
HOST_END = """    aclrtSynchronizeStream(stream), aclrtMemset(x, 4096, 0, 4096);
    aclrtFree(x), aclrtFreeHost(h), aclrtDestroyStream(stream);
    return 0;
}
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that does what its argument names: wrong_HOST_001, for example."""
    both = {}
    for id, one in HOST.items():
        both |= {f"{kind}_{id.replace('-', '_')}": getattr(one, kind) for kind in ("wrong", "right")}
    parts = [f"void {name}(uint8_t* x, float* h, aclrtStream stream)\n{{\n{code}}}\n" for name, code in both.items()]
    asked = [f'    if (!strcmp(argv[1], "{name}")) {name}(x, h, stream);\n' for name in both]
    source = tmp_path_factory.mktemp("host") / "host.asc"
    source.write_text("".join([HOST_START, *parts, HOST_MAIN, *asked, HOST_END]), encoding="utf-8")
    return source


@pytest.mark.parametrize("id", HOST)
def test_what_the_host_does_wrong_is_found_and_what_it_does_right_is_not(host: Path, id: str) -> None:
    for kind in ("wrong", "right"):
        out = host.with_suffix(".json")
        command = [sys.executable, "-m", "lanewise", "run", str(host), "--check=all,hints", "--json", str(out)]
        name = f"{kind}_{id.replace('-', '_')}"
        done = starting.run([*command, "--", name], capture_output=True, text=True, timeout=300)
        found = {one["id"] for one in json.loads(out.read_text())["findings"]}
        assert id in found if kind == "wrong" else not found, done.stderr


def python(code: str) -> list[str]:
    """The id of what the lines raise, if anything."""
    core = lanewise.core("ascend910b")
    a, b, c = (core.ub(np.zeros(256, np.float32)) for _ in range(3))
    x, z = (core.gm(np.zeros(1024, np.float32)) for _ in range(2))
    names = {
        "np": np, "lanewise": lanewise, "asc": asc, "aie": aie, "iron": iron, "core": core, "a": a, "b": b, "c": c,
        "h": core.ub(np.zeros(256, np.float16)), "i": core.ub(np.zeros(256, np.uint16)), "x": x, "z": z,
        "row": np.ndarray[(8,), np.dtype[np.int32]],
    }  # fmt: skip
    try:
        with core:
            exec(code, names)
    except LanewiseError as problem:
        return [problem.id]
    return []


@pytest.mark.parametrize("id", IN_PYTHON)
def test_what_is_shown_in_python_is_refused_and_its_cure_is_not(id: str) -> None:
    assert python(IN_PYTHON[id].wrong) == [id]
    assert python(IN_PYTHON[id].right) == []


def test_an_event_is_named(modules: dict[str, Any]) -> None:
    x = np.ones(1024, np.float32)
    with pytest.raises(LanewiseError, match="SYNC-002 all 8 event ids of V_S are in use"):
        modules["ascend910b"].wrong_SYNC_002[1](x, x.copy())


def test_examples_are_short() -> None:
    assert len(SHOWN) > 56
    assert len(IN_PYTHON) > 28
    assert len(HOST) > 8
    for id, one in {**SHOWN, **HOST, **IN_PYTHON}.items():
        assert one.right, id
        assert max(one.wrong.strip().count("\n"), one.right.strip().count("\n")) < 5, id
        assert all(len(line) < 90 for line in (one.wrong + one.right).splitlines()), id


def test_no_cure_only_sends_back_to_the_message() -> None:
    assert [id for id, one in entries().items() if one.english.cure.startswith("Do what")] == []


def test_markdown_of_a_cause_has_its_code() -> None:
    entry = Entry(Explanation("why", "how"), Explanation("为何", "如何"), wrong="f(1);\n", right="f(2);\n")
    assert entry.markdown == (
        "**Cause**: why\n\n**Cure**: how\n\n**Wrong**:\n\n```cpp\nf(1);\n```\n\n**Right**:\n\n```cpp\nf(2);\n```"
    )


@pytest.mark.sweep
def test_files_of_the_package_hold_the_causes() -> None:
    assert Path(lanewise.__file__).parent.joinpath("findings", "race.toml").is_file()
