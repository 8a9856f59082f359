// The host's side of every program here: `program CASE fault|clean` launches one kernel on two buffers.
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "kernel_operator.h"

constexpr uint32_t N = 256;      // floats of a tile
constexpr uint32_t TOTAL = 4 * N;  // floats of a buffer

// What most kernels here begin with: x and z in GM, three tiles in UB.
struct Tiles {
    AscendC::TPipe pipe;
    AscendC::GlobalTensor<float> x, z;
    AscendC::LocalTensor<float> a, b, c;

    __aicore__ inline Tiles(GM_ADDR from, GM_ADDR to)
    {
        x.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(from), TOTAL);
        z.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(to), TOTAL);
        pipe.InitBuffer(first_, N * sizeof(float));
        pipe.InitBuffer(second_, N * sizeof(float));
        pipe.InitBuffer(third_, N * sizeof(float));
        a = first_.Get<float>();
        b = second_.Get<float>();
        c = third_.Get<float>();
    }
    __aicore__ inline void Load()
    {
        AscendC::DataCopy(a, x, N);
        Pass<AscendC::HardEvent::MTE2_V>();
    }
    __aicore__ inline void Store()
    {
        Pass<AscendC::HardEvent::V_MTE3>();
        AscendC::DataCopy(z, b, N);
    }
    template <AscendC::HardEvent event>
    __aicore__ static inline void Pass()
    {
        AscendC::SetFlag<event>(EVENT_ID0);
        AscendC::WaitFlag<event>(EVENT_ID0);
    }

  private:
    AscendC::TBuf<AscendC::TPosition::VECCALC> first_, second_, third_;
};

class Host {
  public:
    Host(int argc, char** argv) : name_(argc > 1 ? argv[1] : ""), fault(argc > 2 && std::strcmp(argv[2], "fault") == 0)
    {
        aclInit(nullptr);
        aclrtSetDevice(0);
        for (uint32_t i = 0; i < TOTAL; ++i) numbers_[i] = static_cast<float>(i);
        for (uint8_t** made : {&x, &z}) {
            aclrtMalloc(reinterpret_cast<void**>(made), bytes, ACL_MEM_MALLOC_HUGE_FIRST);
            aclrtMemcpy(*made, bytes, numbers_.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
        }
    }
    bool is(const char* name)
    {
        const bool same = name_ == name;
        known_ |= same;
        return same;
    }
    int end()
    {
        aclrtSynchronizeDevice();
        aclrtMemcpy(numbers_.data(), bytes, z, bytes, ACL_MEMCPY_DEVICE_TO_HOST);
        aclrtFree(x);
        aclrtFree(z);
        aclrtResetDevice(0);
        aclFinalize();
        if (!known_) std::printf("there is no case %s\n", name_.c_str());
        return known_ ? 0 : 1;
    }

    static constexpr size_t bytes = TOTAL * sizeof(float);
    uint8_t *x = nullptr, *z = nullptr;

  private:
    std::string name_;
    std::vector<float> numbers_ = std::vector<float>(TOTAL);
    bool known_ = false;

  public:
    const bool fault;
};
