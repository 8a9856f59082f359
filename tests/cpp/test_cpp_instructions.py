"""Every vector instruction of the C++ front: all its names, all its overloads, and what it complains about."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import compilers
import pytest

from lanewise.cpp import compiler
from lanewise.isa.catalogue import instructions

CALLS = Path(__file__).parent / "calls"
CHIPS = {"proposals": ("ascend310p",)}  # instructions of that chip alone
PROGRAMS = [
    (name, chip) for name in sorted(p.stem for p in CALLS.glob("*.cc"))
    for chip in CHIPS.get(name, ("ascend910b", "ascend950"))
]  # fmt: skip
Lanewise = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(("name", "chip"), PROGRAMS)
def test_calls_give_independent_values(
    lanewise: Lanewise, name: str, chip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = lanewise("run", str(CALLS / f"{name}.cc"), "--chip", chip, *compilers.in_turn(chip, monkeypatch))
    said = [line.split(" warning: ")[-1].split()[0] for line in done.stderr.splitlines()]
    expected = ["COPY-001"] if name == "moves" else []  # one copy asks for less than whole blocks
    assert (done.stdout, said, done.returncode) == ("all calls passed\n", expected, 0), done.stderr


# --- names ----------------------------------------------------------------------------------------------------------


def _names(chip: str) -> list[str]:
    """Vendor names, old and new, of what is not a method of a class. What works on memories that a chip does not have,
    products and moves of others, has no name there."""
    return sorted({
        name for ins in instructions().values()
        if not ins.form.executor.startswith("register") and ins.python_names
        and (chip in ins.chips or ins.form.executor not in ("tile", "move"))
        and not any("." in python for python in ins.python_names)
        for name in (*ins.vendor, *ins.old)
    })  # fmt: skip


@pytest.mark.parametrize(("chip", "arch"), [("ascend910b", 2201), ("ascend950", 3510)])
def test_names_of_all_records_exist(tmp_path: Path, chip: str, arch: int) -> None:
    source = tmp_path / "names.cc"
    uses = "".join(f"using AscendC::{name};\n" for name in _names(chip))
    source.write_text(f'#include "kernel_operator.h"\n{uses}')
    command = [
        *compiler.find().command, *compiler.FLAGS, *compiler.target(chip, arch), "-Wall", "-Wextra", "-fsyntax-only",
        *(f"-I{tree}" for tree in compiler.INCLUDES), str(source),
    ]  # fmt: skip
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.stderr, done.returncode) == ("", 0)


# --- complaints: one line of a kernel, the id, and words that must be there ------------------------------------------

PROGRAM = """#include "{check}"
using namespace AscendC;
__global__ __vector__ void calls(GM_ADDR gm, int which) {{
    InitSocState();
    LocalTensor<float> f(TPosition::VECCALC, 0, 1024), g(TPosition::VECCALC, 4096, 1024);
    LocalTensor<float> d(TPosition::VECCALC, 8192, 1024);
    LocalTensor<half> h(TPosition::VECCALC, 16384, 256);
    LocalTensor<int32_t> n(TPosition::VECCALC, 20480, 256);
    LocalTensor<uint8_t> b(TPosition::VECCALC, 24576, 256);
    GlobalTensor<float> global;
    global.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(gm));
    uint64_t kept = 0;
    SliceInfo two[] = {{{{0, 15, 0, 1, 16}}}}, one[] = {{{{0, 7, 0, 1, 16}}}};
    switch (which) {{
{cases}
    }}
}}
int main(int, char** arguments) {{
    void* memory = nullptr;
    aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
    calls<<<1, 0>>>(static_cast<uint8_t*>(memory), std::atoi(arguments[1]));
    aclrtSynchronizeDevice();
    return 0;
}}
"""
TOLERATED = ("MASK-003",)  # hardware lets these pass: a warning, and a fault in strict mode
FAULTS = [
    ("REPEAT-001", "Add(d, f, g, 64, 256, {1, 1, 1, 8, 8, 8});", "256", "ascend910b"),
    ("COUNT-001", "Add(d, f, g, -1);", "-1", "ascend910b"),
    ("MASK-001", "Abs(d, f, 65, 1, {1, 1, 8, 8});", "65", "ascend910b"),
    ("MASK-003", "uint64_t m[2] = {1, 1}; Abs(d, f, m, 1, {1, 1, 8, 8});", "mask[1] = 1", "ascend910b"),
    ("MASK-003", "SetVectorMask<float>(1, 0);", "element 63", "ascend910b"),
    ("MASK-001", "SetVectorMask<half>(129);", "0..128", "ascend910b"),
    ("OP-001", "Subs(d, f, 1, 64);", "ascend950", "ascend910b"),
    ("OP-005", "Adds(d, 1, f, 64);", "scalar on the left", "ascend910b"),
    ("OP-005", "static constexpr DivConfig c = {DivAlgo::DIFF_COMPENSATION}; Div<float, c>(d, f, g, 64);", "algorithm",
     "ascend910b"),
    ("OP-002", "Abs(n, n, 64);", "int32", "ascend910b"),
    ("TYPE-001", "Cast(b, f, RoundMode::CAST_RINT, 64);", "float", "ascend910b"),
    ("SCALAR-001", "ShiftRight(n, n, 33, 64);", "33", "ascend910b"),
    ("SCALAR-003", "SetDeqScale(1.0f, 256, true);", "-256..255", "ascend910b"),
    ("STRIDE-001", "DataCopy(f, global, {4096, 1, 0, 0});", "blockCount is 4096", "ascend910b"),
    ("STRIDE-001", "DataCopyPad(f, global, {1, 2097152, 0, 0, 0}, {false, 0, 0, 0});", "blockLen", "ascend910b"),
    ("STRIDE-001", "DataCopyPad(f, global, {1, 4, 0, 0, 0}, {true, 9, 0, 0});", "leftPadding is 9", "ascend910b"),
    ("STRIDE-001", "DataCopyPad(f, global, {1, 4, 0, 65536, 0}, {false, 0, 0, 0});", "0..65535", "ascend950"),
    ("STRIDE-001", "DataCopy(f, global, Nd2NzParams(1, 1, 8, 0, 0, 1, 1, 0));", "srcDValue is 0", "ascend910b"),
    ("PARAM-001", "DataCopy(global, f, Nz2NdParamsFull(1, 1, 17, 1, 1, 17, 1));", "multiple of 16", "ascend910b"),
    ("STRIDE-001", "SetLoopModePara({1, 1, 0, 16, 0, 0}, DataCopyMVType::OUT_TO_UB);", "loop1DstStride", "ascend950"),
    ("STRIDE-001", "DataCopy(f, global, NdDmaParams<float, 1>{{{1}, {1}, {0}, {0}, {0}}, 0});", "loopSize is 0",
     "ascend950"),
    ("CALL-001", "DataCopy(f, global, two, one);", "pieces in dimension 0", "ascend910b"),
    ("PARAM-001", "SliceInfo s[] = {{0, 9, 0, 1, 16}}; DataCopy(f, global, s, s);", "is 10", "ascend910b"),
    ("OP-005", "DataCopyPad<float, PaddingMode::Compact>(global, f, {1, 4, 0, 0, 0});", "Compact", "ascend910b"),
    ("PARAM-001", "Transpose(h, h, b, {1, 1, 16, 16, TransposeType::TRANSPOSE_ND2ND_ONLY});", "TRANSPOSE_NCHW2NHWC",
     "ascend910b"),
    ("MEM-002", "LocalTensor<half> l[16]; for (auto& t : l) t = h[248]; TransDataTo5HD(l, l, {});", "dstList[0]",
     "ascend910b"),
    ("PARAM-001", "MrgSort4Info i; i.validBit = 5; MrgSort(f, {f, f, f, f}, i);", "3, 7 or 15", "ascend910b"),
    ("OP-006", "Select(d, b, f, g, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);", "", "ascend910b"),
    ("MODE-001", "Cast(n, h, RoundMode::CAST_ODD, 64);", "CAST_ODD", "ascend910b"),
    ("STATE-001", "SetCtrlSpr<60, 60>(1);", "60", "ascend910b"),
    ("STATE-001", "SetCtrlSpr<48, 48>(2);", "does not fit", "ascend950"),
    ("STATE-001", "ResetCtrlSpr<45, 45>();", "no reset", "ascend950"),
    ("STATE-001", "SetSaturationFlag<SaturationMode::FLOAT>(true);", "SetCtrlSpr", "ascend950"),
    ("OP-002", "SetAtomicAdd<uint8_t>();", "uint8", "ascend910b"),
    ("OP-001", "AtomicAdd(reinterpret_cast<__gm__ float*>(gm), 1);", "ascend950", "ascend910b"),
    ("OP-002", "AtomicExch(reinterpret_cast<__gm__ float*>(gm), 1);", "uint32, uint64", "ascend950"),
    ("ALIGN-002", "AtomicAdd(reinterpret_cast<__gm__ int32_t*>(gm + 2), 1);", "", "ascend950"),
    ("OP-002", "GetAccVal<int32_t>();", "half, float", "ascend910b"),
    ("REPEAT-001", "WholeReduceSum(d, f, 64, 256, 1, 1, 8);", "256", "ascend910b"),
    ("OP-006", "GatherMask(d, f, 9, false, 0, {1, 1, 8, 0}, kept);", "9", "ascend910b"),
    ("ALIGN-001", "Add(d[1], f, g, 8);", "multiple of 32", "ascend910b"),
]


@pytest.fixture(scope="module")
def fault_programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One program per chip; its argument picks the call."""
    folder = tmp_path_factory.mktemp("faults")
    for chip in {fault[3] for fault in FAULTS}:
        cases = "\n".join(
            f"        case {i}: {{ {call} }} break;" for i, (_, call, _, on) in enumerate(FAULTS) if on == chip
        )
        (folder / f"{chip}.cc").write_text(PROGRAM.format(check=CALLS / "check.h", cases=cases))
    return {chip: folder / f"{chip}.cc" for chip in {fault[3] for fault in FAULTS}}


@pytest.mark.parametrize("which", range(len(FAULTS)), ids=[f"{f[0]}-{i}" for i, f in enumerate(FAULTS)])
def test_broken_rules_are_reported_at_the_call(lanewise: Lanewise, fault_programs: dict[str, Path], which: int) -> None:
    id, call, words, chip = FAULTS[which]
    source = fault_programs[chip]
    text = source.read_text()
    line = text[: text.index(call)].count("\n") + 1
    done = lanewise("run", source.name, "--chip", chip, "--", str(which), cwd=source.parent)
    tolerated = id in TOLERATED
    assert done.returncode == (0 if tolerated else 3), done.stderr
    assert done.stderr.startswith(f"{source.name}:{line}: {'warning: ' * tolerated}{id} "), done.stderr
    assert words in done.stderr
    assert "[kernel calls, block 0 of 1]" in done.stderr
