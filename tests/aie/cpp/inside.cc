// Names and forms that published kernels use besides the documented ones, each as a function with its results.
#include <adf.h>
#include <aie_api/aie.hpp>
#include <aie_api/utils.hpp>
#if __AIE_ARCH__ >= 20
#include "lut_based_ops.h"
#endif

// --- all generations ---

using whole = aie::vector<int32>;  // 512 bits
template <class T>
void lanes_of(int32 *out) { *out = aie::vector<T>::size(); }
void default_sizes(int32 *out) {
    lanes_of<int8>(out);
    lanes_of<int16>(out + 1);
    lanes_of<float>(out + 2);
    lanes_of<cint16>(out + 3);
    out[4] = whole::size() + sizeof(whole);
}
void scalar_zeros(cint16 *c, float *f, int16 *i) {
    *c = aie::zero<cint16>();
    *f = aie::zero<float>();
    *i = aie::zero<int16>();
}
template <int I>
constexpr int squared() { return I * I; }
void unrolled(int32 *out) {
    int32 *to = out;
    aie::unroll_for<int, 0, 4>([&](auto i) __aie_inline { constexpr int j = squared<i>(); *to++ = j; });
    aie::unroll_for<unsigned, 1, 10, 4>([&](auto i) { *to++ = i; });
    aie::unroll_for<int, 5, 0, -2>([&](auto i) { *to++ = i; });
    aie::unroll_times<3>([&]() { *to++ = 77; });
    aie::unroll_times<2>([&](auto i) { *to++ = 100 + i; });
    aie::unroll_for_2d<int, 0, 2, 1, 4, 0, -2>([&](auto y, auto x) { *to++ = 10 * y + x; });
    aie::unroll_times_2d<2, 3>([&](auto y, auto x) { *to++ = 1000 * y + x; });
}
__aie_inline int32 helper(int32 x) { return x + 1; }
void asserted(int32 *x) {
    RUNTIME_ASSERT(x[0] > 0, "the first word is positive");
    RUNTIME_ASSERT_NO_ASSUME(x[1] > 0, "the second too");
    REQUIRES(x[2] > 0);
    REQUIRES_MSG(x[3] > 0, "and the last");
    x[0] = helper(x[0]);
}
void joined(int16 *x, int16 *y) {
    aie::vector<int16, 8> a = aie::load_v<8>(x), b = aie::load_v<8>(x + 8);
    aie::store_v(y, concat_vector(a, b));
    aie::store_v(y + 16, aie::concat(std::pair(b, a)));
    aie::store_v(y + 32, aie::concat(std::make_tuple(a, b)));
    aie::accum<acc48, 8> p(a, 1), q(b, 2);
    using Acc = aie::accum<acc48, 8>;
    aie::store_v(y + 48, aie::concat<Acc, Acc>(p, q).to_vector<int16>(0));
    aie::store_v(y + 64, aie::concat(q, p).to_vector<int16>(0));
    aie::store_v(y + 80, aie::concat<aie::vector<int16, 8>, aie::vector<int16, 8>>(a, b));
}
void scalars_first(int32 *x, int32 *y) {
    aie::vector<int32, 8> v = aie::load_v<8>(x);
    auto d = aie::sub(int32(100), v);
    auto e = aie::bit_and(int32(12), v);
    aie::store_v(y, d);
    aie::store_v(y + 8, e);
    aie::store_v(y + 16, aie::add(int32(5), v));
}
void elements(int32 *x, int32 *y) {
    aie::vector<int32, 8> v = aie::load_v<8>(x);
    const aie::vector<int32, 8> w = v;
    *y++ = v[0] == w[1];
    *y++ = v[0] != 3;
    *y++ = 3 < v[1];
    *y++ = v[0] <= v[1];
    *y++ = v[2] > w[3];
    *y++ = w[2] >= 5;
    *y++ = v[0] + w[1];
    *y++ = v[0] - 1;
    *y++ = 2 * v[1];
    *y++ = v[4] & 6;
    *y++ = v[4] | w[5];
    *y++ = v[4] ^ 3;
    *y++ = v[4] << 2;
    *y++ = v[4] >> 1;
    *y++ = ~v[4];
}
void parts(cint16 *x, int16 *y, cint16 *z, cint32 *w) {
    aie::vector<cint16, 8> v = aie::load_v<8>(x);
    auto [re, im] = aie::detail::unzip_complex(v);
    aie::store_v(y, re);
    aie::store_v(y + 8, im);
    aie::store_v(z, aie::detail::combine_into_complex(im, re));
#if __AIE_ARCH__ == 10
    using Tag = cacc48;
#else
    using Tag = cacc64;
#endif
    aie::accum<Tag, 8> acc(v, 3);
    auto [a, b] = aie::detail::unzip_complex(acc);
    static_assert(!decltype(a)::is_complex());
    aie::store_v(w, aie::detail::combine_into_complex(b, a).template to_vector<cint32>(0));
}
void shifted(int16 *x, int16 *y) {
    aie::set_rounding(aie::rounding_mode::conv_even);
    aie::set_saturation(aie::saturation_mode::saturate);
    aie::vector<int16, 16> v = aie::load_v<16>(x);
    aie::store_v(y, aie::detail::shift<int16, 16>::run(v, 0, 2));
    aie::store_v(y + 16, aie::detail::shift<int16, 16>::run(v, 3, 1));
    aie::store_v(y + 32, aie::detail::transpose<int16, 16>::run(v, 2, 8));
}
void around(int16 *x, int16 *y) {
    aie::detail::random_circular_iterator<int16, 6, 1> it(x);
    for (int i = 0; i < 9; i++) *y++ = *it++;
}
void in_line(int16 *x, int16 *y) {
    aie::detail::restrict_vector_iterator<int16, 8, 1, aie_dm_resource::a> it(x);
    ++it;
    aie::store_v(y, *it);
}
void fixed(float *x, int16 *y) {
    aie::vector<float, 8> v = aie::load_v<8>(x);
    aie::accum<accfloat, 8> a;
    a.from_vector(v);
    aie::store_v(y, aie::to_fixed<int16, 8>(a, 2));
    aie::store_v(y + 8, aie::to_fixed<int16, 8>(v, 2));
    aie::store_v(x, a.to_vector());
}
void reciprocals(float *x, float *y) {
    using namespace aie;
    y[0] = invsqrt(x[0]);
    y[1] = inv(x[0]);
    y[2] = aie::invsqrt(x[0]);
    y[3] = ::invsqrt(x[0]);
    y[4] = sqrt(x[0]);
    y[5] = aie::sqrt(x[0]);
}
void registers_of_the_tile(int32 *x) { *x = read_tm(0x100); }
void written_registers(int32 *x) { write_tm(*x, 0x100); }

