"""Messages that once misled somebody who was new here."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lanewise
import starting
from lanewise import asc
from lanewise.cpp import load
from lanewise.errors import LanewiseError

ROOT = Path(__file__).resolve().parents[2]
CPP = """
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __vector__ void cast(GM_ADDR x) {
    TPipe pipe; TBuf<TPosition::VECCALC> b;
    pipe.InitBuffer(b, 8192);
    Cast(b.Get<int64_t>(), b.Get<half>()[2048], RoundMode::CAST_NONE, 64);
}
extern "C" __global__ __vector__ void inside(GM_ADDR x) {
    TPipe pipe; TBuf<TPosition::VECCALC> b;
    pipe.InitBuffer(b, 8192);
    DataCopy(b.Get<float>(), b.Get<float>()[512], 64);
}
extern "C" __global__ __vector__ void full(GM_ADDR x) {
    TPipe pipe; TQue<TPosition::VECIN, 1> q;
    pipe.InitBuffer(q, 1, 1024);
    auto t = q.AllocTensor<float>();
    t = q.AllocTensor<float>();
}
extern "C" __global__ __vector__ void twice(__gm__ float* x, int32_t n) {
    for (int i = 0; i < n; ++i) x[i] *= 2;
}
"""


def message_of(call: object) -> str:
    with pytest.raises(LanewiseError) as caught:
        call()  # type: ignore[operator]
    return caught.value.message


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("messages") / "k.asc"
    path.write_text(CPP)
    return path


@pytest.mark.parametrize("engine", ["fast", "definition"])
def test_types_are_said_with_what_decides_them(engine: str) -> None:
    with lanewise.core("ascend910b", engine=engine) as core:
        numbers, long, half = core.ub(64, "float32"), core.ub(64, "int64"), core.ub(64, "float16")
        mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
        text = message_of(lambda: asc.select(numbers, core.ub(64, "int8"), numbers, numbers, mode, 64))
        assert re.fullmatch(r"select: sel_mask holds int8, but must hold uint8.* where dst holds float\. Use .*", text)
        text = message_of(lambda: asc.cast(long, half, asc.RoundMode.CAST_NONE, 64))
        assert re.fullmatch(r"cast: src holds half, but must hold .*\bint32\b.* where dst holds int64\. Use .*", text)
        text = message_of(lambda: asc.add(half, half, numbers, 64))
        assert text.startswith("add: src1 holds float, but must hold half like dst. Use a tensor ")


def test_cpp_kernels_speak_cpp(source: Path) -> None:
    x = np.zeros(8, np.uint8)
    kernels = load(source, "ascend910b")
    assert "where dst holds int64" in message_of(lambda: kernels.cast[1](x))
    assert "with FreeTensor before the next AllocTensor, or give InitBuffer" in message_of(lambda: kernels.full[1](x))
    assert message_of(lambda: kernels.twice(x)) == "twice: say on how many blocks: twice[8](...)."
    other = load(source, "ascend310b")
    assert message_of(lambda: other.inside[1](x)).startswith("DataCopy (copy inside UB) does not exist on ascend310b.")


def test_cpp_kernels_take_torch_tensors(source: Path) -> None:
    torch = pytest.importorskip("torch")
    kernels = load(source, "ascend910b")
    x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    kernels.twice[1](x, 6)
    assert x.tolist() == [[0, 2, 4], [6, 8, 10]]
    turned = torch.arange(6, dtype=torch.float32).reshape(3, 2).T
    kernels.twice[1](turned, 6)
    assert turned.tolist() == [[0, 4, 8], [2, 6, 10]]
    assert "an array of float32, not an array of torch.float16" in message_of(lambda: kernels.twice[1](x.half(), 6))


def test_cpp_forms_have_their_own_name(tmp_path: Path) -> None:
    path = tmp_path / "k.asc"
    body = "TPipe pipe; TQue<TPosition::VECIN, 1> q; pipe.InitBuffer(q, 1, 1024); auto t = q.AllocTensor();"
    kernel = f'extern "C" __global__ __vector__ void k(GM_ADDR x) {{ {body} }}'
    path.write_text(f'#include "kernel_operator.h"\nusing namespace AscendC;\n{kernel}\n')
    text = message_of(lambda: load(path, "ascend910b"))
    by_gcc, by_clang = "AllocTensor takes ()\n  forms: TQue::AllocTensor<T>()", "it needs a type: write AllocTensor<T>"
    assert by_gcc in text or by_clang in text


def test_python_calls_that_begin_like_cpp() -> None:
    assert message_of(lambda: asc.DataCopyPadExtParams(True, 0, 0, -3e38)).startswith(
        "DataCopyPadExtParams: its first argument is the element type, not True."
    )
    with lanewise.core("ascend910b"):
        assert "it needs the element type" in message_of(asc.TQue(asc.TPosition.VECIN, 1).deque)


def test_full_ub_says_who_holds_it() -> None:
    with lanewise.core("ascend910b") as core:
        core.ub(40000, "float32")
        table = message_of(lambda: core.ub(40000, "float32")).splitlines()[1:]
    assert [line.split()[-3:] for line in table] == [["40000", "x", "float"]]


def test_tensors_and_traces_show_themselves() -> None:
    with lanewise.core("ascend910b") as core:
        x = core.ub(np.arange(100, dtype=np.float32))
        core.trace()
        asc.adds(x, x, 1.0, 100)
        np.testing.assert_array_equal(np.asarray(x), np.arange(1, 101, dtype=np.float32))
        assert np.asarray(x, np.int32).dtype == np.int32
        assert [float(v) for v in x][:3] == [1, 2, 3]
        start, values = repr(x).split(": ")
        assert start == "LocalTensor(float, 100 elements at UB byte 0, VECCALC"
        assert values == "[  1.,   2.,   3., ...,  98.,  99., 100.])"
        assert "elements at 0x" in repr(core.gm(np.ones(3, np.int16)))
        assert repr(core.gm(np.ones(3, np.int16))).endswith(": [1, 1, 1])")
        assert repr(core.trace()).splitlines()[0] == "<trace of 1 record>"
        for _ in range(20):
            asc.adds(x, x, 1.0, 100)
        lines = repr(core.trace()).splitlines()
        assert (lines[0], len(lines), lines[5]) == ("<trace of 21 records>", 10, "... 13 more")


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return starting.run([sys.executable, "-m", "lanewise", *words], capture_output=True, text=True, check=False)


def test_explain_takes_ids() -> None:
    done = command("explain", "QUE-007")
    assert done.returncode == 0
    assert "QUE-007: The queue or buffer is used before InitBuffer gave it memory." in done.stdout
    assert "Cure: Call pipe.InitBuffer for it first." in done.stdout
    words = " ".join(done.stdout.split())
    assert "Text: <queue>: <what> before InitBuffer." in words
    assert "In Python: <queue>: <what> before init_buffer." in words
    assert "Wrong: TQue<TPosition::VECIN, 1> queue; LocalTensor" in words
    assert "Right: TQue<TPosition::VECIN, 1> queue; pipe.InitBuffer(queue, 1, 4096);" in words
    assert "pipes of one block meet without order" in command("explain", "race-001").stdout
    assert command("explain", "QUE-999").returncode == 2


def test_explain_knows_all_blocks_of_a_count() -> None:
    assert "up to block 2499" in command("explain", "Duplicate(dst, 1, 20000)", "--dtype", "float").stdout


def test_library_functions_are_found_by_their_own_name() -> None:
    assert "asc.adv.softmax" in command("ops", "SoftMax").stdout


@pytest.mark.parametrize("on_path", [False, True])
def test_demo_says_where_the_command_is(on_path: bool, tmp_path: Path) -> None:
    """With everything set up, and a command in place of ours."""
    for name in ("Makefile", "pyproject.toml", "CMakeLists.txt"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tools / "lanewise").write_text("#!/bin/sh\necho ran $1\n")
    (tools / "lanewise").chmod(0o755)
    (tmp_path / ".venv" / ".native").touch()
    path = f"{tools}:/usr/bin:/bin" if on_path else "/usr/bin:/bin"
    done = subprocess.run(["make", "demo"], cwd=tmp_path, capture_output=True, text=True, env={"PATH": path})
    assert done.returncode == 0, done.stderr
    assert "ran demo" in done.stdout
    said = "The command is .venv/bin/lanewise; `. .venv/bin/activate` puts it on PATH."
    assert (said in done.stdout) is not on_path
