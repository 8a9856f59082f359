// Layers of neural networks and lines of images, in the manner of open repositories.
#include <stdint.h>

#include <aie_api/aie.hpp>

#include "aie_kernel_utils.h"
#include "lut_based_ops.h"

#define LANES 32
constexpr float log2e = 1.44269504f;

template <typename T, unsigned N>
static inline float row_sum(const aie::accum<T, N> &acc) {
    return aie::reduce_add(acc.template to_vector<float>());
}

// r, g and b of 32 pixels.
static inline void channels(const uint8_t *restrict rgba, ::aie::vector<uint8_t, 32> &r, ::aie::vector<uint8_t, 32> &g,
                            ::aie::vector<uint8_t, 32> &b) {
    auto [rg, ba] = ::aie::interleave_unzip(::aie::load_v<64>(rgba), ::aie::load_v<64>(rgba + 64), 2);
    r = ::aie::filter_even(rg, 1);
    g = ::aie::filter_odd(rg, 1);
    b = ::aie::filter_even(ba, 1);
}

template <typename T, int N>
__attribute__((noinline)) void cut(T *in, T *out, const int32_t n, const T &limit, const T &high) {
    ::aie::vector<T, N> constants;
    constants[0] = 0;
    constants[1] = limit;
    constants[2] = high;
    for (int i = 0; i < n; i += N) chess_prepare_for_pipelining chess_loop_range(2, ) {
        ::aie::vector<T, N> data = ::aie::load_v(in);
        in += N;
        ::aie::mask<N> above = ::aie::lt(constants[1], data);
        ::aie::store_v(out, ::aie::select(constants[0], constants[2], above));
        out += N;
    }
}

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

