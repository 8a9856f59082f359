// Second-generation multiply intrinsics: mul_elem_C_N, mul_MxK_KxN, mul_conv_MxN with mul, negmul, mac, msc and addmac
// forms. Operands come first, the accumulator last; _conf adds whether to start from zero, shift by 16, and turn signs.
#pragma once

#include "lanewise/aie/multiply.h"

namespace lanewise::aie {

// Which elements meet in lane l, term k.
template <unsigned C, unsigned N>
struct by_element {  // term k is the k-th run of C elements
    static constexpr bool transposed = false;
    static constexpr unsigned lanes = C, terms = N;
    static constexpr unsigned a(unsigned l, unsigned k) { return k * C + l; }
    static constexpr unsigned b(unsigned l, unsigned k) { return k * C + l; }
};
template <unsigned M, unsigned K, unsigned N>
struct by_matrix {
    static constexpr bool transposed = false;
    static constexpr unsigned lanes = M * N, terms = K;
    static constexpr unsigned a(unsigned l, unsigned k) { return l / N * K + k; }
    static constexpr unsigned b(unsigned l, unsigned k) { return k * N + l % N; }
};
template <unsigned M, unsigned K, unsigned N>
struct by_transposed {  // b's rows are its columns
    static constexpr bool transposed = true;
    static constexpr unsigned lanes = M * N, terms = K;
    static constexpr unsigned a(unsigned l, unsigned k) { return l / N * K + k; }
    static constexpr unsigned b(unsigned l, unsigned k) { return l % N * K + k; }
};
template <unsigned M, unsigned N>
struct by_convolution {
    static constexpr bool transposed = false;
    static constexpr unsigned lanes = M, terms = N;
    static constexpr unsigned a(unsigned l, unsigned k) { return l + k; }
    static constexpr unsigned b(unsigned, unsigned k) { return k; }
};

// 16-bit products fill 32 lanes of 32 bits or 16 of 64.
template <class A, class B, unsigned Lanes>
using ml_tag = std::conditional_t<is_integer<A> && !is_complex<A> && !is_complex<B> && element_bits<A> == 16 &&
                                      element_bits<B> == 16 && Lanes <= 16,
                                  acc64, decltype(default_tag<A, B>())>;

template <class Pattern, class Acc, class A, unsigned NA, class B, unsigned NB>
Acc ml_products(const Acc* acc, bool minus_acc, bool shift16, bool minus, const ::aie::vector<A, NA>& a,
                const ::aie::vector<B, NB>& b) {
    using Tag = typename Acc::value_type;
    Acc out;
    for (unsigned l = 0; l < Pattern::lanes; ++l) {
        collector<Tag> lane;
        if (acc) {
            auto start = acc->lane(l);
            if constexpr (!Tag::is_float && !Tag::is_complex)
                if (shift16) start >>= 16;
            lane = collector<Tag>(minus_acc ? negated<Tag>(start) : start);
        }
        for (unsigned k = 0; k < Pattern::terms; ++k)
            if (Pattern::a(l, k) < NA && Pattern::b(l, k) < NB)
                add_product<A, B>(lane, widened(a.lane(Pattern::a(l, k))), widened(b.lane(Pattern::b(l, k))), minus);
        out.lane(l) = lane.done();
    }
    return out;
}

// The products of two blocks are whole numbers with one exponent: their sum is exact, and rounded once when it is added
// to the accumulator (policy block_product).
template <class Pattern, class Acc, class Block, unsigned NA, unsigned NB>
::aie::accum<accfloat, Pattern::lanes> block_products(const Acc* acc, bool minus_acc, bool minus,
                                                      const ::aie::block_vector<Block, NA>& a,
                                                      const ::aie::block_vector<Block, NB>& b) {
    static_assert(Pattern::transposed, "blocks run along the terms: give the second operand with its columns as rows");
    constexpr unsigned width = Block::block, run = Pattern::terms < width ? Pattern::terms : width;
    ::aie::accum<accfloat, Pattern::lanes> out;
    for (unsigned l = 0; l < Pattern::lanes; ++l) {
        float total = acc ? (minus_acc ? -acc->lane(l) : acc->lane(l)) : 0.0f;
        for (unsigned first = 0; first < Pattern::terms; first += run) {  // terms whose exponents are the same
            const unsigned i = Pattern::a(l, first), j = Pattern::b(l, first);
            const Block &x = a.block(i / width), &y = b.block(j / width);
            int sum = 0;
            for (unsigned k = 0; k < run; ++k) sum += x.mantissa[(i + k) % width] * y.mantissa[(j + k) % width];
            const float exact =
                settled<flushed>(static_cast<float>(std::ldexp(minus ? -sum : sum, x.exponent + y.exponent - 266)));
            total = acc || first ? plus(total, exact) : exact;
        }
        out.lane(l) = total;
    }
    return out;
}

// Operands whose signs are decided while running: a, sign, b, sign.
template <class V, class F>
auto with_sign(const V& v, int sign, F f) {
    using T = typename V::value_type;
    if constexpr (std::is_integral_v<T>)
        return sign ? f(v.template cast_to<std::make_signed_t<T>>()) : f(v.template cast_to<std::make_unsigned_t<T>>());
    else
        return f(v);
}

template <class Pattern>
struct ml_call {
    template <class A, unsigned NA, class B, unsigned NB>
    static auto mul(bool minus, const ::aie::vector<A, NA>& a, const ::aie::vector<B, NB>& b) {
        using Acc = ::aie::accum<ml_tag<A, B, Pattern::lanes>, Pattern::lanes>;
        return ml_products<Pattern, Acc>(nullptr, false, false, minus, a, b);
    }
    // Two terms, each operand in two registers.
    template <class A, class B>
        requires(Pattern::terms == 2)
    static auto mul(bool minus, const ::aie::vector<A, Pattern::lanes>& a0, const ::aie::vector<A, Pattern::lanes>& a1,
                    const ::aie::vector<B, Pattern::lanes>& b0, const ::aie::vector<B, Pattern::lanes>& b1) {
        return mul(minus, ::aie::lanes::concat(a0, a1), ::aie::lanes::concat(b0, b1));
    }
    template <class A, class B, class Tag, class... More>
        requires(Pattern::terms == 2)
    static auto mac(bool minus, const ::aie::vector<A, Pattern::lanes>& a0, const ::aie::vector<A, Pattern::lanes>& a1,
                    const ::aie::vector<B, Pattern::lanes>& b0, const ::aie::vector<B, Pattern::lanes>& b1,
                    const ::aie::accum<Tag, Pattern::lanes>& acc, More... more) {
        return mac(minus, ::aie::lanes::concat(a0, a1), ::aie::lanes::concat(b0, b1), acc, more...);
    }
    // Block floats, whose rows are blocks.
    template <class B, unsigned NA, unsigned NB>
    static auto mul(bool minus, const ::aie::block_vector<B, NA>& a, const ::aie::block_vector<B, NB>& b) {
        return block_products<Pattern>(static_cast<::aie::accum<accfloat, Pattern::lanes>*>(nullptr), false, minus, a, b);
    }
    template <class B, unsigned NA, unsigned NB>
    static auto mac(bool minus, const ::aie::block_vector<B, NA>& a, const ::aie::block_vector<B, NB>& b,
                    const ::aie::accum<accfloat, Pattern::lanes>& acc, int zero = 0, int sub_mul = 0, int sub_acc = 0) {
        return block_products<Pattern>(zero ? nullptr : &acc, sub_acc != 0, minus != bool(sub_mul), a, b);
    }
    template <class VA, class VB>
        requires(::aie::is_vector_v<VA> && ::aie::is_vector_v<VB>)
    static auto mul(bool minus, const VA& a, int sign_a, const VB& b, int sign_b) {
        return with_sign(a, sign_a, [&](const auto& x) {
            return with_sign(b, sign_b, [&](const auto& y) { return mul(minus, x, y); });
        });
    }
    template <class A, unsigned NA, class B, unsigned NB, class Tag>
    static auto mac(bool minus, const ::aie::vector<A, NA>& a, const ::aie::vector<B, NB>& b,
                    const ::aie::accum<Tag, Pattern::lanes>& acc, int zero = 0, int shift16 = 0, int sub_mul = 0,
                    int sub_acc = 0) {
        return ml_products<Pattern, ::aie::accum<Tag, Pattern::lanes>>(zero ? nullptr : &acc, sub_acc, shift16,
                                                                       minus != bool(sub_mul), a, b);
    }
    template <class VA, class VB, class Tag, class... More>
        requires(::aie::is_vector_v<VA> && ::aie::is_vector_v<VB>)
    static auto mac(bool minus, const VA& a, int sign_a, const VB& b, int sign_b,
                    const ::aie::accum<Tag, Pattern::lanes>& acc, More... more) {
        return with_sign(a, sign_a, [&](const auto& x) {
            return with_sign(b, sign_b, [&](const auto& y) { return mac(minus, x, y, acc, more...); });
        });
    }
};

}  // namespace lanewise::aie