#if __AIE_ARCH__ == 10
// --- the first one ---

void zipped(int32 *x, int16 *y) {
    aie::accum<acc48, 16> a(aie::load_v<16>(x), 0);
    aie::store_v(y, a.to_vector_zip<int16>(1));
    aie::store_v(y + 16, v16int16(srs_ilv(a, 1)));
}
void complex_product(cfloat *x, float *y, int32 *won) {
    // Eight lanes, real and imaginary parts in turn, as published kernels multiply them.
    v8float a = *(v8float *)x, b = *(v8float *)(x + 4);
    v16float wide = concat(a, b);
    v8float acc = null_v8float();
    acc = fpmac_conf(acc, wide, 0, 0x66442200, b, 0, 0x76543210, false, false, fpadd_add, 0, fpcmp_nrm);
    acc = fpmac_conf(acc, wide, 0, 0x77553311, b, 0, 0x67452301, false, false, fpadd_mixsub, 0, fpcmp_nrm);
    *(v8float *)y = acc;
    v8float same = fpmul_conf(wide, 0, 0x66442200, b, 0, 0x76543210, false, false, fpadd_add, 0, fpcmp_nrm);
    same = fpmac_conf(same, wide, 0, 0x77553311, b, 0, 0x67452301, false, false, fpadd_mixadd, 0xff, fpcmp_nrm);
    *(v8float *)(y + 8) = same;
    unsigned least, most;
    *(v8float *)(y + 16) = fpmac_conf(b, wide, 0, 0x76543210, b, 0, 0, true, false, fpadd_add, 0, fpcmp_lt, least);
    *(v8float *)(y + 24) = fpmac_conf(b, wide, 0, 0x76543210, b, 0, 0, true, true, fpadd_add, 0, fpcmp_ge, most);
    won[0] = least;
    won[1] = most;
}
#else
// --- the later ones ---

