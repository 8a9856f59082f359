// Copies to GM that combine with what is there.
#pragma once

#include "lanes/arithmetic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// What CTRL asks of copies to GM: the element type and the operation; no type: they replace.
struct AtomicMode {
    DType type = DType::none_;
    int operation = 0;  // 0 add, 1 max, 2 min
    explicit operator bool() const { return type != DType::none_; }
    int size() const { return dtype_bits[static_cast<int>(type)] / 8; }
};

inline AtomicMode atomic_mode(std::uint64_t ctrl) {
    constexpr DType types[] = {DType::none_,  DType::float_, DType::half_,     DType::int16_,
                               DType::int32_, DType::int8_,  DType::bfloat16_, DType::none_};
    const int operation = ctrl >> 9 & 3;
    return {operation == 3 ? DType::none_ : types[ctrl >> 6 & 7], operation};
}

template <class T, class Lane>
void combine_elements(const Rules& rules, std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
    const Env<T, false> env{rules, 0};
    for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
        T old, fresh;
        std::memcpy(&old, to + at, sizeof(T));
        std::memcpy(&fresh, from + at, sizeof(T));
        T result;
        if constexpr (is_number<T>) result = Lane::of(env, old, fresh);
        else result = finish<T, false>(Lane::of(env, widen(old), widen(fresh)));
        std::memcpy(to + at, &result, sizeof(T));
    }
}

inline void combine(const Rules& rules, AtomicMode mode, std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
    auto run = [&]<class T>(T) {
        switch (mode.operation) {
            case 0: return combine_elements<T, lanes::add>(rules, to, from, bytes);
            case 1: return combine_elements<T, lanes::max>(rules, to, from, bytes);
            default: return combine_elements<T, lanes::min>(rules, to, from, bytes);
        }
    };
    switch (mode.type) {
        case DType::int8_: return run(std::int8_t{});
        case DType::int16_: return run(std::int16_t{});
        case DType::int32_: return run(std::int32_t{});
        case DType::half_: return run(half{});
        case DType::bfloat16_: return run(bfloat16{});
        default: return run(float{});
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
