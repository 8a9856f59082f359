// Second-generation intrinsics that move lanes: the shuffle modes, byte shifts, selection by mask.
#pragma once

#include "lanewise/aie/compare.h"
#include "lanewise/aie/moves.h"
#include "lanewise/aie/native.h"
#include "lanewise/aie/reshape.h"

// T<bits>_<rows>x<columns>: that matrix transposed (policy shuffle_mode). _lo and _hi act on both operands together,
// 1024 bits, and give half of it; the others act on blocks of the first.
enum : unsigned {
    T8_64x2_lo,
    T8_64x2_hi,
    T16_32x2_lo,
    T16_32x2_hi,
    T32_16x2_lo,
    T32_16x2_hi,
    T64_8x2_lo,
    T64_8x2_hi,
    T128_4x2_lo,
    T128_4x2_hi,
    T256_2x2_lo,
    T256_2x2_hi,
    T128_2x4_lo,
    T128_2x4_hi,
    T64_2x8_lo,
    T64_2x8_hi,
    T32_2x16_lo,
    T32_2x16_hi,
    T16_2x32_lo,
    T16_2x32_hi,
    T8_2x64_lo,
    T8_2x64_hi,
    T512_1x2_lo,
    T512_1x2_hi,
    T16_16x4_lo,
    T16_16x4_hi,
    T16_4x16_lo,
    T16_4x16_hi,
    T16_8x4,
    T16_4x8,
    T32_8x4_lo,
    T32_8x4_hi,
    T32_4x8_lo,
    T32_4x8_hi,
    T32_4x4,
    T8_8x8,
    T8_16x4,
    T8_4x16,
    T16_1x2_flip,
    T16_4x4,
    T16_4x2,
    T16_2x4,
    T16_8x2,
    T16_2x8,
    T16_16x2,
    T16_2x16,
    T8_8x4,
    T8_4x8,
    // Lanes of n bits taken out of pairs, or put into them.
    DINTLV_lo_8o16 = T8_64x2_lo,
    DINTLV_hi_8o16 = T8_64x2_hi,
    DINTLV_lo_16o32 = T16_32x2_lo,
    DINTLV_hi_16o32 = T16_32x2_hi,
    DINTLV_lo_32o64 = T32_16x2_lo,
    DINTLV_hi_32o64 = T32_16x2_hi,
    DINTLV_lo_64o128 = T64_8x2_lo,
    DINTLV_hi_64o128 = T64_8x2_hi,
    DINTLV_lo_128o256 = T128_4x2_lo,
    DINTLV_hi_128o256 = T128_4x2_hi,
    DINTLV_lo_256o512 = T256_2x2_lo,
    DINTLV_hi_256o512 = T256_2x2_hi,
    INTLV_lo_256o512 = T256_2x2_lo,
    INTLV_hi_256o512 = T256_2x2_hi,
    INTLV_lo_128o256 = T128_2x4_lo,
    INTLV_hi_128o256 = T128_2x4_hi,
    INTLV_lo_64o128 = T64_2x8_lo,
    INTLV_hi_64o128 = T64_2x8_hi,
    INTLV_lo_32o64 = T32_2x16_lo,
    INTLV_hi_32o64 = T32_2x16_hi,
    INTLV_lo_16o32 = T16_2x32_lo,
    INTLV_hi_16o32 = T16_2x32_hi,
    INTLV_lo_8o16 = T8_2x64_lo,
    INTLV_hi_8o16 = T8_2x64_hi,
};

