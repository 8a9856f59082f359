// Faults on AI Engines (ML) in kernels with scalar loops, filters and early ends: by_hand_engine.py calls them.
#include <adf.h>
#include <aie_api/aie.hpp>

constexpr int N = 128;

void scalar_loop_too_long(const int16* x, int16* y, int32 fault)
{
    for (int i = 0; i < (fault ? N + 1 : N); ++i) y[i] = x[i % N] + 1;  //! scalar_loop_too_long 68 MEM-009 check
}

void stores_in_front(const int16* x, int16* y, int32 fault)
{
    for (int row = 0; row < 4; ++row) aie::store_v(y + 32 * (fault ? row - 1 : row), aie::load_v<32>(x + 32 * row));  //! stores_in_front 68 AIE-009 check
}

void tail_loaded_unaligned(const int16* x, int16* y, int32 fault)
{
    const auto last = aie::load_unaligned_v<32>(x + (fault ? N - 16 : N - 32));  //! tail_loaded_unaligned 68 MEM-009 warning check
    aie::store_v(y, last);
}

// Eight taps over windows that slide: the last window begins where only half of it is there.
void window_slides_out(const int16* x, int16* y, int32 fault)
{
    const aie::vector<int16, 16> taps = aie::broadcast<int16, 16>(1);
    for (int i = 0; i < (fault ? 4 : 3); ++i) {
        const auto low = aie::load_v<32>(x + 32 * i), high = aie::load_v<32>(x + 32 * (i + 1));  //! window_slides_out 68 MEM-009 warning check
        const auto both = aie::concat(low.extract<16>(0), high.extract<16>(0));
        aie::store_v(y + 32 * i, aie::add(both, aie::concat(taps, taps)));
    }
}

void sum_that_was_never_zero(const int16* x, int16* y, int32 fault)
{
    aie::accum<acc32, 32> sum;
    if (!fault) sum = aie::zeros<acc32, 32>();
    const auto one = aie::broadcast<int16, 32>(1);
    for (int i = 0; i < 4; ++i) sum = aie::mac(sum, aie::load_v<32>(x + 32 * i), one);  //! sum_that_was_never_zero 59 INIT-004 warning check
    aie::store_v(y, sum.to_vector<int16>(0));
}

// The mode is set back, but not where the function ends early.
void ends_early(const int16* x, int16* y, int32 fault)
{
    const auto before = aie::swap_rounding(aie::rounding_mode::conv_even);
    aie::store_v(y, aie::mul(aie::load_v<32>(x), int16(7)).to_vector<int16>(2));
    if (fault && y[0] == y[1]) return;
    aie::set_rounding(before);
}
void after_an_early_end(const int16* x, int16* y, int32)
{
    aie::store_v(y, aie::mul(aie::load_v<32>(x), int16(7)).to_vector<int16>(3));  //! after_an_early_end 64 STATE-107 warning check
}

void shift_of_an_argument(const int16* x, int16* y, int32 fault)
{
    const int shift = fault ? 64 : 4;
    auto from = aie::begin_vector<32>(x);
    auto to = aie::begin_vector<32>(y);
    for (int i = 0; i < 4; ++i) *to++ = aie::mul(*from++, int16(7)).to_vector<int16>(shift);  //! shift_of_an_argument 63 AIE-005 check
}

void doubled_until_it_wraps(const int16* x, int16* y, int32 fault)
{
    aie::accum<acc32, 32> sum = aie::mul(aie::load_v<32>(x), aie::load_v<32>(x));
    for (int i = 0; i < (fault ? 20 : 2); ++i) sum = aie::add(sum, sum);  //! doubled_until_it_wraps 62 NUM-004 warning check=numbers
    aie::store_v(y, sum.to_vector<int16>(20));
}
