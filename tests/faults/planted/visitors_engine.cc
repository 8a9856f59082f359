// Kernels of AI Engines (ML): filters, tables, sums and what is left set; visitors_engine.py calls them.
#include <adf.h>
#include <aie_api/aie.hpp>

// Sixteen taps over 64 samples: the last window reaches behind them.
void filter_without_a_margin(const int16* x, int16* y, int32 fault)
{
    const int samples = fault ? 64 : 48;
    for (int i = 0; i < samples; ++i) {
        int32 sum = 0;
        for (int tap = 0; tap < 16; ++tap) sum += x[i + tap];  //! filter_without_a_margin 68 MEM-009 warning check
        y[i] = int16(sum >> 4);
    }
}

// A table of the function's own, asked beyond its end.
void slopes_of_too_few_parts(const int16* x, int16* y, int32 fault)
{
    const int16 slope[4] = {1, 3, 5, 7};
    for (int i = 0; i < 64; ++i) {
        const int part = fault ? i / 8 : i / 16;
        y[i] = x[i] + slope[part];  //! slopes_of_too_few_parts 68 MEM-009 warning check
    }
}

// Squares are added up without an end.
void energy_of_too_many(const int16* x, int16* y, int32 fault)
{
    const aie::vector<int16, 16> v = aie::load_v<16>(x);
    aie::accum<acc32, 16> acc = aie::zeros<acc32, 16>();
    for (int i = 0; i < (fault ? 64 : 4); ++i) acc = aie::mac(acc, v, v);  //! energy_of_too_many 62 NUM-004 warning check=numbers
    aie::store_v(y, acc.to_vector<int16>(15));
}

// A shift that is worked out from the data: twice as far as there are bits.
void scaled_by_the_data(const int16* x, int16* y, int32 fault)
{
    const int shift = fault ? x[0] : x[0] / 8;
    const aie::accum<acc32, 16> acc = aie::mul(aie::load_v<16>(x), int16(7));
    aie::store_v(y, aie::to_vector<int16>(acc, shift));  //! scaled_by_the_data 63 AIE-005 check
}

// Results are put next to each other, eight at a time, with an element between them.
void a_gap_between_results(const int16* x, int16* y, int32 fault)
{
    int at = 0;
    for (int i = 0; i < 3; ++i) {
        const aie::vector<int16, 16> v = aie::load_v<16>(x + 16 * i);
        aie::store_v(y + at, aie::add(v, v));  //! a_gap_between_results 65 AIE-011 check
        at += fault ? 17 : 16;
    }
}

// The largest of all vectors, where the first is of nobody.
void largest_begins_with_nobody(const int16* x, int16* y, int32 fault)
{
    aie::accum<acc32, 16> sum;
    if (!fault) sum = aie::zeros<acc32, 16>();
    for (int i = 0; i < 4; ++i) sum = aie::add(sum, aie::load_v<16>(x + 16 * i));  //! largest_begins_with_nobody 59 INIT-004 warning check
    aie::store_v(y, sum.to_vector<int16>(2));
}
