// What the programs of this folder share on the host's side.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
#include <algorithm>
#include <numeric>
#include "acl/acl.h"
#define CHECK_ACL(x) do { aclError e_ = (x); if (e_ != ACL_SUCCESS) { std::printf("acl error %d at %d\n", int(e_), __LINE__); std::exit(1); } } while (0)
template <class T> struct Dev {
    T* p = nullptr; size_t n;
    explicit Dev(const std::vector<T>& h) : n(h.size()) { CHECK_ACL(aclrtMalloc((void**)&p, n * sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST)); CHECK_ACL(aclrtMemcpy(p, n * sizeof(T), h.data(), n * sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE)); }
    explicit Dev(size_t n) : Dev(std::vector<T>(n)) {}
    ~Dev() { aclrtFree(p); }
    std::vector<T> Get() const { std::vector<T> h(n); CHECK_ACL(aclrtMemcpy(h.data(), n * sizeof(T), p, n * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST)); return h; }
};
template <class T> bool Same(const char* what, const std::vector<T>& got, const std::vector<T>& want) {
    if (got.size() != want.size()) { std::printf("%s: size %zu, not %zu\n", what, got.size(), want.size()); return false; }
    for (size_t i = 0; i < got.size(); ++i) if (std::memcmp(&got[i], &want[i], sizeof(T)) && !(got[i] == want[i])) { std::printf("%s[%zu] = %g want %g\n", what, i, double(got[i]), double(want[i])); return false; }
    return true;
}
template <class F> int Main(F f) {
    CHECK_ACL(aclInit(nullptr)); CHECK_ACL(aclrtSetDevice(0));
    aclrtStream s = nullptr; CHECK_ACL(aclrtCreateStream(&s));
    bool ok = f(s);
    aclrtDestroyStream(s); aclrtResetDevice(0); aclFinalize();
    std::printf(ok ? "test pass!\n" : "test failed!\n");
    return !ok;
}
