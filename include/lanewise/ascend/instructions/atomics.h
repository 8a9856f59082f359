// Scalar stores and accesses that combine with what global memory holds.
#pragma once

#include "lanewise/ascend/instructions/forms.h"

namespace AscendC {

LANEWISE_API void GetStoreAtomicConfig(std::uint16_t& atomicType, std::uint16_t& atomicOp) {
    const std::uint64_t word = lw_current()->state->atomic;
    atomicType = word & 0xFF;
    atomicOp = static_cast<std::uint16_t>(word >> 8);
}

}  // namespace AscendC

namespace lanewise {

enum AtomicOperation { atomic_add, atomic_max, atomic_min, atomic_exchange, atomic_compare };

template <class T, class... Known>
LANEWISE_API T atomic_access(const char* name, AtomicOperation operation, T* address, T value, T expected,
                             const char* known) {
    if (!LANEWISE_HAS_SCALAR_ATOMICS)
        fault("OP-001", {{"op", name}, {"chip", LANEWISE_CHIP}, {"known", LANEWISE_WITH_SCALAR_ATOMICS}});
    if constexpr (!(std::is_same_v<T, Known> || ...))
        fault("OP-002", {{"op", name}, {"chip", LANEWISE_CHIP}, {"types", dtype_names[static_cast<int>(dtype_of<T>)]},
                         {"known", known}});
    const auto start = reinterpret_cast<std::uint64_t>(address);
    if (start % sizeof(T)) fault("ALIGN-002", {{"op", name}, {"operand", "the address"}, {"address", start},
                                               {"need", sizeof(T)}});
    lw_check_gm(name, address, sizeof(T));
    const std::uint64_t old = lw_atomic_gm(operation, address, raw_bits(value), raw_bits(expected),
                                           static_cast<int>(dtype_of<T>));
    T result;
    __builtin_memcpy(static_cast<void*>(&result), &old, sizeof(T));
    return result;
}

template <class T>
LANEWISE_API T atomic_count(const char* name, AtomicOperation operation, T* address, T value) {
    return atomic_access<T, std::int32_t, std::uint32_t, float, std::int64_t, std::uint64_t>(
        name, operation, address, value, T{}, "int32, uint32, float, int64, uint64");
}

}  // namespace lanewise

namespace AscendC {

// They give the old value.
template <class T>
LANEWISE_API T AtomicAdd(__gm__ T* address, lanewise::plain_t<T> value) {
    return lanewise::atomic_count("AtomicAdd", lanewise::atomic_add, address, value);
}
template <class T>
LANEWISE_API T AtomicMax(__gm__ T* address, lanewise::plain_t<T> value) {
    return lanewise::atomic_count("AtomicMax", lanewise::atomic_max, address, value);
}
template <class T>
LANEWISE_API T AtomicMin(__gm__ T* address, lanewise::plain_t<T> value) {
    return lanewise::atomic_count("AtomicMin", lanewise::atomic_min, address, value);
}
template <class T>
LANEWISE_API T AtomicExch(__gm__ T* address, lanewise::plain_t<T> value) {
    return lanewise::atomic_access<T, std::uint32_t, std::uint64_t>("AtomicExch", lanewise::atomic_exchange, address,
                                                                    value, T{}, "uint32, uint64");
}
template <class T>
LANEWISE_API T AtomicCas(__gm__ T* address, lanewise::plain_t<T> value1, lanewise::plain_t<T> value2) {
    return lanewise::atomic_access<T, std::uint32_t, std::uint64_t>("AtomicCas", lanewise::atomic_compare, address,
                                                                    value2, value1, "uint32, uint64");
}

}  // namespace AscendC
