// What every program here shares: one kernel argument in GM, one launch.
#pragma once

#include "acl/acl.h"
#include "kernel_operator.h"

constexpr uint32_t COUNT = 256;

inline uint8_t* device_memory()
{
    void* memory = nullptr;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtMalloc(&memory, COUNT * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
    return static_cast<uint8_t*>(memory);
}
