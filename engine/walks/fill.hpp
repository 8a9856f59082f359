// Brcb, CreateVecIndex, VectorPadding and BilinearInterpolation.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "lanes/arithmetic.hpp"
#include "walks/walk.hpp"
#include "walks/width.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// Eight source elements a repeat, each over one 32-byte block.
inline void brcb(const Walk& w) {
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        constexpr int per_block = block_bytes / sizeof(T);
        const std::int64_t block_stride = w.params[0] ? w.params[0] : 1, repeat_stride = w.params[1];
        for (std::uint64_t r = 0; r < w.repeat; ++r) {
            T values[8];
            w.reach(1, 8 * (r + 1) * sizeof(T));
            for (int j = 0; j < 8; ++j) values[j] = w.read<T>(1, 8 * static_cast<std::int64_t>(r) + j);
            for (int j = 0; j < 8; ++j) {
                const std::int64_t block = static_cast<std::int64_t>(r) * repeat_stride + j * block_stride;
                w.reach(0, static_cast<std::uint64_t>((block + 1) * block_bytes));
                for (int k = 0; k < per_block; ++k) w.write<T>(0, block * per_block + k, values[j]);
            }
            w.next_repeat();
        }
    });
}

template <class T, bool Saturate>
T plus(const Walk& w, T a, T b) {
    const Env<T, Saturate> env{w.rules(), 0};
    if constexpr (is_narrow_float<T>) return finish<T, Saturate>(add::of(env, widen(a), widen(b)));
    else if constexpr (std::is_same_v<T, float>) return finish<T, Saturate>(add::of(env, a, b));
    else return add::of(env, a, b);
}

// A whole float as an integer, wrapped or clamped.
template <class T, bool Saturate>
T whole(float x) {
    const Unpacked u = unpack_float(std::bit_cast<std::uint32_t>(x), float_format);
    return static_cast<T>(pack_integer(u, 8 * sizeof(T), true, RoundMode::trunc, Saturate));
}

template <class T, bool Saturate>
void index_ramp(const Walk& w) {
    constexpr std::uint32_t per_repeat = repeat_bytes / sizeof(T), per_block = block_bytes / sizeof(T);
    w.reach(0, w.span(0));
    T first;
    std::memcpy(&first, &w.record.scalars[0], sizeof first);
    const bool by_block = w.rules().index_ramp == index_ramp_by_block;
    auto number = [](int n) {
        if constexpr (is_float<T>) return finish<T, false>(static_cast<float>(n));
        else return static_cast<T>(n);
    };
    auto direct = [&](int i) {
        if constexpr (is_float<T>) return finish<T, Saturate>(widen(first) + static_cast<float>(i));
        else if (by_block) return whole<T, Saturate>(static_cast<float>(first) + static_cast<float>(i));
        else {  // i itself may not fit the type
            constexpr T most = std::numeric_limits<T>::max();
            const bool over = static_cast<std::int64_t>(first) > static_cast<std::int64_t>(most) - i;
            return Saturate && over ? most : static_cast<T>(static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(i));
        }
    };
    std::vector<T> values(per_repeat);
    for (std::uint32_t i = 0; i < per_repeat; ++i)
        values[i] = by_block && i >= per_block ? plus<T, Saturate>(w, values[i - per_block], number(per_block)) : direct(static_cast<int>(i));
    std::uint64_t at = 0;
    w.each_lane([&](std::uint64_t r, std::uint32_t lane) {
        for (; at < r; ++at)
            for (T& v : values) v = plus<T, Saturate>(w, v, number(per_repeat));
        w.write<T>(0, w.offset(0, r, lane), values[lane]);
    });
}

// first, first + 1, ... in the steps the chip takes, each rounded to the element type.
inline void create_vec_index(const Walk& w) {
    auto run = [&](auto zero) {
        using T = decltype(zero);
        const bool clamps = w.saturates();
        return clamps ? index_ramp<T, true>(w) : index_ramp<T, false>(w);
    };
    switch (w.type(0)) {
        case DType::int8_: return run(std::int8_t{});
        case DType::int16_: return run(std::int16_t{});
        case DType::int32_: return run(std::int32_t{});
        case DType::int64_: return run(std::int64_t{});
        case DType::half_: return run(half{});
        default: return run(float{});
    }
}

