// What becomes of elements on their way out of a cube core or into its bias table.
#pragma once

#include <cmath>

#include "lanes/convert.hpp"
#include "lanes/saturation.hpp"
#include "moves/move_env.hpp"
#include "numerics/convert.hpp"
#include "numerics/narrow.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// The modes of Fixpipe, as its record numbers them.
enum class Quant : std::int64_t { none, half, bfloat16, deq_half, float_to_8, int_to_8, fp8, hif8, hif8_hybrid, half_pre, bfloat16_pre, float_pre, int_bfloat16 };

struct Converting {
    DType from, to;
    Quant mode = Quant::none;
    bool relu = false, clamps = false;  // infinity and what is too large become the largest number
    fixpipe_shift_choice shift{};
    std::uint64_t word = 0;                // the scale of all columns, or
    const std::uint64_t* words = nullptr;  // one for each
    bool across = false;                   // neighbours are in columns of their own

    std::uint64_t word_of(std::int64_t column) const { return words ? words[column] : word; }

    void operator()(const std::uint8_t* source, std::uint8_t* target, std::int64_t items, std::int64_t column) const {
        if (from != DType::float_ && from != DType::int32_)
            return convert(from, to, RoundMode::rint, false, false, source, target, static_cast<std::size_t>(items));
        const auto n = static_cast<std::size_t>(items);
        if (!relu && mode == Quant::none) return void(std::memcpy(target, source, 4 * n));
        if (!relu && mode == Quant::half && to == DType::half_) {
            const auto* from_floats = reinterpret_cast<const float*>(source);
            return clamps ? narrow_n<true>(from_floats, reinterpret_cast<half*>(target), n) : narrow_n(from_floats, reinterpret_cast<half*>(target), n);
        }
        for (std::int64_t i = 0; i < items; ++i) {
            std::uint32_t bits;
            std::memcpy(&bits, source + 4 * i, 4);
            one(bits, target + dtype_bits[static_cast<int>(to)] / 8 * i, word_of(across ? column + i : column));
        }
    }

  private:
    template <class T>
    static void put(std::uint8_t* target, const T& value) {
        std::memcpy(target, &value, sizeof value);
    }

    void one(std::uint32_t bits, std::uint8_t* target, std::uint64_t scale) const {
        float x = std::bit_cast<float>(bits);
        auto whole = static_cast<std::int32_t>(bits);
        if (relu && x < 0) x = 0;
        if (relu && whole < 0) whole = 0;
        if (mode == Quant::none) return from == DType::int32_ ? put(target, whole) : put(target, x);
        if (mode == Quant::half || mode == Quant::bfloat16) return narrowed(x, target);
        if (from == DType::int32_) {
            if (shift != fixpipe_shift_none && scale >> 36 & 1)
                whole = std::clamp(whole >> ((scale >> 32 & 15) + (shift == fixpipe_shift_plus_one)), -32768, 32767);
            x = static_cast<float>(whole);
        }
        x *= std::bit_cast<float>(static_cast<std::uint32_t>(scale) & 0xFFFFE000u);
        if (mode == Quant::float_to_8 || mode == Quant::int_to_8) return quantised(x, target, scale);
        narrowed(x, target);
    }

    void narrowed(float x, std::uint8_t* target) const {
        if (to == DType::float_) return put(target, quiet(x));
        if (to == DType::bfloat16_) return put(target, narrow_bfloat16(x));
        if (to == DType::half_) {
            half y;
            if (clamps) narrow_n<true>(&x, &y, 1);
            else y = narrow_half(x);
            return put(target, y);
        }
        const RoundMode how = mode == Quant::hif8_hybrid ? RoundMode::hybrid : mode == Quant::hif8 ? RoundMode::round : RoundMode::rint;
        convert(DType::float_, to, how, clamps, false, &x, target, 1);
    }

    // To the nearest whole number, 9 bits of it, and an offset; 8 bits with or without a sign.
    static void quantised(float x, std::uint8_t* target, std::uint64_t scale) {
        const float near = x == x ? std::nearbyint(x) : 0.0f;
        const int nine = static_cast<int>(scale >> 37 & 0x1FF), total = static_cast<int>(std::clamp(near, -256.0f, 255.0f)) + (nine > 255 ? nine - 512 : nine);
        *target = static_cast<std::uint8_t>(scale >> 46 & 1 ? std::clamp(total, -128, 127) : std::clamp(total, 0, 255));
    }
};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
