// Device memory, pinned memory and copies, from a file that includes nothing else.
#include "acl/acl.h"

#include "check.h"

int main()
{
    CHECK(aclGetRecentErrMsg() == nullptr);
    CHECK(aclInit(nullptr) == ACL_SUCCESS);
    CHECK(aclInit(nullptr) == ACL_ERROR_REPEAT_INITIALIZE);
    CHECK(aclrtSetDevice(0) == ACL_SUCCESS);

    // A buffer can be used up to 32 bytes after its size rounded up to 32.
    constexpr size_t N = 100, USABLE = 128 + 32;
    void *a = nullptr, *b = nullptr;
    CHECK(aclrtMalloc(&a, N, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    CHECK(aclrtMalloc(&b, N, ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS);
    CHECK(reinterpret_cast<uintptr_t>(a) % 512 == 0 && reinterpret_cast<uintptr_t>(b) % 512 == 0 && a != b);
    std::vector<unsigned char> host(USABLE + 1), back(USABLE + 1, 0x55);
    for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned char>(7 * i + 1);

    CHECK(aclrtMemcpy(back.data(), N, a, N, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
    const char* strict = std::getenv("LANEWISE_STRICT");
    const unsigned char fresh = strict ? 0xFF : 0;  // strict mode shows that new memory holds no promise
    for (size_t i = 0; i <= USABLE; ++i) CHECK(back[i] == (i < N ? fresh : 0x55));

    CHECK(aclrtMemcpy(a, USABLE, host.data(), USABLE, ACL_MEMCPY_HOST_TO_DEVICE) == ACL_SUCCESS);
    CHECK(aclrtMemcpy(b, USABLE, a, USABLE, ACL_MEMCPY_DEVICE_TO_DEVICE) == ACL_SUCCESS);
    CHECK(aclrtMemcpy(back.data(), USABLE, b, USABLE, ACL_MEMCPY_DEFAULT) == ACL_SUCCESS);
    CHECK(std::memcmp(back.data(), host.data(), USABLE) == 0);

    CHECK(aclrtMemset(b, N, 0x1A5, 10) == ACL_SUCCESS);  // the low byte is written
    CHECK(aclrtMemcpy(back.data(), N, b, 12, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
    CHECK(back[9] == 0xA5 && back[10] == host[10]);

    // Three rows of four bytes out of rows of ten.
    CHECK(aclrtMemcpy2d(b, 5, a, 10, 4, 3, ACL_MEMCPY_DEVICE_TO_DEVICE) == ACL_SUCCESS);
    CHECK(aclrtMemcpy(back.data(), N, b, 15, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
    CHECK(back[0] == host[0] && back[3] == host[3] && back[5] == host[10] && back[13] == host[23]);
    CHECK(back[4] == 0xA5 && back[9] == 0xA5 && back[14] == host[14]);  // between the rows nothing changes

    // What is refused, with a reason that is reported once.
    CHECK(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_ERROR_REPEAT_INITIALIZE);
    CHECK(aclrtGetLastError(ACL_RT_THREAD_LEVEL) == ACL_SUCCESS);
    CHECK(aclrtMemcpy(a, N, host.data(), N + 1, ACL_MEMCPY_HOST_TO_DEVICE) == ACL_ERROR_INVALID_PARAM);
    const char* told = aclGetRecentErrMsg();
    CHECK(told && std::string(told).find("101 bytes do not fit into the 100 bytes") != std::string::npos);
    CHECK(aclGetRecentErrMsg() == nullptr);
    CHECK(aclrtMemcpy(a, USABLE + 1, host.data(), USABLE + 1, ACL_MEMCPY_HOST_TO_DEVICE) == ACL_ERROR_RT_PARAM_INVALID);
    CHECK(aclrtMemcpy(back.data(), N, static_cast<char*>(a) + USABLE - 1, 2, ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS);
    CHECK(aclrtMemcpy(host.data(), N, back.data(), N, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS);
    CHECK(aclrtMemcpy(b, N, a, N, ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS);
    CHECK(aclrtMemcpy(nullptr, N, a, N, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_ERROR_INVALID_PARAM);
    CHECK(aclrtMemset(a, N, 0, N + 1) == ACL_ERROR_INVALID_PARAM);
    CHECK(aclrtMemcpy2d(b, 3, a, 10, 4, 3, ACL_MEMCPY_DEVICE_TO_DEVICE) == ACL_ERROR_INVALID_PARAM);
    void* none = &host;
    CHECK(aclrtMalloc(&none, 0, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_INVALID_PARAM && none == nullptr);
    CHECK(aclrtMalloc(nullptr, N, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_INVALID_PARAM);
    CHECK(aclrtMalloc(&none, size_t{1} << 60, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_RT_MEMORY_ALLOCATION);

    // Without the extra 32 bytes.
    void* tight = nullptr;
    CHECK(aclrtMallocAlign32(&tight, N, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    CHECK(aclrtMemset(tight, 128, 0, 128) == ACL_SUCCESS);
    CHECK(aclrtMemset(tight, 129, 0, 129) == ACL_ERROR_RT_PARAM_INVALID);

    size_t left = 0, total = 0, later = 0;
    CHECK(aclrtGetMemInfo(ACL_HBM_MEM, &left, &total) == ACL_SUCCESS && left < total);
    CHECK(aclrtFree(tight) == ACL_SUCCESS);
    CHECK(aclrtGetMemInfo(ACL_HBM_MEM, &later, &total) == ACL_SUCCESS && later == left + 128);
    CHECK(aclrtFree(static_cast<char*>(a) + 64) != ACL_SUCCESS);
    CHECK(aclrtFree(a) == ACL_SUCCESS && aclrtFree(b) == ACL_SUCCESS);
    CHECK(aclrtFree(a) != ACL_SUCCESS);
    CHECK(aclrtFree(nullptr) != ACL_SUCCESS);

    void* pinned = nullptr;
    CHECK(aclrtMallocHost(&pinned, N) == ACL_SUCCESS && reinterpret_cast<uintptr_t>(pinned) % 64 == 0);
    std::memset(pinned, 1, N);
    CHECK(aclrtFree(pinned) != ACL_SUCCESS);
    CHECK(aclrtFreeHost(pinned) == ACL_SUCCESS);
    CHECK(aclrtFreeHost(pinned) != ACL_SUCCESS);

    CHECK(aclrtResetDevice(0) == ACL_SUCCESS);
    CHECK(aclFinalize() == ACL_SUCCESS);
    return wrong;
}
