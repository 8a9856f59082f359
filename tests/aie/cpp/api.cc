// Functions of the AIE API over element types, for comparison with plain loops in Python.
#include <aie_api/aie.hpp>
#include <aie_api/fft.hpp>

template <class Acc>
static int64 *lanes(int64 *out, const Acc &acc)
{
    using P = lanewise::aie::component<typename Acc::lane_type>;
    for (unsigned i = 0; i < Acc::component_count(); ++i) *out++ = (int64)((const P *)&acc)[i];
    return out;
}
template <class A, class B>
static void products(const A *a, const B *b, int64 *out)
{
    const auto va = aie::load_v<8>(a);
    const auto vb = aie::load_v<8>(b);
    auto acc = aie::mul(va, vb);
    out = lanes(out, acc);
    out = lanes(out, aie::mac(acc, va, vb[3]));
    out = lanes(out, aie::msc(acc, a[2], vb));
    out = lanes(out, aie::negmul(va, vb));
}

extern "C" {

void products_int16_int16(const int16 *a, const int16 *b, int64 *out) { products(a, b, out); }
void products_int32_int16(const int32 *a, const int16 *b, int64 *out) { products(a, b, out); }
void products_int32_int32(const int32 *a, const int32 *b, int64 *out) { products(a, b, out); }
void products_cint16_int16(const cint16 *a, const int16 *b, int64 *out) { products(a, b, out); }
void products_cint16_cint16(const cint16 *a, const cint16 *b, int64 *out) { products(a, b, out); }
void products_int16_cint16(const int16 *a, const cint16 *b, int64 *out) { products(a, b, out); }
void products_cint32_cint16(const cint32 *a, const cint16 *b, int64 *out) { products(a, b, out); }

void slide(const int16 *c, const int16 *d, int64 *out, int cs, int ds)
{
    const aie::vector<int16, 16> coeff = aie::load_v<16>(c);
    const aie::vector<int16, 32> data = aie::load_v<32>(d);
    out = lanes(out, aie::sliding_mul_ops<8, 5, 2, 3, 1, int16, int16>::mul(coeff, cs, data, ds));
    out = lanes(out, aie::sliding_mul_ops<4, 6, 1, 1, 4, int16, int16>::negmul(coeff, cs, data, ds));
    out = lanes(out, aie::sliding_mul_xy_ops<8, 4, 1, 2, int16, int16>::mul(coeff, cs, data, ds));
    out = lanes(out, aie::sliding_mul_sym_ops<8, 9, 1, 1, 1, int16, int16>::mul_sym(coeff, cs, data, ds));
    out = lanes(out, aie::sliding_mul_sym_ops<8, 10, 1, 1, 1, int16, int16>::mul_antisym(coeff, cs, data, ds));
    out = lanes(out, aie::sliding_mul_sym_ops<8, 8, 1, 1, 1, int16, int16>::mul_sym(coeff, cs, data, ds, data, ds + 15));
    out = lanes(out, aie::sliding_mac<8, 4>(aie::sliding_mul<8, 4>(coeff, cs, data, ds), coeff, cs + 4, data, ds + 4));
    out = lanes(out, aie::accumulate<8>(coeff, cs, data.extract<8>(0), data.extract<8>(1), data.extract<8>(2)));
}

void lane_by_lane(const int32 *a, const int32 *b, int32 *out, int n)
{
    const aie::vector<int32, 8> x = aie::load_v<8>(a), y = aie::load_v<8>(b);
    const auto put = [&out](const aie::vector<int32, 8> &v) { aie::store_v(out, v); out += 8; };
    put(x + y);
    put(x - y);
    put(aie::neg(x));
    put(aie::abs(x));
    put(aie::max(x, y));
    put(aie::min(x, (int32)7));
    put(aie::maxdiff(x, y));
    put(aie::bit_and(x, y));
    put(aie::bit_or(x, y));
    put(aie::bit_xor(x, y));
    put(aie::bit_not(x));
    put(aie::upshift(x, n));
    put(aie::downshift(x, n));
    put(aie::logical_downshift(x, n));
    put(aie::select(x, y, aie::lt(x, y) ^ aie::mask<8>::from_uint32(0x0f)));
    put(aie::saturating_add(x, y));
}

void fixed_and_float(const float *x, int32 *whole, float *back, int shift)
{
    const aie::vector<float, 8> v = aie::load_v<8>(x);
    const aie::vector<int32, 8> i = aie::to_fixed<int32>(v, shift);
    aie::store_v(whole, i);
    aie::store_v(back, aie::to_float(i, shift));
}

void roots(const float *x, float *out)
{
    const aie::vector<float, 8> v = aie::load_v<8>(x);
    aie::store_v(out, aie::inv(v));
    aie::store_v(out + 8, aie::sqrt(v));
    aie::store_v(out + 16, aie::invsqrt(v));
    out[24] = aie::reduce_add(v);
}

void norms(const cint16 *x, int32 *out, int shift) { aie::store_v(out, aie::abs_square(aie::load_v<8>(x), shift)); }

void fft16(const cint16 *x, const cint16 *tw, cint16 *tmp, cint16 *y, int radix4, bool inv)
{
    aie::set_rounding(aie::rounding_mode::symmetric_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    if (radix4) {  // twiddles: w^p, w^2p, w^3p of each stage, side by side
        aie::fft_dit_r4_stage<4>(x, tw, tw + 1, tw + 2, 16, 15, 15, inv, tmp);
        aie::fft_dit_r4_stage<1>(tmp, tw + 3, tw + 7, tw + 11, 16, 15, 15, inv, y);
    } else {
        aie::fft_dit_r2_stage<8>(x, tw, 16, 15, 15, inv, y);
        aie::fft_dit_r2_stage<4>(y, tw + 1, 16, 15, 15, inv, tmp);
        aie::fft_dit_r2_stage<2>(tmp, tw + 3, 16, 15, 15, inv, y);
        aie::fft_dit_r2_stage<1>(y, tw + 7, 16, 15, 15, inv, tmp);
        for (int i = 0; i < 16; ++i) y[i] = tmp[i];
    }
}

void walks(const int32 *x, int32 *out)
{
    auto ring = aie::begin_vector_random_circular<4, 12>((int32 *)x);
    ring += 2;
    aie::store_v(out, aie::vector<int32, 4>(*ring++));
    aie::store_v(out + 4, aie::vector<int32, 4>(*ring));
    ring -= 2;
    aie::store_v(out + 8, aie::vector<int32, 4>(*ring));
    auto one = aie::begin_random_circular<5>((int32 *)x);
    for (int i = 0; i < 4; ++i, one += 3) out[12 + i] = *one;
    auto tensor = aie::make_tensor_buffer_stream(x, aie::make_tensor_descriptor<int32, 4>(aie::tensor_dim(2, 1), aie::tensor_dim(3, 2)));
    for (int i = 0; i < 6; ++i) aie::store_v(out + 16 + 4 * i, tensor.pop());
}

#if __AIE_ARCH__ >= 20
void tables(const int8 *x, const int16 *table, int16 *out)
{
    aie::lut<4, int16> t(64, table, table);
    aie::parallel_lookup<int8, aie::lut<4, int16>> lookup(t, 2, 32);
    aie::store_v(out, lookup.fetch(aie::load_v<32>(x)));
}
void shuffles(const uint8 *a, uint8 *out)
{
    const v64uint8 x = *(const v64uint8 *)a, y = *(const v64uint8 *)(a + 64);
    *(v64uint8 *)out = shuffle(x, y, T8_2x64_lo);
    *(v64uint8 *)(out + 64) = shuffle(x, y, T8_2x64_hi);
    *(v64uint8 *)(out + 128) = shuffle(x, y, T16_32x2_lo);
    *(v64uint8 *)(out + 192) = shuffle(x, y, T8_8x8);
    *(v64uint8 *)(out + 256) = shuffle(x, y, T32_4x8_hi);
    *(v64uint8 *)(out + 320) = shift_bytes(x, y, 5);
    *(v64uint8 *)(out + 384) = sel(x, y, 0x00000000ffff00ffull);
}
#endif
#if __AIE_ARCH__ == 21
void blocks(const float *a, const float *b, float *c, uint8 *raw)
{
    aie::set_rounding(aie::rounding_mode::conv_even);
    const aie::block_vector<bfp16ebs8, 64> va(aie::load_v<64>(a)), vb(aie::load_v<64>(b));
    aie::block_vector_output_buffer_stream<bfp16ebs8, 64> out(raw);
    out.push(va);
    aie::mmul<8, 8, 8, bfp16ebs8, bfp16ebs8> m;
    m.mul(va, vb);
    m.mac(va, vb);
    aie::store_v(c, m.to_vector<float>());
    aie::mmul<8, 8, 8, bfp16ebs8, bfp16ebs8> onto(aie::accum<accfloat, 64>(aie::load_v<64>(a)));
    onto.mac(va, vb);
    aie::store_v(c + 64, onto.to_vector<float>());
    out << aie::accum<accfloat, 64>(aie::load_v<64>(b)).to_vector<bfp16ebs8>();
}
#endif

}
