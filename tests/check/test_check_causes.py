"""What `explain ID` shows as wrong gives that id, and what it shows as right does not: a C++ file per chip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise.cpp
from lanewise.check.findings import Severity
from lanewise.errors import LanewiseError
from lanewise.findings import Entry, Words, entries

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
SHOWN = {id: one for id, one in entries().items() if one.wrong}


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


def chip(id: str) -> str:
    """Vector functions are those of ascend950."""
    return "ascend950" if "Reg::" in SHOWN[id].right else "ascend910b"


def kernel(name: str, id: str, body: str) -> str:
    if chip(id) == "ascend950":
        return VECTOR_FUNCTION.format(name=name, body=body)
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


def test_examples_are_short() -> None:
    assert len(SHOWN) > 53
    for id, one in SHOWN.items():
        assert one.right, id
        assert max(one.wrong.strip().count("\n"), one.right.strip().count("\n")) < 5, id
        assert all(len(line) < 90 for line in (one.wrong + one.right).splitlines()), id


def test_no_cure_only_sends_back_to_the_message() -> None:
    assert [id for id, one in entries().items() if one.english.cure.startswith("Do what")] == []


def test_markdown_of_a_cause_has_its_code() -> None:
    entry = Entry(Words("why", "how"), Words("为何", "如何"), wrong="f(1);\n", right="f(2);\n")
    assert entry.markdown == (
        "**Cause**: why\n\n**Cure**: how\n\n**Wrong**:\n\n```cpp\nf(1);\n```\n\n**Right**:\n\n```cpp\nf(2);\n```"
    )


@pytest.mark.sweep
def test_files_of_the_package_hold_the_causes() -> None:
    assert Path(lanewise.__file__).parent.joinpath("findings", "race.toml").is_file()
