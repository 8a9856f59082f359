// Copies and stores that combine with what global memory holds.
#pragma once

#include "lanewise/instructions/forms.h"

namespace lanewise {

// The number the chips give to an element type; 0 for one that cannot be combined, which the engine refuses.
template <class T>
inline constexpr AscendC::AtomicDtype atomic_type = [] {
    using enum AscendC::AtomicDtype;
    switch (dtype_of<T>) {
        case DType::float_: return ATOMIC_F32;
        case DType::half_: return ATOMIC_F16;
        case DType::int16_: return ATOMIC_S16;
        case DType::int32_: return ATOMIC_S32;
        case DType::int8_: return ATOMIC_S8;
        case DType::bfloat16_: return ATOMIC_BF16;
        default: return ATOMIC_NONE;
    }
}();

// The record names the type by an operand of no length.
template <class T>
LANEWISE_API void set_atomic(Opcode op) {
    plain(op).tensors(AscendC::LocalTensor<T>(AscendC::TPosition::VECCALC, 0, 0)).issue_with(atomic_type<T>);
}

}  // namespace lanewise

namespace AscendC {

template <class T>
LANEWISE_API void SetAtomicAdd() {
    lanewise::set_atomic<T>(lanewise::Opcode::set_atomic_add_);
}
template <class T>
LANEWISE_API void SetAtomicMax() {
    lanewise::set_atomic<T>(lanewise::Opcode::set_atomic_max_);
}
template <class T>
LANEWISE_API void SetAtomicMin() {
    lanewise::set_atomic<T>(lanewise::Opcode::set_atomic_min_);
}
template <class T>
LANEWISE_API void SetAtomicType() {
    lanewise::set_atomic<T>(lanewise::Opcode::set_atomic_type_);
}
LANEWISE_API void DisableDmaAtomic() { lanewise::plain(lanewise::Opcode::disable_dma_atomic_).issue(); }
LANEWISE_API void SetAtomicNone() { DisableDmaAtomic(); }

// --- scalar stores ---

template <AtomicDtype type, AtomicOp op>
LANEWISE_API void SetStoreAtomicConfig() {
    lanewise::plain(lanewise::Opcode::set_store_atomic_config_).issue_with(type, op);
}
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
    if (lw_current()->arch != 3510) fault("OP-001", {{"op", name}, {"chip", LANEWISE_CHIP}, {"known", "ascend950"}});
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
    std::memcpy(static_cast<void*>(&result), &old, sizeof(T));
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
