"""What a launch with threads may not ask for: each is one line that says the rule."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import starting

PROGRAM = """
#include <cstdlib>
#include "acl/acl.h"
#include "simt_api/asc_simt.h"
__global__ __launch_bounds__(64) void few(int* x) { x[threadIdx.x] = 1; }
__global__ void usual(int* x) { x[0] = 1; }
__global__ void dynamic(int* x) { extern __ubuf__ int d[]; d[threadIdx.x] = 1; asc_syncthreads(); x[0] = d[0]; }
__global__ void shuffled(int* x) { x[threadIdx.x] = asc_shfl(1, 0, 3); }
__global__ void wide(unsigned long long* x) {
    __ubuf__ unsigned long long word;
    asc_atomic_add(&word, 1ull);
    asc_syncthreads();
}
__global__ void stuck(volatile int* x) { while (*x == 0) {} asc_syncthreads(); }
int main(int, char** argv) {
    void* x = nullptr;
    aclrtStream s = nullptr;
    aclInit(nullptr), aclrtSetDevice(0), aclrtCreateStream(&s);
    aclrtMalloc(&x, 65536, ACL_MEM_MALLOC_HUGE_FIRST);
    switch (std::atoi(argv[1])) {
        case 0: few<<<1, 65, 0, s>>>((int*)x); break;
        case 1: usual<<<1, 1025, 0, s>>>((int*)x); break;
        case 2: usual<<<1, dim3(64, 64), 0, s>>>((int*)x); break;
        case 3: dynamic<<<1, 32, 0, s>>>((int*)x); break;
        case 4: dynamic<<<1, 32, 221185, s>>>((int*)x); break;
        case 5: shuffled<<<1, 32, 0, s>>>((int*)x); break;
        case 6: wide<<<1, 32, 0, s>>>((unsigned long long*)x); break;
        case 7: stuck<<<1, 32, 0, s>>>((volatile int*)x); break;
        case 8: usual<<<70000, 32, 0, s>>>((int*)x); break;
    }
    aclrtSynchronizeStream(s);
}
"""
REFUSED = (
    "__launch_bounds__ allows 64 threads (1024 where it has none) is started with 65",
    "is started with 1025", "started with 64 x 64 x 1 threads; the number must be 1..2048",
    "the launch gives it 0 bytes", "asks for 221185 dynamic bytes", "a power of two from 1 to 32",
    "of 64 bits works on global memory only",
    "thread 0 looks again and again at what nobody changes", "a launch must be of 1 to 65535 blocks",
)  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("limits") / "limits.asc"
    path.write_text(PROGRAM)
    return path


def test_simt_limits_are_told(source: Path) -> None:
    for case, text in enumerate(REFUSED):
        command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend950", "--", str(case)]
        done = starting.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 3, (case, done.stderr)
        assert text in done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr
