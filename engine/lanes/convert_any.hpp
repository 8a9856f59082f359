// Conversions of arrays whose types are known when an instruction runs: compiled once, as no memory of a core is reached here.
#pragma once

#include "isa.hpp"
#include "lanes/saturation.hpp"

namespace lanewise {

inline bool integer_type(DType t) { return t <= DType::uint64_ || t == DType::int4x2_; }

// n elements that follow each other; 4-bit ones take one byte each.
void convert_any(DType from, DType to, const CastRule& rule, const std::uint8_t* s, std::uint8_t* d, std::size_t n);

}  // namespace lanewise
