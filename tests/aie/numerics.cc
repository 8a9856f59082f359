// The float side of the headers, called from test_aie_small.py.
#include <aie_api/aie.hpp>

namespace n = lanewise::aie;

extern "C" void fixed_8(const float *x, int32 *y, int count, int shift, int mode)
{
    for (int i = 0; i < count; ++i) y[i] = n::to_fixed<8, true>(x[i], shift, static_cast<n::rounding>(mode));
}

extern "C" void fixed_u16(const float *x, int32 *y, int count, int shift, int mode)
{
    for (int i = 0; i < count; ++i) y[i] = n::to_fixed<16, false>(x[i], shift, static_cast<n::rounding>(mode));
}

extern "C" void fixed_32(const float *x, int32 *y, int count, int shift, int mode)
{
    for (int i = 0; i < count; ++i) y[i] = n::to_fixed<32, true>(x[i], shift, static_cast<n::rounding>(mode));
}

extern "C" void floats(const int32 *x, float *y, int count, int shift)
{
    for (int i = 0; i < count; ++i) y[i] = n::to_float(x[i], shift);
}

extern "C" void blocks(const float *x, int32 *exponents, int8 *mantissas, float *back, int count, int mode)
{
    for (int b = 0; b < count; ++b) {
        const auto block = n::block_float<8>::of(x + 8 * b, static_cast<n::rounding>(mode));
        exponents[b] = block.exponent;
        for (int i = 0; i < 8; ++i) {
            mantissas[8 * b + i] = block.mantissa[i];
            back[8 * b + i] = block[i];
        }
    }
}

extern "C" void parts(const float *a, const float *b, float *y, int count, int accuracy)
{
    for (int i = 0; i < count; ++i)
        y[i] = n::multiply_in_parts<false>(nullptr, a[i], b[i], false, static_cast<n::float_accuracy>(accuracy),
                                                       n::rounding::conv_even);
}

extern "C" void flushed(const float *a, const float *b, float *sums, float *products, int count)
{
    for (int i = 0; i < count; ++i) {
        sums[i] = n::add<true>(a[i], b[i]);
        products[i] = n::multiply<true>(a[i], b[i]);
    }
}

extern "C" void scalar(const float *x, bfloat16 *direct, bfloat16 *through_double, int count)
{
    for (int i = 0; i < count; ++i) {
        direct[i] = x[i];
        through_double[i] = static_cast<double>(x[i]) * (1 + 0x1p-40);  // just beside the float
    }
}