namespace lanewise::aie {

struct shuffle_mode {
    unsigned bytes, rows, columns;
    int half;  // 0 low, 1 high, -1 blocks of the first operand
};
inline constexpr shuffle_mode shuffle_modes[48] = {
    {1, 64, 2, 0}, {1, 64, 2, 1},  {2, 32, 2, 0},  {2, 32, 2, 1},  {4, 16, 2, 0}, {4, 16, 2, 1}, {8, 8, 2, 0},
    {8, 8, 2, 1},  {16, 4, 2, 0},  {16, 4, 2, 1},  {32, 2, 2, 0},  {32, 2, 2, 1}, {16, 2, 4, 0}, {16, 2, 4, 1},
    {8, 2, 8, 0},  {8, 2, 8, 1},   {4, 2, 16, 0},  {4, 2, 16, 1},  {2, 2, 32, 0}, {2, 2, 32, 1}, {1, 2, 64, 0},
    {1, 2, 64, 1}, {64, 1, 2, 0},  {64, 1, 2, 1},  {2, 16, 4, 0},  {2, 16, 4, 1}, {2, 4, 16, 0}, {2, 4, 16, 1},
    {2, 8, 4, -1}, {2, 4, 8, -1},  {4, 8, 4, 0},   {4, 8, 4, 1},   {4, 4, 8, 0},  {4, 4, 8, 1},  {4, 4, 4, -1},
    {1, 8, 8, -1}, {1, 16, 4, -1}, {1, 4, 16, -1}, {2, 1, 2, -1},  {2, 4, 4, -1}, {2, 4, 2, -1}, {2, 2, 4, -1},
    {2, 8, 2, -1}, {2, 2, 8, -1},  {2, 16, 2, -1}, {2, 2, 16, -1}, {1, 8, 4, -1}, {1, 4, 8, -1},
};

// Where byte `i` of the transposed matrix lies. A flip swaps the columns of each row.
constexpr unsigned source_byte(unsigned mode, unsigned i) {
    const shuffle_mode m = shuffle_modes[mode];
    const unsigned block = m.bytes * m.rows * m.columns, inside = i % block, element = inside / m.bytes;
    const unsigned from = mode == T16_1x2_flip ? 1 - element : element % m.rows * m.columns + element / m.rows;
    return i / block * block + from * m.bytes + inside % m.bytes;
}

template <class T, unsigned N>
::aie::vector<T, N> shuffled(const ::aie::vector<T, N>& a, const ::aie::vector<T, N>& b, unsigned mode) {
    static_assert(sizeof a == 64, "shuffle acts on 512-bit vectors");
    if (mode >= 48) throw fault("shuffle_mode", {{"mode", std::to_string(mode)}});
    unsigned char both[128], out[64];
    __builtin_memcpy(both, &a, 64);
    __builtin_memcpy(both + 64, &b, 64);
    for (unsigned i = 0; i < 64; ++i) out[i] = both[source_byte(mode, i + (shuffle_modes[mode].half == 1 ? 64 : 0))];
    ::aie::vector<T, N> v;
    v.load(out);
    return v;
}

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
template <class T, unsigned N>
aie::vector<T, N> shuffle(const aie::vector<T, N>& a, const aie::vector<T, N>& b, unsigned mode) {
    return lanewise::aie::shuffled(a, b, mode);
}
template <class T, unsigned N>
aie::vector<T, N> shuffle(const aie::vector<T, N>& a, unsigned mode) {
    return lanewise::aie::shuffled(a, a, mode);
}
// As many bytes as the vectors have, from byte n of both behind each other.
template <class T, unsigned N>
aie::vector<T, N> shift_bytes(const aie::vector<T, N>& a, const aie::vector<T, N>& b, int n) {
    unsigned char both[2 * sizeof a];
    __builtin_memcpy(both, &a, sizeof a);
    __builtin_memcpy(both + sizeof a, &b, sizeof a);
    return aie::vector<T, N>().load(both + static_cast<unsigned>(n) % (sizeof a + 1));
}
template <class T, unsigned N>
aie::vector<T, N> shift(const aie::vector<T, N>& a, const aie::vector<T, N>& b, unsigned n) {
    return shift_bytes(a, b, static_cast<int>(n * sizeof(T)));
}
template <class T, unsigned N, class S>
aie::vector<T, N> shiftr_elem(const aie::vector<T, N>& v, S x) {
    aie::vector<T, N> out = aie::lanes::shuffle_down(v, 1);
    out.put(static_cast<T>(x), N - 1);
    return out;
}
template <class T, unsigned N, class S>
aie::vector<T, N> shiftl_elem(aie::vector<T, N> v, S x) {
    return v.push(static_cast<T>(x));
}
template <class T, unsigned N>
T extract_elem(const aie::vector<T, N>& v, int i) {
    return v.lane(static_cast<unsigned>(i));
}
template <class T, unsigned N, class S>
aie::vector<T, N> insert_elem(const aie::vector<T, N>& v, int i, S x) {
    return upd_elem(v, i, x);
}
template <class T, unsigned N>
aie::vector<T, N> broadcast_elem(const aie::vector<T, N>& v, int i) {
    return aie::lanes::broadcast<T, N>(v.lane(static_cast<unsigned>(i)));
}
// b where the bit is one.
template <class T, unsigned N>
aie::vector<T, N> sel(const aie::vector<T, N>& a, const aie::vector<T, N>& b, unsigned long long mask) {
    return aie::lanes::select(a, b, aie::mask<N>::from_uint64(mask));
}
// Values with the comparison that chose them.
template <class T, unsigned N, class M>
aie::vector<T, N> max_lt(const aie::vector<T, N>& a, const aie::vector<T, N>& b, M& mask) {
    mask = static_cast<M>(aie::lanes::lt(a, b).to_uint64());
    return aie::lanes::max(a, b);
}
template <class T, unsigned N, class M>
aie::vector<T, N> min_ge(const aie::vector<T, N>& a, const aie::vector<T, N>& b, M& mask) {
    mask = static_cast<M>(aie::lanes::ge(a, b).to_uint64());
    return aie::lanes::min(a, b);
}
template <class T, unsigned N, class M>
aie::vector<T, N> abs_gtz(const aie::vector<T, N>& a, M& mask) {
    mask = static_cast<M>(aie::lanes::gt(a, T(0)).to_uint64());
    return aie::lanes::abs(a);
}
template <class T, unsigned N, class M>
aie::vector<T, N> maxdiff_lt(const aie::vector<T, N>& a, const aie::vector<T, N>& b, M& mask) {
    mask = static_cast<M>(aie::lanes::lt(a, b).to_uint64());
    return aie::lanes::maxdiff(a, b);
}
template <class T, unsigned N, class M>
aie::vector<T, N> sub_lt(const aie::vector<T, N>& a, const aie::vector<T, N>& b, M& mask) {
    mask = static_cast<M>(aie::lanes::lt(a, b).to_uint64());
    return aie::lanes::sub(a, b);
}
template <class T, unsigned N, class M>
aie::vector<T, N> sub_ge(const aie::vector<T, N>& a, const aie::vector<T, N>& b, M& mask) {
    mask = static_cast<M>(aie::lanes::ge(a, b).to_uint64());
    return aie::lanes::sub(a, b);
}
template <class T, unsigned N, class M>
aie::vector<T, N> neg_gtz(const aie::vector<T, N>& a, M& mask) {
    mask = static_cast<M>(aie::lanes::gt(a, T(0)).to_uint64());
    return aie::lanes::neg(a);
}
template <class T, unsigned N, class M>
aie::vector<T, N> bneg_ltz(const aie::vector<T, N>& a, M& mask) {
    mask = static_cast<M>(aie::lanes::lt(a, T(0)).to_uint64());
    return aie::lanes::bit_not(a);
}
template <class T, unsigned N>
auto eqz(const aie::vector<T, N>& a) {
    const auto bits = aie::lanes::eq(a, T(0)).to_uint64();
    return static_cast<std::conditional_t<(N > 32), unsigned long long, unsigned>>(bits);
}
template <class T, unsigned N>
auto band(const aie::vector<T, N>& a, const aie::vector<T, N>& b) {
    return aie::lanes::bit_and(a, b);
}
template <class T, unsigned N>
auto bor(const aie::vector<T, N>& a, const aie::vector<T, N>& b) {
    return aie::lanes::bit_or(a, b);
}
template <class T, unsigned N>
auto bxor(const aie::vector<T, N>& a, const aie::vector<T, N>& b) {
    return aie::lanes::bit_xor(a, b);
}
template <class T, unsigned N>
auto bneg(const aie::vector<T, N>& a) {
    return aie::lanes::bit_not(a);
}
}  // namespace lanewise_intrinsics