extern "C" {

void softmax_exp2(bfloat16 *restrict x, bfloat16 *restrict y, const int32_t n) {
    event0();
    auto in = aie::cbegin_restrict_vector<LANES>(x);
    auto again = aie::cbegin_restrict_vector<LANES>(x);
    auto out = aie::begin_restrict_vector<LANES>(y);
    aie::vector<bfloat16, LANES> scale = aie::broadcast<bfloat16, LANES>((bfloat16)log2e), top;
    aie::accum<accfloat, LANES> scaled, sum = aie::zeros<accfloat, LANES>();
    float largest = -1e30f;
    for (int i = 0; i < n / LANES; i++) {
        scaled = aie::mul(*in++, scale);
        float here = aie::reduce_max(scaled.to_vector<bfloat16>());
        if (here > largest) largest = here;
    }
    top = aie::broadcast<bfloat16, LANES>(largest);
    AIE_PREPARE_FOR_PIPELINING
    AIE_LOOP_MIN_ITERATION_COUNT(2)
    for (int i = 0; i < n / LANES; i++) {
        scaled = aie::sub(aie::mul(*again++, scale), top);
        aie::vector<bfloat16, LANES> e = aie::exp2<bfloat16>(scaled.to_vector<float>());
        sum = aie::add(sum, e);
        *out++ = e;
    }
    bfloat16 inverse = (bfloat16)aie::inv(row_sum(sum));
    auto place = aie::begin_vector<LANES>(y);
    for (int i = 0; i < n / LANES; i++) {
        aie::vector<bfloat16, LANES> e = *place;
        *place++ = aie::mul(e, inverse).to_vector<bfloat16>();
    }
    event1();
}

void softmax_table(bfloat16 *restrict x, bfloat16 *restrict y, const int32_t n) {
    v16accfloat sum = broadcast_zero_to_v16accfloat();
    for (int i = 0; i < n; i += 16) {
        v16bfloat16 e = to_v16bfloat16(getExpBf16(*(v16bfloat16 *)(x + i)));
        sum = add(sum, ups_to_v16accfloat(e));
        *(v16bfloat16 *)(y + i) = e;
    }
    bfloat16 inverse = inv(row_sum(sum));
    for (int i = 0; i < n; i += 16) {
        aie::vector<bfloat16, 16> e = aie::load_v<16>(y + i);
        aie::store_v(y + i, aie::mul(e, inverse).to_vector<bfloat16>());
    }
}

void rms_norm(bfloat16 *restrict x, bfloat16 *restrict y, int32_t rows, int32_t columns) {
    for (int r = 0; r < rows; r++, x += columns, y += columns) {
        ::aie::accum squares = ::aie::zeros<accfloat, 16>();
        for (int i = 0; i < columns; i += 16) squares = ::aie::mac_square(squares, ::aie::load_v<16>(x + i));
        float scale = ::aie::invsqrt(row_sum(squares) / columns + 1e-5f);
        for (int i = 0; i < columns; i += 16) {
            ::aie::vector<bfloat16, 16> scaled = ::aie::mul(::aie::load_v<16>(x + i), bfloat16(scale));
            ::aie::store_v(y + i, scaled);
        }
    }
}

void layer_norm(const bfloat16 *restrict x, bfloat16 *restrict y, int32_t rows, int32_t columns) {
    for (int r = 0; r < rows; r++, x += columns, y += columns) {
        ::aie::accum<accfloat, 16> sum = ::aie::zeros<accfloat, 16>(), squares = sum;
        for (int i = 0; i < columns; i += 16) {
            auto v = ::aie::load_v<16>(x + i);
            sum = ::aie::add(sum, v);
            squares = ::aie::mac(squares, v, v);
        }
        const float mean = row_sum(sum) / float(columns);
        const float scale = ::aie::invsqrt(row_sum(squares) / float(columns) - mean * mean + 1e-5f);
        for (int i = 0; i < columns; i += 16) {
            ::aie::vector<bfloat16, 16> v = ::aie::sub(::aie::load_v<16>(x + i), ::aie::broadcast<bfloat16, 16>(mean));
            ::aie::store_v(y + i, ::aie::mul(v, ::aie::broadcast<bfloat16, 16>(scale)).to_vector<bfloat16>());
        }
    }
}

// Pairs turned by the cosine and sine beside them.
void rotate_pairs(const bfloat16 *restrict x, const bfloat16 *restrict angles, bfloat16 *restrict y, int32_t n) {
    for (int i = 0; i < n; i += 16) {
        ::aie::vector<bfloat16, 16> v = ::aie::load_v<16>(x + i), a = ::aie::load_v<16>(angles + i);
        ::aie::vector<bfloat16, 8> even = ::aie::filter_even(v), odd = ::aie::filter_odd(v);
        ::aie::vector<bfloat16, 8> c = ::aie::filter_even(a), s = ::aie::filter_odd(a);
        ::aie::vector<bfloat16, 8> re = ::aie::msc(::aie::mul(even, c), odd, s), im = ::aie::mac(::aie::mul(even, s), odd, c);
        auto [low, high] = ::aie::interleave_zip(re, im, 1);
        ::aie::store_v(y + i, ::aie::concat(low, high));
    }
}

void gelu(bfloat16 *restrict x, bfloat16 *restrict y, int n) {
    const aie::vector<bfloat16, 16> half = aie::broadcast<bfloat16, 16>(0.5f), one = aie::broadcast<bfloat16, 16>(1.0f);
    for (int i = 0; i < n; i += 16) {
        aie::vector<bfloat16, 16> v = aie::load_v<16>(x + i);
        aie::vector<bfloat16, 16> cube = aie::mul(aie::mul(v, v).to_vector<bfloat16>(), v);
        aie::vector<bfloat16, 16> inner = aie::mac(aie::accum<accfloat, 16>(v), cube, bfloat16(0.044715f));
        aie::vector<bfloat16, 16> t = getTanhBf16(aie::mul(inner, bfloat16(0.79788456f)).to_vector<bfloat16>());
        aie::vector<bfloat16, 16> gate = aie::mul(aie::add(t, one), half);
        aie::store_v(y + i, aie::mul(v, gate).to_vector<bfloat16>());
    }
}

void leaky_relu(bfloat16 *restrict x, bfloat16 *restrict y, const int n, const float slope) {
    for (int i = 0; i < n; i += 32) {
        aie::vector<bfloat16, 32> v = aie::load_v<32>(x + i);
        aie::vector<bfloat16, 32> low = aie::mul(v, aie::broadcast<bfloat16, 32>(slope));
        aie::store_v(y + i, aie::select(low, v, aie::gt(v, bfloat16(0.0f))));
    }
}

// bfloat16 beside other numbers in `?:`, also in a macro and over two lines.
void scalar_choices(bfloat16 *x, bfloat16 *y, float *f, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] > 0 ? x[i] : 0;
    for (int i = 0; i < n; i++) f[i] = i % 2 ? f[i] : x[i];
    for (int i = 0; i < n; i++) y[i] = i < 4 ? LARGER(x[i], 0.5f) : i < 6 ?
        0.25 : y[i];
}

