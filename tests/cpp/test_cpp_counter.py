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