#define LANEWISE_ML(suffix, ...)                                                                              \
    template <class... A>                                                                                     \
    auto mul_##suffix(const A&... a) {                                                                        \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mul(false, a...);                          \
    }                                                                                                         \
    template <class... A>                                                                                     \
    auto negmul_##suffix(const A&... a) {                                                                     \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mul(true, a...);                           \
    }                                                                                                         \
    template <class... A>                                                                                     \
    auto mac_##suffix(const A&... a) {                                                                        \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mac(false, a...);                          \
    }                                                                                                         \
    template <class... A>                                                                                     \
    auto msc_##suffix(const A&... a) {                                                                        \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mac(true, a...);                           \
    }                                                                                                         \
    template <class... A>                                                                                     \
    auto mac_##suffix##_conf(const A&... a) {                                                                 \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mac(false, a...);                          \
    }                                                                                                         \
    template <class... A>                                                                                     \
    auto msc_##suffix##_conf(const A&... a) {                                                                 \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mac(true, a...);                           \
    }                                                                                                         \
    template <class A, class B, class Acc>                                                                    \
    auto addmac_##suffix(const A& a, const B& b, const Acc& first, const Acc& second) {                       \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mac(false, a, b, aie::lanes::add(first, second)); \
    }                                                                                                         \
    template <class A, class B, class Acc>                                                                    \
    auto addmsc_##suffix(const A& a, const B& b, const Acc& first, const Acc& second) {                       \
        return lanewise::aie::ml_call<lanewise::aie::__VA_ARGS__>::mac(true, a, b, aie::lanes::add(first, second));  \
    }
