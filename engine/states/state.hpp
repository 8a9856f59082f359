// Instructions that only set registers.
#pragma once

#include <span>

#include "machine/lanes.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

using Params = std::span<const std::int64_t>;

inline void set_mask_count(State& s, Params) { s.ctrl |= 1ull << counter_bit; }
inline void set_mask_norm(State& s, Params) { s.ctrl &= ~(1ull << counter_bit); }

// Low word, high word.
inline void set_vector_mask(State& s, Params p) {
    const auto low = static_cast<std::uint64_t>(p[0]), high = static_cast<std::uint64_t>(p[1]);
    const std::uint64_t upper = (low & high) == ~0ull ? ~0ull : 0;
    s.mask[0] = low;
    s.mask[1] = high;
    s.mask[2] = s.mask[3] = upper;
}

inline void reset_mask(State& s, Params) {
    for (auto& word : s.mask) word = ~0ull;
}

// Which bits, and what they become.
inline void set_ctrl_spr(State& s, Params p) {
    const auto bits = static_cast<std::uint64_t>(p[0]);
    s.ctrl = (s.ctrl & ~bits) | (static_cast<std::uint64_t>(p[1]) & bits);
}

// The number of the element type in CTRL[8:6], the operation in CTRL[10:9].
inline void set_atomic(State& s, std::int64_t type, std::uint64_t operation) {
    s.ctrl = (s.ctrl & ~(0x1Full << 6)) | static_cast<std::uint64_t>(type) << 6 | operation << 9;
}
inline void set_atomic_add(State& s, Params p) { set_atomic(s, p[0], 0); }
inline void set_atomic_max(State& s, Params p) { set_atomic(s, p[0], 1); }
inline void set_atomic_min(State& s, Params p) { set_atomic(s, p[0], 2); }
inline void set_atomic_type(State& s, Params p) { set_atomic(s, p[0], s.ctrl >> 9 & 3); }
inline void disable_dma_atomic(State& s, Params) { set_atomic(s, 0, 0); }
inline void set_store_atomic_config(State& s, Params p) {
    s.atomic = static_cast<std::uint64_t>(p[0]) | static_cast<std::uint64_t>(p[1]) << 8;
}

inline void set_deq_scale(State& s, Params p) { s.deqscale = static_cast<std::uint64_t>(p[0]); }

inline void set_pad_value(State& s, Params p) {
    s.pad_value = static_cast<std::uint64_t>(p[0]);
    s.pad_is_set = 2;
}

// Direction (0 UB_TO_OUT, 1 OUT_TO_UB), then the two sizes and four strides.
inline void set_loop_mode_para(State& s, Params p) {
    auto& loop = p[0] ? s.loop_in : s.loop_out;
    for (int i = 0; i < 6; ++i) loop[i] = static_cast<std::uint64_t>(p[i + 1]);
}

inline void reset_loop_mode_para(State& s, Params p) {
    auto& loop = p[0] ? s.loop_in : s.loop_out;
    for (int i = 0; i < 6; ++i) loop[i] = i < 2 ? 1 : 0;
}

// Height, width, padding (left, right, top, bottom) of a feature map, and which of the two.
inline void set_fmatrix(State& s, Params p) {
    for (int i = 0; i < 6; ++i) s.fmatrix[(p[6] ? 6 : 0) + i] = static_cast<std::uint64_t>(p[i]);
}
inline void set_load_data_padding_value(State& s, Params p) { s.load_pad = static_cast<std::uint64_t>(p[0]); }
inline void set_load_data_repeat(State& s, Params p) {
    for (int i = 0; i < 4; ++i) s.load_repeat[i] = static_cast<std::uint64_t>(p[i]);
}

inline void set_hf32_mode(State& s, Params p) { s.hf32 = (s.hf32 & ~1ull) | (p[0] ? 1 : 0); }
inline void set_hf32_trans_mode(State& s, Params p) { s.hf32 = (s.hf32 & ~2ull) | (p[0] ? 2 : 0); }

inline void set_fixpipe_pre_quant_flag(State& s, Params p) { s.quant_pre = static_cast<std::uint64_t>(p[0]); }
inline void set_fixpipe_nz2nd_flag(State& s, Params p) {
    for (int i = 0; i < 3; ++i) s.nz2nd[i] = static_cast<std::uint64_t>(p[i]);
}
inline void set_fix_pipe_config(State& s, Params p) { s.quant_address = static_cast<std::uint64_t>(p[0]); }

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
