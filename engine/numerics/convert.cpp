#include "numerics/convert.hpp"

#include <cstring>
#include <stdexcept>

#include "numerics/hifloat8.hpp"

namespace lanewise {

namespace {

enum class Kind : std::uint8_t { integer, floating, fp4, hifloat8, e8m0 };

struct Codec {
    Kind kind;
    int bytes;
    FloatFormat format;
    int width;
    bool is_signed;
};

constexpr Codec integer(int width, bool is_signed) { return {Kind::integer, width < 8 ? 1 : width / 8, {}, width, is_signed}; }
constexpr Codec floating(int bytes, FloatFormat format) { return {Kind::floating, bytes, format, 0, true}; }

Codec codec(DType type) {
    switch (type) {
        case DType::int8_: return integer(8, true);
        case DType::uint8_: return integer(8, false);
        case DType::int16_: return integer(16, true);
        case DType::uint16_: return integer(16, false);
        case DType::int32_: return integer(32, true);
        case DType::uint32_: return integer(32, false);
        case DType::int64_: return integer(64, true);
        case DType::uint64_: return integer(64, false);
        case DType::int4_: return integer(4, true);
        case DType::half_: return floating(2, half_format);
        case DType::bfloat16_: return floating(2, bfloat16_format);
        case DType::float_: return floating(4, float_format);
        case DType::double_: return floating(8, double_format);
        case DType::fp8_e5m2_: return floating(1, e5m2_format);
        case DType::fp8_e4m3fn_: return floating(1, e4m3_format);
        case DType::fp4x2_e2m1_: return {Kind::fp4, 1, e2m1_format, 0, true};
        case DType::fp4x2_e1m2_: return {Kind::fp4, 1, e1m2_format, 0, true};
        case DType::hifloat8_: return {Kind::hifloat8, 1, {}, 0, true};
        case DType::fp8_e8m0_: return {Kind::e8m0, 1, {}, 0, false};
        default: throw std::invalid_argument("no conversion for this type");
    }
}

// 0 is zero, as the chips convert it.
Unpacked unpack_e8m0(std::uint64_t bits) {
    Unpacked u;
    if (bits == 0xFF) u.kind = Unpacked::nan;
    u.magnitude = bits ? 1 : 0;
    u.exponent = static_cast<int>(bits) - 127;
    return u;
}

// The exponent alone: sign and fraction are dropped without rounding; infinity and NaN become NaN.
std::uint64_t pack_e8m0(Unpacked u) {
    if (u.kind != Unpacked::finite) return 0xFF;
    if (u.magnitude == 0) return 0;
    const int field = 63 - std::countl_zero(u.magnitude) + u.exponent + 127;
    return static_cast<std::uint64_t>(field < 1 ? 0 : field > 0xFF ? 0xFF : field);
}

Unpacked unpack(std::uint64_t bits, const Codec& c) {
    switch (c.kind) {
        case Kind::integer: return unpack_integer(bits, c.width, c.is_signed);
        case Kind::hifloat8: return hif8::unpack(static_cast<std::uint8_t>(bits));
        case Kind::e8m0: return unpack_e8m0(bits);
        default: return unpack_float(bits, c.format);
    }
}

// What hybrid rounding takes from the source: the low 14 bits of a float, the lowest bit of a half and a one.
hif8::Threshold threshold_of(DType from, std::uint64_t bits) {
    if (from == DType::float_) return {14, bits & 0x3FFF};
    return {2, (bits & 1) << 1 | 1};
}

Unpacked round_to_integral(Unpacked u, RoundMode mode) {
    if (u.kind != Unpacked::finite || u.exponent >= 0) return u;
    u.magnitude = shift_rounded(u.magnitude, -u.exponent, u.negative, mode);
    u.exponent = 0;
    return u;
}

}  // namespace

void convert(DType from, DType to, RoundMode mode, bool saturate, bool keep_nan, const void* source, void* target, std::size_t n) {
    const Codec in = codec(from), out = codec(to);
    if (mode == RoundMode::hybrid && (to != DType::hifloat8_ || (from != DType::half_ && from != DType::float_)))
        throw std::invalid_argument("hybrid rounding is defined from half or float to hifloat8");
    const bool same = from == to && in.kind == Kind::floating;
    // Integers always saturate; float and double results never do.
    const bool clamps = (saturate || in.kind == Kind::integer) && out.bytes < 4;
    const auto* s = static_cast<const unsigned char*>(source);
    auto* t = static_cast<unsigned char*>(target);
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t bits = 0, result = 0;
        std::memcpy(&bits, s + i * in.bytes, in.bytes);
        if (in.kind == Kind::fp4) bits &= 15;
        const Unpacked u = unpack(bits, in);
        switch (out.kind) {
            case Kind::integer:
                result = pack_integer(u, out.width, out.is_signed, mode, saturate);
                if (out.width == 4 && result & 8) result |= 0xF0;
                break;
            case Kind::floating:
                if (same) result = pack_float(round_to_integral(u, mode), out.format, RoundMode::rint, false);
                else result = pack_float(u, out.format, mode, clamps && !(keep_nan && out.bytes == 1 && u.kind == Unpacked::nan));
                break;
            case Kind::fp4: result = pack_float(u, out.format, mode, true); break;
            case Kind::hifloat8: result = hif8::pack(u, mode, clamps, threshold_of(from, bits)); break;
            case Kind::e8m0: result = pack_e8m0(u); break;
        }
        std::memcpy(t + i * out.bytes, &result, out.bytes);
    }
}

}  // namespace lanewise
