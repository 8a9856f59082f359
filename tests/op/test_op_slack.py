"""Copies of whole tiles past the end of a tensor, through `op()` and through `lanewise op`, however it is run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import lanewise
import lanewise.op
import starting
from lanewise import LanewiseError, LanewiseWarning

HOST = """
#include "register/op_def_registry.h"
namespace optiling {
static ge::graphStatus Tile(gert::TilingContext* context) { return context->SetBlockDim(1); }
IMPL_OP_OPTILING(WholeTiles).Tiling(Tile);
}
namespace ops {
class WholeTiles : public OpDef {
  public:
    explicit WholeTiles(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).Follow("x");
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(WholeTiles);
}
"""
KERNEL = """
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void whole_tiles(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 1024);
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float*)x);
    to.SetGlobalBuffer((__gm__ float*)y);
    DataCopy(a, from, 256);  // read
    PipeBarrier<PIPE_ALL>();
    Adds(a, a, 1.0f, 256);
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, a, 256);  // write
}
"""
X = np.arange(231, dtype=np.float32)  # 924 bytes of the 1024 that are copied
READ, WRITE = (KERNEL[: KERNEL.index(word)].count("\n") + 1 for word in ("// read", "// write"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("slack")
    for part, text in (("op_host", HOST), ("op_kernel", KERNEL)):
        (top / part).mkdir()
        (top / part / "whole_tiles.cpp").write_text(text)
    np.save(top / "x.npy", X)
    return top


@pytest.fixture
def modes() -> Iterator[None]:
    before = lanewise.configure()
    yield
    lanewise.configure(strict=before.strict, lenient=before.lenient)


def test_slack_of_operators_from_python(folder: Path, modes: None) -> None:
    operator = lanewise.op.load(folder, "ascend910b")
    for lenient in (False, True):
        lanewise.configure(lenient=lenient)
        with pytest.warns(LanewiseWarning) as warned:
            np.testing.assert_array_equal(operator(X), X + 1)
        said = [str(one.message) for one in warned]
        assert [text.split()[0] for text in said] == ["MEM-004", "MEM-004"], said
        assert [one.lineno for one in warned] == [READ, WRITE]
        assert "touches bytes 0..1023 of x, which has 924" in said[0]
        assert "touches bytes 0..1023 of y, which has 924" in said[1]
    lanewise.configure(strict=True)
    with pytest.raises(LanewiseError) as refused:
        operator(X)
    assert (refused.value.id, refused.value.where[1]) == ("MEM-004", READ)  # type: ignore[index]


@pytest.mark.parametrize(
    ("mode", "status", "lines"),
    [((), 0, [READ, WRITE]), (("--lenient",), 0, [READ, WRITE]), (("--strict",), 3, [READ]),
     (("--check=mem",), 3, [READ, WRITE])],
    ids=["plain", "lenient", "strict", "check"],
)  # fmt: skip
def test_slack_of_operators_on_the_command_line(
    folder: Path, mode: tuple[str, ...], status: int, lines: list[int]
) -> None:
    command = [sys.executable, "-m", "lanewise", "op", str(folder), "x.npy", "--out", "y.npy", *mode]
    done = starting.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    said = [line for line in done.stderr.splitlines() if "MEM-004" in line]
    assert len(said) == len(lines), done.stderr
    for line, text in zip(lines, said, strict=True):
        assert f"whole_tiles.cpp:{line}:" in text
        assert "which has 924" in text
        assert ("LanewiseWarning: " in text) == (status == 0)
    if "--strict" not in mode:
        np.testing.assert_array_equal(np.load(folder / "y.npy"), X + 1)