void gray_line(uint8_t *rgba, uint8_t *y, int32_t n) {
    ::aie::vector<int16_t, 16> weights(66, 129, 25, 128);
    ::aie::vector<uint8_t, 32> one = ::aie::broadcast<uint8_t, 32>(1), r, g, b;
    for (int i = 0; i < n; i += 32) {
        channels(rgba + 4 * i, r, g, b);
        ::aie::accum<acc32, 32> acc = ::aie::accumulate<32>(weights, 0, r, g, b, one);
        ::aie::store_v(y + i, acc.template to_vector<uint8_t>(8));
    }
}

void threshold_line(uint8_t *x, uint8_t *y, int32_t n, uint8_t limit, uint8_t high) {
    cut<uint8_t, 64>(x, y, n, limit, high < UCHAR_MAX ? high : UCHAR_MAX);
}

void stencil_line(uint8_t *above, uint8_t *here, uint8_t *below, uint8_t *y, int32_t n, int8_t *taps) {
    set_sat();
    v64int8 k0 = set_v64int8(0, *(v32int8 *)taps), k1 = shift_bytes(k0, k0, 8), k2 = shift_bytes(k0, k0, 16);
    v64uint8 third = undef_v64uint8();
    for (int i = 0; i < n; i += 32) {
        third = insert(third, 0, *(v32uint8 *)(below + i));
        third = insert(third, 1, *(v32uint8 *)(below + i + 32));
        v32acc32 acc = mul_conv_32x8(*(v64uint8 *)(above + i), k0);
        acc = mac_conv_32x8(*(v64uint8 *)(here + i), k1, acc);
        acc = mac_conv_32x8(third, k2, acc);
        *(v32uint8 *)(y + i) = srs_to_v32uint8(acc, 2);
    }
}

// A convolution of three rows, eight channels each way, pixels in fours.
void conv3x3(uint8_t *above, uint8_t *here, uint8_t *below, int8_t *w, uint8_t *y, const int32_t width, const int shift) {
    ::aie::set_saturation(aie::saturation_mode::saturate);
    ::aie::set_rounding(aie::rounding_mode::conv_even);
    const uint8_t *row[3] = {above, here, below};
    for (int x = 0; x < width; x += 4) {
        aie::mmul<4, 8, 8, uint8, int8> sum;
        sum = aie::zeros<acc32, 32>();
        for (int i = 0; i < 3; i++) {
            const uint8_t *p = row[i] + 8 * x;
            aie::vector<uint8, 32> in = aie::load_v<32>(p), none = aie::zeros<uint8, 32>();
            aie::vector<uint8, 32> before = x ? aie::load_v<32>(p - 32) : none;
            aie::vector<uint8, 32> after = x + 4 < width ? aie::load_v<32>(p + 32) : none;
            v64uint8 both = concat(in, after);
            sum.mac(aie::shuffle_up_fill(in, before, 8), aie::load_v<64>(w + i * 192));
            sum.mac(in, aie::load_v<64>(w + i * 192 + 64));
            sum.mac(shift_bytes(both, both, 8).extract<32>(0), aie::load_v<64>(w + i * 192 + 128));
        }
        aie::store_v(y + 8 * x, sum.to_vector<uint8>(shift));
    }
}
}