#define LANEWISE_BROADCAST(suffix, type)                                                                 \
    inline auto broadcast_##suffix(type x) { return aie::lanes::broadcast<type, 512 / (8 * sizeof(type))>(x); } \
    inline auto broadcast_zero_##suffix() { return aie::lanes::zeros<type, 512 / (8 * sizeof(type))>(); }
namespace lanewise_intrinsics {
LANEWISE_BROADCAST(s8, int8)
LANEWISE_BROADCAST(u8, uint8)
LANEWISE_BROADCAST(s16, int16)
LANEWISE_BROADCAST(u16, uint16)
LANEWISE_BROADCAST(s32, int32)
LANEWISE_BROADCAST(u32, uint32)
LANEWISE_BROADCAST(float, float)
LANEWISE_BROADCAST(bfloat16, bfloat16)
#undef LANEWISE_BROADCAST
inline auto broadcast_one_to_v16bfloat16() {
    return aie::lanes::broadcast<bfloat16, 16>(1);
}
inline auto broadcast_one_to_v32bfloat16() {
    return aie::lanes::broadcast<bfloat16, 32>(1);
}
}  // namespace lanewise_intrinsics

#define LANEWISE_SET(N, type)                                            \
    template <unsigned M>                                                \
    v##N##type set_v##N##type(int i, const aie::vector<type, M>& part) { \
        return part.template grow<N>(static_cast<unsigned>(i));          \
    }
LANEWISE_SET(64, int8)
LANEWISE_SET(128, int8)
LANEWISE_SET(64, uint8)
LANEWISE_SET(128, uint8)
LANEWISE_SET(32, int16)
LANEWISE_SET(64, int16)
LANEWISE_SET(16, int32)
LANEWISE_SET(32, int32)
LANEWISE_SET(32, bfloat16)
LANEWISE_SET(64, bfloat16)
LANEWISE_SET(16, float)
LANEWISE_SET(32, float)
LANEWISE_SET(16, cint16)
LANEWISE_SET(32, cint16)
#undef LANEWISE_SET
#define LANEWISE_EXTRACT(N, tag)                                      \
    template <unsigned M>                                             \
    v##N##tag extract_v##N##tag(const aie::accum<tag, M>& a, int i) { \
        return a.template extract<N>(static_cast<unsigned>(i));       \
    }
LANEWISE_EXTRACT(8, acc32)
LANEWISE_EXTRACT(16, acc32)
LANEWISE_EXTRACT(32, acc32)
LANEWISE_EXTRACT(8, acc64)
LANEWISE_EXTRACT(16, acc64)
LANEWISE_EXTRACT(8, accfloat)
LANEWISE_EXTRACT(16, accfloat)
LANEWISE_EXTRACT(32, accfloat)
#undef LANEWISE_EXTRACT

// A group of 64 bits over and over. One of a name that stands for one of each type (native.h), so it says itself what it is.
inline v32bfloat16 broadcast_to_v32bfloat16(const v4bfloat16& v) {
    const lanewise::aie::operation now("broadcast_to_v32bfloat16", v);
    return v.grow_replicate<32>();
}
