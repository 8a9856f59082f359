// A program of checks: kernels count what is wrong, and main gives the count.
#pragma once
#include "../host/check.h"
#include "acl/acl.h"
#include "c_api/asc_simd.h"

#include <algorithm>
#include <cstring>

#define RUN(...)                          \
    int main()                            \
    {                                     \
        aclInit(nullptr);                 \
        aclrtSetDevice(0);                \
        __VA_ARGS__;                      \
        aclrtSynchronizeDevice();         \
        aclrtResetDevice(0);              \
        aclFinalize();                    \
        return wrong != 0;                \
    }

template <class T>
T* Device(size_t count)
{
    void* place = nullptr;
    aclrtMalloc(&place, count * sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(place, count * sizeof(T), 0, count * sizeof(T));
    return static_cast<T*>(place);
}

// `made(i)` for every element.
template <class T, class F>
void Fill(T* place, int count, F made)
{
    for (int i = 0; i < count; ++i) place[i] = static_cast<T>(made(i));
}
template <class T, class F>
bool All(const T* place, int count, F wanted)
{
    for (int i = 0; i < count; ++i)
        if (place[i] != static_cast<T>(wanted(i))) {
            std::printf("element %d: %g, not %g: ", i, double(place[i]), double(static_cast<T>(wanted(i))));
            return false;
        }
    return true;
}
