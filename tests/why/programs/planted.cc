// Kernels of AI Engines with one wrong line each, which is marked.
#include <aie_api/aie.hpp>

void shift_too_small(const int16_t* restrict x, const int16_t* restrict g, int16_t* restrict y, int32_t n)
{
    ::aie::set_rounding(::aie::rounding_mode::conv_even);
    ::aie::set_saturation(::aie::saturation_mode::saturate);
    for (int i = 0; i < n; i += 32) {
        auto acc = ::aie::mul(::aie::load_v<32>(x + i), ::aie::load_v<32>(g + i));
        ::aie::store_v(y + i, acc.to_vector<int16_t>(13));  // planted: shift_too_small
    }
}

void not_saturated(const int16_t* restrict x, const int16_t* restrict g, int16_t* restrict y, int32_t n)
{
    ::aie::set_rounding(::aie::rounding_mode::conv_even);
    ::aie::set_saturation(::aie::saturation_mode::none);
    for (int i = 0; i < n; i += 32) {
        ::aie::vector<int16_t, 32> a = ::aie::load_v<32>(x + i);
        auto acc = ::aie::mac(::aie::mul(a, ::aie::load_v<32>(g + i)), a, a);
        ::aie::store_v(y + i, acc.to_vector<int16_t>(14));  // planted: not_saturated
    }
}

void rounded_down(const int16_t* restrict x, const int16_t* restrict g, int16_t* restrict y, int32_t n)
{
    ::aie::set_rounding(::aie::rounding_mode::floor);
    ::aie::set_saturation(::aie::saturation_mode::saturate);
    for (int i = 0; i < n; i += 32) {
        auto acc = ::aie::mul(::aie::load_v<32>(x + i), ::aie::load_v<32>(g + i));
        ::aie::store_v(y + i, acc.to_vector<int16_t>(15));  // planted: rounded_down
    }
}

void swapped(const int16_t* restrict x, const int16_t* restrict g, int16_t* restrict y, int32_t n)
{
    for (int i = 0; i < n; i += 32)
        ::aie::store_v(y + i, ::aie::sub(::aie::load_v<32>(g + i), ::aie::load_v<32>(x + i)));  // planted: swapped
}

void index_left_out(const int16_t* restrict x, const int16_t* restrict g, int16_t* restrict y, int32_t n)
{
    for (int i = 0; i < n; i += 32) {
        ::aie::vector<int16_t, 32> a = ::aie::load_v<32>(x + i);
        ::aie::vector<int16_t, 32> b = ::aie::load_v<32>(g);  // planted: index_left_out
        ::aie::store_v(y + i, ::aie::add(a, b));
    }
}
