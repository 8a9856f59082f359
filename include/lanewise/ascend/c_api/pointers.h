// Pointers as operands. A pointer into UB cut to 32 bits is its address there; one to global memory is the host's.
#pragma once

#include "lanewise/ascend/issue.h"

namespace lanewise::c {

template <class T>
struct UbPointer {
    const void* place;
};
template <class T>
struct GmPointer {
    const void* place;
};

template <class T>
LANEWISE_API UbPointer<T> ub(T* place) { return {place}; }
template <class T>
LANEWISE_API GmPointer<T> gm(T* place) { return {place}; }
LANEWISE_API UbPointer<std::uint8_t> ub(void* place) { return {place}; }
LANEWISE_API GmPointer<std::uint8_t> gm(void* place) { return {place}; }

LANEWISE_API void describe_pointer(Operand& o, std::uint64_t address, DType type, Space space) {
    o.address = address;
    o.extent = UINT32_MAX;
    o.block_stride = 1;
    o.repeat_stride = 0;
    o.dtype = static_cast<std::uint8_t>(type);
    o.space = static_cast<std::uint8_t>(space);
    o.trait = 0;
}
template <class T>
LANEWISE_API void describe(Operand& o, const UbPointer<T>& p) {
    describe_pointer(o, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(p.place)), dtype_of<T>, Space::vector);
    o.extent = left_behind(p.place);
}
template <class T>
LANEWISE_API void describe(Operand& o, const GmPointer<T>& p) {
    describe_pointer(o, reinterpret_cast<std::uint64_t>(p.place), dtype_of<T>, Space::gm);
}

}  // namespace lanewise::c

// asc_x_sync: asc_x, then every pipe waits for every other.
#define LANEWISE_C_SYNC(name)                           \
    template <class... A>                               \
    LANEWISE_API void asc_##name##_sync(A... arguments) \
        requires requires { asc_##name(arguments...); } \
    {                                                   \
        asc_##name(arguments...);                       \
        ::pipe_barrier(PIPE_ALL);                       \
    }
