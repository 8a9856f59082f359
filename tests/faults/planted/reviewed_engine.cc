// Kernels of AI Engines (ML) as they come in for a review: reviewed_engine.py calls them.
#include <adf.h>
#include <aie_api/aie.hpp>

constexpr int N = 256;

// A filter whose first window has only its newer half.
void history_not_filled(const int16* a, int16* y, int32 fault)
{
    aie::vector<int16, 32> window;
    if (!fault) window.insert(0, aie::zeros<int16, 16>());
    for (int i = 0; i < N / 16; ++i) {
        window.insert(1, aie::load_v<16>(a + 16 * i));
        const auto sum = aie::add(window.extract<16>(0), window.extract<16>(1));  //! history_not_filled 59 INIT-004 warning check
        aie::store_v(y + 16 * i, sum);
        window.insert(0, window.extract<16>(1));
    }
}

// Both ends of the loop count.
void largest_of_one_more(const float* a, float* y, int32 fault)
{
    aie::vector<float, 16> most = aie::load_v<16>(a);
    for (int i = 1; fault ? i <= N / 16 : i < N / 16; ++i) most = aie::max(most, aie::load_v<16>(a + 16 * i));  //! largest_of_one_more 68 MEM-009 warning check
    aie::store_v(y, most);
}

// Results are packed behind a header of four floats.
void behind_a_header(const float* a, float* y, int32 fault)
{
    for (int i = 0; i < 8; ++i)
        aie::store_v(y + 16 * i + (fault ? 4 : 0), aie::mul(aie::load_v<16>(a + 16 * i), 2.0f).to_vector<float>());  //! behind_a_header 65 AIE-011 check
}

// Colours through a table of 64 entries.
static const int16 COLOURS[64] = {1, 2, 3, 5, 8};
void looked_up_too_far(const int16* a, int16* y, int32 fault)
{
    const int most = fault ? 127 : 63;
    for (int i = 0; i < N; ++i) y[i] = COLOURS[a[i] & most];  //! looked_up_too_far 11 MEM-009 warning check
}

// Rounds to the nearest even number for itself, and for who comes next.
void rounds_to_even(const int16* a, int16* y, int32 fault)
{
    const aie::rounding_mode before = aie::get_rounding();
    aie::set_rounding(aie::rounding_mode::conv_even);
    for (int i = 0; i < N / 32; ++i) aie::store_v(y + 32 * i, aie::mul(aie::load_v<32>(a + 32 * i), int16(5)).to_vector<int16>(3));
    if (!fault) aie::set_rounding(before);
}
void rounds_as_it_finds(const int16* a, int16* y, int32)
{
    for (int i = 0; i < N / 32; ++i)
        aie::store_v(y + 32 * i, aie::mul(aie::load_v<32>(a + 32 * i), int16(7)).to_vector<int16>(2));  //! rounds_as_it_finds 64 STATE-107 warning check
}
