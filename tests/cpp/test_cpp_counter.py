"""The cycle counter in compiled programs: kernels that wait by reading it, programs that know their children."""

from __future__ import annotations

WAITS = r"""
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include "acl/acl.h"
#include "kernel_operator.h"
using namespace AscendC;

__global__ __aicore__ void waits(__gm__ int32_t* z)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 65536);
    LocalTensor<float> t = buffer.Get<float>();
    const int64_t start = GetSystemCycle();
    while (GetSystemCycle() - start < 5000) {
    }
    const int64_t waited = GetSystemCycle();
    for (int i = 0; i < 5000; ++i) Add(t, t, t, 8192);  // more than is kept before the model hears of it
    PipeBarrier<PIPE_ALL>();
    z[0] = static_cast<int32_t>(waited - start);
    z[1] = static_cast<int32_t>(GetSystemCycle() - waited);
}

void show(const char* who)
{
    aclrtStream stream;
    aclrtCreateStream(&stream);
    int32_t host[2];
    void* device;
    aclrtMalloc(&device, sizeof host, ACL_MEM_MALLOC_HUGE_FIRST);
    waits<<<1, nullptr, stream>>>(static_cast<int32_t*>(device));
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(host, sizeof host, device, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%s %d %d\n", who, host[0], host[1]);
    std::fflush(stdout);
}

int main()
{
    aclInit(nullptr);
    aclrtSetDevice(0);
    show("program");
    if (fork() == 0) {
        show("child");
        _exit(0);
    }
    int children = 0;
    while (wait(nullptr) > 0) ++children;
    std::printf("%d child\n", children);
    return 0;
}
"""


def test_waiting_by_reading_and_waiting_for_all_children(lanewise, write) -> None:
    write("a.asc", WAITS)
    done = lanewise("run", "a.asc", "--timeout", "60")
    assert (done.returncode, done.stderr) == (0, "")
    program, child, children = done.stdout.splitlines()
    assert children == "1 child"
    who, waited, added = program.split()
    assert who == "program"
    assert 5000 <= int(waited) <= 5001
    # 5000 times 22 cycles and 128 repeats, at 37 cycles a tick; sources in the same bank take up to as much again.
    assert 5000 * 150 / 37 * 0.98 <= int(added) <= 5000 * 278 / 37
    assert child.split()[1:] == [waited, added]


FUNCTIONS = r"""
#include <cstdio>
#include "acl/acl.h"
#include "kernel_operator.h"
using namespace AscendC;

__simd_vf__ inline void Chain(__ubuf__ float* at, uint16_t loops)
{
    Reg::RegTensor<float> x;
    Reg::MaskReg all = Reg::CreateMask<float, Reg::MaskPattern::ALL>();
    Reg::LoadAlign(x, at);
    for (uint16_t i = 0; i < loops; ++i) Reg::Adds(x, x, 1.0f, all);
    Reg::StoreAlign(at, x, all);
}

__global__ __vector__ void counts(__gm__ int32_t* z)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256);
    auto* at = reinterpret_cast<__ubuf__ float*>(buffer.Get<float>().GetPhyAddr());
    for (int i = 0; i < 1000; ++i) {
        const int64_t before = GetSystemCycle();
        asc_vf_call<Chain>(at, uint16_t(i % 2 ? 200 : 100));
        PipeBarrier<PIPE_ALL>();
        z[i] = static_cast<int32_t>(GetSystemCycle() - before);
    }
}

int main()
{
    int32_t* z = nullptr;
    aclrtMalloc(reinterpret_cast<void**>(&z), 4000, ACL_MEM_MALLOC_HUGE_FIRST);
    counts<<<1, 0, nullptr>>>(z);
    aclrtSynchronizeStream(nullptr);
    for (int i = 0; i < 1000; ++i) std::printf("%d\n", z[i]);
}
"""


def test_a_thousand_reads_around_vector_functions(lanewise, write) -> None:
    """Start 23, load 6, Adds 3 each, store 9, drain 12, and cycles of the scalar unit; 1000 ticks are 1650 cycles."""
    write("a.asc", FUNCTIONS)
    done = lanewise("run", "a.asc", "--chip", "ascend950", "--timeout", "60")
    assert done.returncode == 0
    reads = [int(word) for word in done.stdout.split()]
    assert len(reads) == 1000
    for i, ticks in enumerate(reads):
        cycles = 23 + 6 + 3 * (200 if i % 2 else 100) + 9 + 12
        assert cycles / 1.65 - 2 <= ticks <= (cycles + 4) / 1.65 + 2
