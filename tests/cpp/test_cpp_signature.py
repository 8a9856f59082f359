"""LANEWISE_SIGNATURE: the hashes are of the bytes that a program leaves behind."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from driving import environment

UB = 192 << 10  # bytes, on ascend910b
PROGRAM = """\
#include "acl/acl.h"
#include "kernel_operator.h"

__global__ __vector__ void kernel(__gm__ float* x)
{
    AscendC::LocalTensor<float> local(AscendC::TPosition::VECCALC, 0, 64);
    AscendC::GlobalTensor<float> global;
    global.SetGlobalBuffer(x);
    AscendC::Duplicate(local, 1.5f, 64);
    AscendC::DataCopy(global[64 * AscendC::GetBlockIdx()], local, 64);
}

int main()
{
    float* device = nullptr;
    aclrtMallocAlign32(reinterpret_cast<void**>(&device), 1024, ACL_MEM_MALLOC_HUGE_FIRST);
    kernel<<<2, 0>>>(device);
    return aclrtSynchronizeDevice();  // what is not freed counts, too
}
"""


def fnv(data: bytes) -> str:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{value:016x}"


def test_signature_is_of_the_bytes_left_behind(lanewise, write, tmp_path: Path) -> None:
    write("kernel.asc", PROGRAM)
    done = lanewise("run", "kernel.asc", env={**environment(), "LANEWISE_SIGNATURE": str(tmp_path / "signature")})
    assert done.returncode == 0, done.stderr
    lines = sorted((tmp_path / "signature").read_text().splitlines())
    written = struct.pack("<64f", *[1.5] * 64)
    ub = fnv(written + b"\xff" * (UB - len(written)))
    slack = 512  # after the buffer, filled with what was never written
    gm = fnv(2 * written + bytes(512) + b"\xfb" * slack + bytes((64 << 10) - slack))
    assert [line for line in lines if not line.startswith("registers")] == [
        f"gm 1 0 {gm}", f"ub 1 0 {ub}", f"ub 1 1 {ub}",
    ]  # fmt: skip
    registers = [line.split() for line in lines if line.startswith("registers")]
    assert [words[:3] for words in registers] == [["registers", "1", "0"], ["registers", "1", "1"]]
    assert registers[0][3] == registers[1][3]


def test_signature_is_not_made_when_nobody_asks(lanewise, write, tmp_path: Path) -> None:
    write("kernel.asc", PROGRAM)
    assert lanewise("run", "kernel.asc").returncode == 0
    assert os.listdir(tmp_path) == ["kernel.asc"]
