// Caches. Scalar stores are visible at once here, so cleaning is only an order; preloads have no effect on values.
#pragma once

#include <sched.h>

#include "lanewise/ascend/tensor.h"

namespace lanewise {

// Programs spin on memory with these calls: let the block they wait for run.
inline void look_again() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    sched_yield();
}

LANEWISE_API void clean_cache(bool global, std::uint64_t address, AscendC::CacheLine lines, AscendC::DcciDst to) {
    tell(Opcode::data_cache_clean_and_invalid_, global, address, lines, to);
    look_again();
}

struct AroundCache {
    LANEWISE_API AroundCache() { lw_around_cache(true); }
    LANEWISE_API ~AroundCache() { lw_around_cache(false); }
    AroundCache(const AroundCache&) = delete;
    AroundCache& operator=(const AroundCache&) = delete;
};

}  // namespace lanewise

namespace AscendC {

template <class T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_OUT>
LANEWISE_API void DataCacheCleanAndInvalid(const GlobalTensor<T>& tensor) {
    lanewise::clean_cache(true, reinterpret_cast<std::uint64_t>(tensor.lanewise_address()), entireType, dcciDst);
}
template <class T, CacheLine entireType, DcciDst dcciDst>
LANEWISE_API void DataCacheCleanAndInvalid(const LocalTensor<T>& tensor) {
    lanewise::clean_cache(false, tensor.lanewise_address(), entireType, dcciDst);
}

template <class T>
LANEWISE_API void DataCachePreload(const GlobalTensor<std::uint64_t>&, const T) {}
LANEWISE_API void ICachePreLoad(const std::int64_t) {}
LANEWISE_API std::int64_t GetICachePreloadStatus() { return 0; }
template <CacheRwMode rwMode, CacheMode cacheMode>
LANEWISE_API void SetScalarCacheMode() {}

template <class T>
LANEWISE_API T ReadGmByPassDCache(T* addr) {
    static_assert(std::is_integral_v<T>, "ReadGmByPassDCache reads integers");
    lw_check_gm("ReadGmByPassDCache", addr, sizeof(T));
    lanewise::look_again();
    const lanewise::AroundCache around;
    return lanewise::load_shared(addr);
}
template <class T>
LANEWISE_API void WriteGmByPassDCache(T* addr, lanewise::plain_t<T> value) {
    static_assert(std::is_integral_v<T>, "WriteGmByPassDCache writes integers");
    lw_check_gm("WriteGmByPassDCache", addr, sizeof(T));
    const lanewise::AroundCache around;
    lanewise::store_shared(addr, value);
}

}  // namespace AscendC
