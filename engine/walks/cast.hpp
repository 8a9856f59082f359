// CastDequant, AddDeqRelu and the parameter table of SetDeqScale.
#pragma once

#include <algorithm>

#include "lanes/cast.hpp"
#include "machine/fault.hpp"
#include "walks/walk.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline half dequantised(const Walk& w, float x) {
    const bool clamps = quantising_rule(w.rules(), w.core.state->ctrl).clamps_float;
    return rounded<half>(x, Narrowing<half>(RoundMode::rint, clamps));
}

// int16 to 8 bits by a parameter word: scale in bits 0..31, offset in 37..45, sign in 46.
inline std::uint8_t quantised(const Walk& w, std::int16_t x, std::uint64_t word) {
    const bool clamps = quantising_rule(w.rules(), w.core.state->ctrl).clamps_integer;
    const auto scale = std::bit_cast<float>(static_cast<std::uint32_t>(word & 0xFFFFE000u));  // ten bits of fraction are used
    const float product = static_cast<float>(x) * scale;
    const Unpacked u = unpack_float(std::bit_cast<std::uint32_t>(product), float_format);
    const auto whole = static_cast<std::int16_t>(pack_integer(u, 16, true, RoundMode::rint, clamps));
    auto offset = static_cast<int>(word >> 37 & 0x1FF);
    if (w.rules().dequant_offset == dequant_offset_signed && offset > 255) offset -= 512;
    int total = (whole < -256 ? -256 : whole > 255 ? 255 : whole) + offset;
    const bool is_signed = word >> 46 & 1;
    const int low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
    if (clamps) total = total < low ? low : total > high ? high : total;
    return static_cast<std::uint8_t>(total);
}

// Where the table lies that DEQSCALE points to.
inline std::uint64_t scale_table(const Walk& w) {
    const std::uint64_t place = w.core.state->deqscale << (w.rules().deqscale_address == deqscale_address_blocks ? 5 : 0);
    const std::uint64_t end = place + 16 * sizeof(std::uint64_t);
    if (const std::uint32_t size = w.core.vector_memory().size; place > size || end > size)
        outside(w.core, w.ins, "DEQSCALE", Space::vector, place, end);
    return place;
}

// The furthest element of an operand that the active lanes touch, checked.
template <class Place>
void reach_all(const Walk& w, int operand, int bytes, Place place) {
    std::int64_t far = 0;
    w.each_lane([&](std::uint64_t r, std::uint32_t lane) { far = std::max(far, place(r, lane)); });
    w.reach(operand, static_cast<std::uint64_t>(far + 1) * bytes);
}

// is_vec_deq, half_block: 16 results a block, in the half of the block that half_block names.
inline void cast_dequant(const Walk& w) {
    auto own = [&](int operand) { return [&w, operand](std::uint64_t r, std::uint32_t lane) { return w.offset(operand, r, lane); }; };
    reach_all(w, 1, w.size(1), own(1));
    if (w.type(0) == DType::half_) {
        reach_all(w, 0, sizeof(half), own(0));
        const float scale = deq_scale(*w.core.state);
        return w.each_lane([&](std::uint64_t r, std::uint32_t lane) {
            const float x = scaled(w.read<std::int32_t>(1, w.offset(1, r, lane)), scale);
            w.write<half>(0, w.offset(0, r, lane), dequantised(w, x));
        });
    }
    const bool by_lane = w.params[0];
    const std::int64_t upper = w.params[1] ? 16 : 0;
    const std::uint64_t table = by_lane ? scale_table(w) : 0;
    std::uint64_t words[16];
    bool known[16] = {};
    auto word = [&](std::uint32_t j) {
        if (!known[j]) words[j] = by_lane ? w.peek<std::uint64_t>(table + 8 * j) : w.core.state->deqscale;
        known[j] = true;
        return words[j];
    };
    // Source and destination blocks go together, so the bytes of a block start where its number says.
    auto target = [&](std::uint64_t r, std::uint32_t lane) {
        const auto number = static_cast<std::uint32_t>(lane / 16 + (w.counted() ? 8 * r : 0));
        return w.offset(0, w.counted() ? 0 : r, 32 * number) + lane % 16 + upper;
    };
    reach_all(w, 0, 1, target);
    w.each_lane([&](std::uint64_t, std::uint32_t lane) { word(lane % 16); });  // before results may overwrite the table
    w.each_lane([&](std::uint64_t r, std::uint32_t lane) {
        const auto x = w.read<std::int16_t>(1, w.offset(1, r, lane));
        w.write<std::uint8_t>(0, target(r, lane), quantised(w, x, word(lane % 16)));
    });
}

inline void add_deq_relu(const Walk& w) {
    const float scale = deq_scale(*w.core.state);
    const bool clamps = integers_saturate(w.rules(), w.core.state->ctrl);
    const bool overwrites = w.rules().add_deq_relu_sources == add_deq_relu_sources_overwritten;
    for (int operand : {1, 2, 0})
        reach_all(w, operand, w.size(operand), [&](std::uint64_t r, std::uint32_t lane) { return w.offset(operand, r, lane); });
    auto sum = [&](std::uint64_t r, std::uint32_t lane) {
        const auto a = w.read<std::int32_t>(1, w.offset(1, r, lane)), b = w.read<std::int32_t>(2, w.offset(2, r, lane));
        return scaled(clamps ? integer_add<true>(a, b) : integer_add<false>(a, b), scale);
    };
    const Env<half, false> env{w.rules(), 0};
    w.each_lane([&](std::uint64_t r, std::uint32_t lane) {
        w.write<half>(0, w.offset(0, r, lane), narrow<half>(relu::of(env, widen(dequantised(w, sum(r, lane))))));
    });
    if (!overwrites) return;  // a macro that keeps its steps in the sources
    w.each_lane([&](std::uint64_t r, std::uint32_t lane) { w.write<float>(1, w.offset(1, r, lane), quiet(sum(r, lane))); });
    w.each_lane([&](std::uint64_t r, std::uint32_t lane) {
        w.write<half>(2, w.offset(2, r, lane, sizeof(half)), dequantised(w, sum(r, lane)));
    });
}

// 16 words, one for each lane of a block; the register then holds where they are.
inline void set_deq_scale_vector(const Walk& w) {
    w.reach(0, 16 * sizeof(std::uint64_t));
    for (int j = 0; j < 16; ++j) w.write<std::uint64_t>(0, j, static_cast<std::uint64_t>(w.params[j]));
    w.state().deqscale = w.record.operands[0].address >> (w.rules().deqscale_address == deqscale_address_blocks ? 5 : 0);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