void reinterpreted(int32 *x, int16 *halves, int32 *y) {
    v32acc32 acc = v32acc32(*(v32int32 *)x);
    *(v32int32 *)y = v32int32(acc);
    v16float f = (v16float)*(v16int32 *)x;
    v16accfloat g = v16accfloat(f);
    *(v16float *)(y + 32) = (v16float)g;
    v16int16 h = *(v16int16 *)halves;
    v16bfloat16 b = v16bfloat16(h);
    *(v16int16 *)(halves + 16) = v16int16(b);
    v32int16 h2 = concat(h, h);
    *(v32bfloat16 *)(halves + 32) = v32bfloat16(h2);
    auto cast = aie::vector_cast<int16>(aie::vector_cast<acc32>(*(v16int32 *)x));
    *(v32int16 *)(halves + 64) = cast;
    v16acc32 kept;
    kept = f;  // the floats' bits
    aie::store_v(y + 48, kept.to_vector<float>().cast_to<int32>());
    aie::accum<acc32, 16> shifted(aie::vector<int32, 16>(*(v16int32 *)x), 2);
    aie::accum<acc32, 16> assigned;
    assigned = *(v16int32 *)x;
    *(v16int32 *)(y + 64) = v16int32(shifted);
    *(v16int32 *)(y + 80) = v16int32(assigned);
}
void floats_of(bfloat16 *x, float *y, bfloat16 *z) {
    aie::accum<accfloat, 16> a = aie::load_v<16>(x);
    aie::vector<float, 16> f = a;
    aie::vector<bfloat16, 16> b = a;
    aie::store_v(y, f);
    aie::store_v(z, b);
    aie::store_v(y + 16, a.to_vector());
    *(v16accfloat *)(y + 32) = broadcast_to_v16accfloat(2.5f);
    aie::store_v(y + 48, ups_to_v16accfloat(b).to_vector());
    aie::store_v(z + 16, to_v16bfloat16(a));
    v32bfloat16 all = broadcast_one_to_v32bfloat16();
    v4bfloat16 group = extract_v4bfloat16(concat(b, b), 5);
    all = insert(all, 1, group);
    *(v32bfloat16 *)(z + 32) = all;
    *(v32bfloat16 *)(z + 64) = broadcast_to_v32bfloat16(group);
    *(v32bfloat16 *)(z + 96) = shift(concat(b, b), all, 3u);
}
void small_matrices(bfloat16 *a, bfloat16 *b, float *c) {
    v16accfloat acc = mul_4x8_8x4(*(v32bfloat16 *)a, *(v32bfloat16 *)b);
    *(v16accfloat *)c = mac_4x8_8x4(*(v32bfloat16 *)a, *(v32bfloat16 *)b, acc);
}
void long_products(int32 *a, int32 *b, int32 *y) {
    v16int32 a0 = *(v16int32 *)a, a1 = *(v16int32 *)(a + 16), b0 = *(v16int32 *)b, b1 = *(v16int32 *)(b + 16);
    v16acc64 acc = mul_elem_16_2(a0, a1, b0, b1);
    aie::store_v(y, aie::accum<acc64, 16>(acc).to_vector<int32>(0));
    aie::store_v(y + 16, mul_elem_16_2(a0, undef_v16int32(), b0, broadcast_zero_s32()).to_vector<int32>(0));
    aie::store_v(y + 32, mac_elem_16_2(a0, a1, b0, b1, acc).to_vector<int32>(0));
}
void compared(bfloat16 *x, int32 *y) {
    aie::vector<bfloat16, 16> v = aie::load_v<16>(x);
    *y++ = v[0] < v[1];
    *y++ = v[0] == v[0];
    *y++ = v[1] > 2.0f;
    *y++ = v[1] != x[1];
    *y++ = float(v[0] + v[1]) == 4.0f;
}
void looked_up(int32 *index, int8 *table, int8 *y) {
    v64int8 first, second;
    load_lut_2x_int8(table, table, *(v16int32 *)index, first, second);
    *(v64int8 *)y = first;
}
void barrier() { __builtin_aiev2_sched_barrier(); }
#endif

