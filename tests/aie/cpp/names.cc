// Names that kernels use beyond the common ones, each in a small function.
#include <aie_api/aie.hpp>
#include <adf.h>

void pattern(int16* x, int16* y, int32 n) {
    auto it = aie::begin_pattern<1, 3>(x);
    for (int i = 0; i < n; ++i) y[i] = *it++;
}
void views(int32* x, int32* y) {
    auto whole = aie::mdspan(x, aie::extents<unsigned, 4, 8>());
    aie::mdspan<int32, aie::dextents<unsigned, 2>> other(y, 8, 4);
    for (unsigned i = 0; i < whole.extent(0); ++i)
        for (unsigned j = 0; j < whole.extent(1); ++j) other(j, i) = whole(i, j);
    auto row = aie::submdspan(whole, 2, aie::full_extent);
    auto part = aie::submdspan(whole, std::pair(1, 3), std::pair(4, 8));
    y[32] = row[5];
    y[33] = part(1, 2);
    aie::mdspan<int32, aie::extents<unsigned, 8, 4>, aie::layout_left> columns(x, aie::extents<unsigned, 8, 4>());
    y[34] = columns(3, 2);
    y[35] = static_cast<int32>(part.size());
}
void complexes(cint16* x, cint16* y) {
    const auto v = aie::load_v<8>(x);
    y[0] = aie::reduce_max(v);
    y[1] = aie::reduce_min(v);
}
void parts(int16* x, int16* y) {
    const auto v = aie::load_v<16>(x);
    aie::store_v(y, aie::real(v));
    aie::store_v(y + 16, aie::imag(v));
}
void two_starts(int16* c, int16* x, int16* y) {
    const auto coefficients = aie::load_v<8>(c);
    const auto data = aie::load_v<32>(x);
    auto acc = aie::sliding_mul_sym<8, 8>(coefficients, 0, data, 0, 9);
    acc = aie::sliding_mac_antisym<8, 8>(acc, coefficients, 4, data, 1, 12);
    aie::store_v(y, acc.to_vector<int16>(0));
}
void any_stage(cint16* x, cint16* tw, cint16* y) { aie::fft_dit_stage<2, 1>(x, tw, 16u, 15u, 15u, false, y); }
void one_stage(cint16* x, cint16* tw, cint16* y) { aie::fft_dit_r2_stage<1>(x, tw, 16u, 15u, 15u, false, y); }
void locked(int32* x) {
    acquire_greater_equal(48, 1);
    x[0] += 1;
    release(49, 1);
}
void shifted(uint32* x) { x[0] = ((aie::mask<32>::from_uint32(x[0]) << 3) >> 1).to_uint32(0); }

