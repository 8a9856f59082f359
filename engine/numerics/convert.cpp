#include "numerics/convert.hpp"

#include <cstring>
#include <stdexcept>

namespace lanewise {

namespace {

struct Codec {
    int bytes;
    bool is_float;
    FloatFormat format;
    int width;
    bool is_signed;
};

Codec codec(DType type) {
    switch (type) {
        case DType::int8_: return {1, false, {}, 8, true};
        case DType::uint8_: return {1, false, {}, 8, false};
        case DType::int16_: return {2, false, {}, 16, true};
        case DType::uint16_: return {2, false, {}, 16, false};
        case DType::int32_: return {4, false, {}, 32, true};
        case DType::uint32_: return {4, false, {}, 32, false};
        case DType::int64_: return {8, false, {}, 64, true};
        case DType::uint64_: return {8, false, {}, 64, false};
        case DType::int4_: return {1, false, {}, 4, true};
        case DType::half_: return {2, true, half_format, 0, false};
        case DType::bfloat16_: return {2, true, bfloat16_format, 0, false};
        case DType::float_: return {4, true, float_format, 0, false};
        case DType::double_: return {8, true, double_format, 0, false};
        case DType::fp8_e5m2_: return {1, true, e5m2_format, 0, false};
        case DType::fp8_e4m3fn_: return {1, true, e4m3_format, 0, false};
        default: throw std::invalid_argument("no conversion for this type");
    }
}

Unpacked round_to_integral(Unpacked u, RoundMode mode) {
    if (u.kind != Unpacked::finite || u.exponent >= 0) return u;
    u.magnitude = shift_rounded(u.magnitude, -u.exponent, u.negative, mode);
    u.exponent = 0;
    return u;
}

}  // namespace

void convert(DType from, DType to, RoundMode mode, bool saturate, const void* source, void* target, std::size_t n) {
    const Codec in = codec(from), out = codec(to);
    const bool same = from == to && in.is_float;
    // Integers always saturate; float and double results never do.
    const bool clamps = (saturate || !in.is_float) && out.bytes < 4;
    const auto* s = static_cast<const unsigned char*>(source);
    auto* t = static_cast<unsigned char*>(target);
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, s + i * in.bytes, in.bytes);
        Unpacked u = in.is_float ? unpack_float(bits, in.format) : unpack_integer(bits, in.width, in.is_signed);
        std::uint64_t result;
        if (same) {
            result = pack_float(round_to_integral(u, mode), out.format, RoundMode::rint, false);
        } else if (out.is_float) {
            result = pack_float(u, out.format, mode, clamps);
        } else {
            result = pack_integer(u, out.width, out.is_signed, mode, saturate);
            if (out.width == 4 && result & 8) result |= 0xF0;
        }
        std::memcpy(t + i * out.bytes, &result, out.bytes);
    }
}

}  // namespace lanewise