#if __AIE_ARCH__ == 21
// --- block floats ---

void copied(v64bfp16ebs8 *__restrict in, v64bfp16ebs8 *__restrict out) { *out = *in; }
void copied_in_pairs(uint8 *in, uint8 *out) { *(v128bfp16ebs8 *)out = *(v128bfp16ebs8 *)in; }
void stepped(bfp16ebs8 *in, uint8 *out) { memcpy(out, in + 2, sizeof *in); }
void products(bfp16ebs8 *a, bfp16ebs8 *b, float *c) {
    aie::block_vector_input_buffer_stream<bfp16ebs8, 64> as(a), bs(b);
    v64bfp16ebs8 chess_storage(ex0) x = as.pop();
    v64bfp16ebs8 y = bs.pop_seek(1);  // one in two
    v64accfloat chess_storage(dm0) acc = mul_8x8_8x8T(x, y);
    aie::store_v(c, aie::accum<accfloat, 64>(acc).to_vector());
    aie::block_vector<bfp16ebs8, 64> z;
    bs >> z;
    acc = mac_8x8_8x8T(x, z, acc);
    aie::store_v(c + 64, acc.to_vector());
    aie::store_v(c + 128, mac_8x8_8x8T_conf(x, z, acc, 0, 1, 0).to_vector());
    aie::store_v(c + 192, mac_8x8_8x8T_conf(x, z, acc, 0, 0, 1).to_vector());
    aie::store_v(c + 256, mac_8x8_8x8T_conf(x, z, acc, 1, 0, 0).to_vector());
    bs.seek(-3);
    as.seek_byte(-72);
    aie::block_vector<bfp16ebs8, 128> wide = concat(bs.pop(), bs.pop());
    aie::block_vector<bfp16ebs8, 32> four = as.pop().extract<32>(1);
    v64accfloat tall = mul_4x8_8x16T(four, wide);
    aie::store_v(c + 320, tall.to_vector());
    aie::store_v(c + 384, mac_4x8_8x16T_conf(four, wide, tall, 0, 0, 0).to_vector());
}
void tiles(bfp16ebs8 *a, bfp16ebs8 *b, bfloat16 *f, float *c) {
    aie::block_vector_input_buffer_stream<bfp16ebs8, 64> as(a), bs(b);
    const auto x = as.pop();
    const auto y = bs.pop();
    aie::mmul<8, 8, 8, bfp16ebs8, bfp16ebs8> t;
    t.mul(x, y);
    t.mac(x, y);
    aie::store_v(c, t.to_vector<float>());
    aie::mmul<8, 8, 8, bfloat16, bfp16ebs8> u;
    u.mul(aie::load_v<64>(f), y);
    aie::store_v(c + 64, u.to_vector<float>());
}
void converted(bfp16ebs8 *a, bfp16ebs8 *out, bfloat16 *f, float *c) {
    aie::block_vector_input_buffer_stream<bfp16ebs8, 64> as(a);
    aie::block_vector_output_buffer_stream<bfp16ebs8, 64> to(out);
    aie::accum<accfloat, 64> acc(as.pop());
    aie::store_v(c, acc.to_vector());
    to.push(acc.to_vector<bfp16ebs8>());
    acc = concat(aie::load_v<32>(f), aie::load_v<32>(f + 32));
    to << acc.to_vector<bfp16ebs8>();
    v64bfloat16 v = concat(*(v32bfloat16 *)f, *(v32bfloat16 *)(f + 32));
    v64accfloat squares = mul_elem_64(v, v);
    aie::store_v(c + 64, squares.to_vector());
}
#endif