namespace lanewise_intrinsics {
LANEWISE_ML(elem_8, by_element<8, 1>)
LANEWISE_ML(elem_8_2, by_element<8, 2>)
LANEWISE_ML(elem_16, by_element<16, 1>)
LANEWISE_ML(elem_16_2, by_element<16, 2>)
LANEWISE_ML(elem_16_4, by_element<16, 4>)
LANEWISE_ML(elem_32, by_element<32, 1>)
LANEWISE_ML(elem_32_2, by_element<32, 2>)
LANEWISE_ML(elem_64, by_element<64, 1>)
LANEWISE_ML(elem_64_2, by_element<64, 2>)
LANEWISE_ML(conv_16x4, by_convolution<16, 4>)
LANEWISE_ML(conv_32x8, by_convolution<32, 8>)
LANEWISE_ML(conv_16x8, by_convolution<16, 8>)
LANEWISE_ML(conv_32x4, by_convolution<32, 4>)
LANEWISE_ML(conv_64x8, by_convolution<64, 8>)
#define LANEWISE_ML_MATRIX(M, K, N)                      \
    LANEWISE_ML(M##x##K##_##K##x##N, by_matrix<M, K, N>) \
    LANEWISE_ML(M##x##K##_##K##x##N##T, by_transposed<M, K, N>)
LANEWISE_ML_MATRIX(1, 2, 4)
LANEWISE_ML_MATRIX(1, 2, 8)
LANEWISE_ML_MATRIX(1, 4, 8)
LANEWISE_ML_MATRIX(2, 2, 8)
LANEWISE_ML_MATRIX(2, 4, 8)
LANEWISE_ML_MATRIX(2, 8, 8)
LANEWISE_ML_MATRIX(2, 16, 8)
LANEWISE_ML_MATRIX(4, 1, 4)
LANEWISE_ML_MATRIX(4, 1, 8)
LANEWISE_ML_MATRIX(4, 2, 4)
LANEWISE_ML_MATRIX(4, 2, 8)
LANEWISE_ML_MATRIX(4, 4, 4)
LANEWISE_ML_MATRIX(4, 4, 8)
LANEWISE_ML_MATRIX(4, 8, 4)
LANEWISE_ML_MATRIX(4, 8, 8)
LANEWISE_ML_MATRIX(4, 8, 16)
LANEWISE_ML_MATRIX(4, 16, 4)
LANEWISE_ML_MATRIX(4, 16, 8)
LANEWISE_ML_MATRIX(4, 16, 16)
LANEWISE_ML_MATRIX(4, 32, 8)
LANEWISE_ML_MATRIX(8, 1, 8)
LANEWISE_ML_MATRIX(8, 2, 8)
LANEWISE_ML_MATRIX(8, 4, 8)
LANEWISE_ML_MATRIX(8, 8, 4)
LANEWISE_ML_MATRIX(8, 8, 8)
LANEWISE_ML_MATRIX(8, 16, 8)
}  // namespace lanewise_intrinsics
#undef LANEWISE_ML_MATRIX
#undef LANEWISE_ML