// Each block becomes the padding that its own edge would produce on one side.
inline void vector_padding(const Walk& w) {
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        constexpr std::int64_t per_block = block_bytes / sizeof(T);
        const std::int64_t mode = w.params[0];
        const bool right = w.params[1];
        std::uint64_t now = 0;
        w.each_lane([&](std::uint64_t r, std::uint32_t lane) {
            if (r != now) w.next_repeat();
            now = r;
            const std::int64_t block = lane / per_block, k = lane % per_block;
            const std::int64_t depth = right ? k : per_block - 1 - k;  // distance from the edge, outward
            std::int64_t source = right ? per_block - 1 : 0;
            if (mode != 0) {
                const std::int64_t inward = depth + (mode == 2);
                source = right ? per_block - 1 - inward : inward;
            }
            T value = 0;
            if (source >= 0 && source < per_block)
                value = w.read<T>(1, w.offset(1, r, static_cast<std::uint32_t>(block * per_block + source)));
            w.write<T>(0, w.offset(0, r, lane), value);
        });
    });
}

template <bool Saturate>
void bilinear(const Walk& w) {
    const std::int64_t h_repeat = w.params[0], per_block_weights = w.params[1], dst_block = w.params[2],
                       v_offset = w.params[3], v_repeat = w.params[4];
    if (w.lanes->repeats > 1) {  // Counter mode with a count beyond the 128 elements of a row
        const std::uint64_t count = (w.lanes->repeats - 1) * 128 + w.lanes->last;
        throw Fault("MASK-001", {{"op", w.ins.name}, {"mask", count}, {"low", 0}, {"high", 128}, {"bits", 16}});
    }
    w.within("h_repeat", h_repeat, 1, 255);
    w.within("v_repeat", v_repeat, 1, 255);
    if (w.rules().bilinear_steps == bilinear_steps_eight_bits) w.within("h_repeat * v_repeat", h_repeat * v_repeat, 1, 255);
    w.within("dst_blk_stride", dst_block, 0, 65535);
    w.within("v_r_offset", v_offset, 128, 65534);
    if (v_offset % 16)
        throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "v_r_offset"}, {"value", v_offset}, {"need", "a multiple of 16 (32 bytes)"}});
    auto rounded = [](float x) { return widen(finish<half, Saturate>(x)); };
    std::vector<float> totals(static_cast<std::size_t>(128 * v_repeat));
    for (std::int64_t v = 0; v < v_repeat; ++v)
        for (std::int64_t h = 0; h < h_repeat; ++h) {
            const std::int64_t step = v * h_repeat + h;
            std::int64_t starts[8], highest = 0;
            w.reach(2, static_cast<std::uint64_t>(32 * (step + 1)));
            for (int i = 0; i < 8; ++i) starts[i] = w.read<std::uint32_t>(2, 8 * step + i);
            for (int i = 0; i < 8; ++i) {
                if (starts[i] % block_bytes)
                    throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "src0_offset[" + std::to_string(8 * step + i) + "]"},
                                              {"value", starts[i]}, {"need", "a multiple of 32"}});
                highest = std::max(highest, starts[i]);
            }
            w.reach(1, static_cast<std::uint64_t>(highest + block_bytes));
            w.reach(3, static_cast<std::uint64_t>(2 * (per_block_weights ? 8 * step + 8 : step + 1)));
            w.each_lane([&](std::uint64_t, std::uint32_t lane) {
                const float data = widen(w.read<half>(1, starts[lane / 16] / 2 + lane % 16));
                const float weight = widen(w.read<half>(3, per_block_weights ? 8 * step + lane / 16 : step));
                float& total = totals[static_cast<std::size_t>(128 * v + lane)];
                total = h ? rounded(rounded(weight * data) + total) : rounded(weight * data);
            });
        }
    for (std::int64_t v = 0; v < v_repeat; ++v)
        w.each_lane([&](std::uint64_t, std::uint32_t lane) {
            const float total = totals[static_cast<std::size_t>(128 * v + lane)];
            w.write<half>(0, v * v_offset + lane / 16 * dst_block * 16 + lane % 16, finish<half, Saturate>(total + 0.0f));
        });
}

// Gather 8 blocks a step, weigh them, add the steps of a row one after the other; every step rounds to half.
inline void bilinear_interpolation(const Walk& w) { w.saturates() ? bilinear<true>(w) : bilinear<false>(w); }

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
