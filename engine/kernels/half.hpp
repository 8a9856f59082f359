// Kernels of half in the machine's own half instructions, eight lanes at a time.
#pragma once

#include "kernels/tree.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline void store_clamped(float16x8_t x, std::uint16_t* to) {
    const float16x8_t top = vreinterpretq_f16_u16(vdupq_n_u16(0x7BFF));
    const uint16x8_t bounded = vreinterpretq_u16_f16(vmaxq_f16(vminq_f16(x, top), vnegq_f16(top)));
    vst1q_u16(to, vandq_u16(bounded, vceqq_f16(x, x)));
}

// Sums of results are infinite or NaN when one of them is; rarely, those of large numbers are, too.
class NativeHalves {
  public:
    static constexpr std::size_t lanes = 8;
    template <class Lane, class E>
    void run(const E& env, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* to) {
        const float16x8_t x = Lane::of(env, vreinterpretq_f16_u16(vld1q_u16(a)), vreinterpretq_f16_u16(vld1q_u16(b)));
        vst1q_u16(to, vreinterpretq_u16_f16(x));
        sum_ = vaddq_f16(sum_, x);
    }
    void join(const NativeHalves& other) { sum_ = vaddq_f16(sum_, other.sum_); }
    bool special() const {
        const float16x8_t none = vsubq_f16(sum_, sum_);
        return vminvq_u16(vceqq_f16(none, none)) == 0;
    }

  private:
    float16x8_t sum_ = vreinterpretq_f16_u16(vdupq_n_u16(0));
};

// Trees of sums.
template <class Lane, bool Saturate>
inline void half_level(const Env<half, Saturate>& env, const std::uint16_t* in, std::uint16_t* out, std::size_t n) {
    auto run = [&](const std::uint16_t* from, std::uint16_t* to) {
        const float16x8_t a = vreinterpretq_f16_u16(vld1q_u16(from)), b = vreinterpretq_f16_u16(vld1q_u16(from + 8));
        const float16x8_t x = Lane::of(env, vuzp1q_f16(a, b), vuzp2q_f16(a, b));
        if constexpr (Saturate) store_clamped(x, to);
        else vst1q_u16(to, vreinterpretq_u16_f16(x));
    };
    [[maybe_unused]] const std::conditional_t<Saturate, int, DefaultNan> scope{};  // what saturates leaves no NaN
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) run(in + 2 * i, out + i);
    if (const std::size_t rest = n - i) {
        std::uint16_t from[16] = {}, to[8];
        std::memcpy(from, in + 2 * i, 4 * rest);
        run(from, to);
        std::memcpy(out + i, to, 2 * rest);
    }
}

template <class Lane, bool Saturate>
void half_trees(const KernelArgs& k) {
    const auto& args = static_cast<const TreeArgs&>(k);
    const Env<half, Saturate> env{*args.rules, args.flags, args.params, args.state};
    const auto* source = static_cast<const std::uint8_t*>(args.sources[0]);
    auto* values = static_cast<std::uint16_t*>(args.targets[0]);
    const std::size_t leaves = args.leaves;
    const std::size_t together = args.pitch == static_cast<std::int64_t>(2 * leaves) ? tree_room / leaves : 1;
    std::uint16_t odd[tree_room / 2], even[tree_room / 4];
    for (std::size_t at = 0; at < args.n; at += together) {
        const std::size_t groups = args.n - at < together ? args.n - at : together;
        const auto* in = reinterpret_cast<const std::uint16_t*>(source + static_cast<std::int64_t>(at) * args.pitch);
        std::uint16_t* out = odd;
        for (std::size_t n = groups * leaves / 2; n >= groups; n /= 2) {
            half_level<Lane, Saturate>(env, in, n == groups ? values + at : out, n);
            in = out;
            out = out == odd ? even : odd;
        }
    }
}

// The kernels that this level has; null: the level below does it as well.
template <class Lane, bool Saturate, class D, class... S>
constexpr Kernel half_kernel() {
    if constexpr (ExactInHalf<Lane> && sizeof...(S) == 2 && std::is_same_v<D, half>) return halves<NativeHalves, Lane, Saturate>;
    else return nullptr;
}

template <class Lane, bool Saturate, class D, class S>
constexpr Kernel half_tree_kernel() {
    if constexpr (!Picks<Lane> && std::is_same_v<D, half>) return half_trees<Lane, Saturate>;
    else return nullptr;
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