#if __AIE_ARCH__ != 10
// Values with bits, modes by what they do to pairs, and a function asked for the type it has.
void with_bits(int16* x, int16* y, uint32* m, bfloat16* t) {
    static_assert(aie::vector_ldst_align_v<int16, 8> == 16 && aie::vector_ldst_align<int8, 128>::value >= 32);
    alignas(aie::vector_ldst_align_v<int16, 32>) const v32int16 a = *(v32int16*)x;
    const v32int16 b = *(v32int16*)(x + 32);
    v32int16* out = (v32int16*)y;
    *out++ = maxdiff_lt(a, b, m[0]);
    *out++ = sub_lt(a, b, m[1]);
    *out++ = sub_ge(a, b, m[2]);
    *out++ = neg_gtz(a, m[3]);
    *out++ = bneg_ltz(a, m[4]);
    m[5] = eqz(a);
    *out++ = shuffle(a, b, INTLV_hi_16o32);
    *out++ = shuffle(a, b, DINTLV_lo_16o32);
    aie::store_v(t, aie::tanh<bfloat16>(aie::zeros<bfloat16, 16>()));
}
void tensor(int16* x, int16* y) {
    const auto d = aie::make_tensor_descriptor<int16, 16>(aie::tensor_dim(2u, 1), aie::tensor_dim(2u, 8),
                                                          aie::tensor_dim(2u, 4), aie::tensor_dim(2u, 2));
    auto outer = aie::make_tensor_buffer_stream(x, d);
    auto out = aie::begin_vector<16>(y);
    for (int i = 0; i < 2; ++i) {
        auto inner = outer.pop();
        for (int j = 0; j < 8; ++j) *out++ = inner.pop();
    }
}
void unaligned(int16* x, int16* y) {
    aie::unaligned_vector_input_buffer_stream<int16, 16> in(x + 1);
    aie::unaligned_vector_output_buffer_stream<int16, 16> out(y + 3);
    aie::vector<int16, 16> v;
    in >> v;
    out << v << in.pop();
    out.flush();
}
void sparse(int8* a, uint8* b, int32* c) {
    aie::sparse_vector_input_buffer_stream<int8, 128> in(b);
    aie::mmul<4, 16, 8, int8, int8> m;
    m.mul(aie::load_v<64>(a), in.pop());
    m.mac(aie::load_v<64>(a), in.pop());
    aie::store_v(c, m.to_vector<int32>());
}
#endif
#if __AIE_ARCH__ == 21
void blocks(bfp16ebs8* a, bfp16ebs8* b, float* start, float* c, bfp16ebs8* d) {
    aie::block_vector_input_buffer_stream<bfp16ebs8, 64> left(a), right(b);
    const aie::accum<accfloat, 64> before(aie::load_v<64>(start));
    aie::mmul<8, 8, 8, bfp16ebs8, bfp16ebs8> m(before);
    m.mac(left.pop(), right.pop());
    aie::store_v(c, m.to_vector<float>());
    aie::store_v(d, m.to_vector<bfp16ebs8>());
    const aie::block_vector<bfp16ebs8, 64> again = aie::load_v<64>(d);
    aie::store_v(c + 64, again.to_accum().to_vector<float>());
}
#endif

extern "C" void unrolled(const int16 *x, int16 *y)
{
    aie::detail::utils::unroll_for<unsigned, 0, 4>([&](auto i) {
        if constexpr (i % 2 == 0) y[i] = x[i];
        else y[i] = -x[i];
    });
    aie::utils::unroll_times<2>([&](unsigned i) { y[4 + i] = 7; });
    y[6] = aie::lt(aie::load_v<16>(x), int16(3)).get_submask<8>(1).to_uint32();
#pragma clang loop min_iteration_count(1) unroll(disable)
    for (int i = 7; i < 9; ++i) y[i] = x[i];
#pragma clang loop max_iteration_count(4)
    for (int i = 9; i < 11; ++i) y[i] = x[i];
}

#if __AIE_ARCH__ != 10
// Lanes of bfloat16 as numbers, in every way that a number is asked for.
void numbers_of_lanes(const bfloat16 *a, float *o)
{
    aie::vector<bfloat16, 16> x = aie::load_v<16>(a);
    const aie::vector<bfloat16, 16> y = x;
    const float f = x[0];
    const double d = y[1];
    const bfloat16 b = x[3], c(x[4]), e = (bfloat16)y[5];
    o[0] = f, o[1] = d, o[2] = (int)x[2], o[3] = b, o[4] = c, o[5] = e;
    o[6] = x[6] * 2.0f, o[7] = 2 * x[7] + (float)y[7], o[8] = x[8] > x[9] ? x[8] : x[9], o[9] = std::max<float>(x[0], y[1]);
    o[10] = fabsf(x[10]);
    x[5] = x[6], x[7] += 1.5f;
    o[11] = x[5], o[12] = x[7], o[13] = x[0] == y[0], o[14] = x[1] - y[3], o[15] = -x[4];
}
#endif

void compound(const int16 *x, const int16 *y, int16 *z)
{
    const auto a = aie::load_v<16>(x), b = aie::load_v<16>(y);
    const auto put = [&](aie::vector<int16, 16> v) { aie::store_v(z, v), z += 16; };
    auto v = a;
    v &= b, put(v);
    v = a, v |= b, put(v);
    v = a, v ^= b, put(v);
    v = a, v |= int16(257), put(v);
    v = a, v <<= 3, put(v);
    v = a, v >>= 2, put(v);
    v = a, v += b, v -= int16(5), put(v);
    v = a;
    v[0] &= 12, v[1] |= 3, v[2] ^= -1, v[3] <<= 2, v[4] >>= 1, v[5] /= 3, v[6] *= 5;
    put(v);
}
