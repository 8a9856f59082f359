// From an element type that is known when an instruction runs to a C++ type.
#pragma once

#include "isa.hpp"
#include "numerics/level.hpp"
#include "numerics/types.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// f(T{}) for the number type that stands for an element type.
template <class F>
inline void with_number(DType type, F&& f) {
    switch (type) {
        case DType::int8_: return f(std::int8_t{});
        case DType::uint8_: return f(std::uint8_t{});
        case DType::int16_: return f(std::int16_t{});
        case DType::uint16_: return f(std::uint16_t{});
        case DType::int32_: return f(std::int32_t{});
        case DType::uint32_: return f(std::uint32_t{});
        case DType::int64_: return f(std::int64_t{});
        case DType::uint64_: return f(std::uint64_t{});
        case DType::half_: return f(half{});
        case DType::bfloat16_: return f(bfloat16{});
        case DType::float_: return f(float{});
        default: return;
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
