// Kernels of an AI Engine with a fault each; ai_engine.py calls them. `fault` says which twin runs.
#include <adf.h>
#include <aie_api/aie.hpp>

void sums_too_far(const int16* x, int16* y, int32 fault)
{
    aie::vector<int16, 16> a = aie::load_v<16>(x);
    aie::accum<acc48, 16> acc = aie::mul(a, a);
    const int steps = fault ? 18 : 1;
    for (int i = 0; i < steps; ++i) acc = aie::add(acc, acc);  //! sums_too_far 62 NUM-004 warning check=numbers
    aie::store_v(y, acc.to_vector<int16>(20));
}

void shift_out_of_range(const int16* x, int16* y, int32 fault)
{
    aie::accum<acc48, 16> acc = aie::mul(aie::load_v<16>(x), aie::load_v<16>(x));
    aie::store_v(y, acc.to_vector<int16>(fault ? 63 : 12));  //! shift_out_of_range 63 AIE-005 check
}

void unaligned_load(const int16* x, int16* y, int32 fault)
{
    aie::store_v(y, aie::load_v<16>(x + (fault ? 3 : 16)));  //! unaligned_load 65 AIE-011 warning
}

void unaligned_store(const int16* x, int16* y, int32 fault)
{
    aie::store_v(y + (fault ? 1 : 0), aie::load_v<8>(x));  //! unaligned_store 65 AIE-011 check
}

void unaligned_iterator(const int16* x, int16* y, int32 fault)
{
    auto from = aie::begin_vector<16>(x + (fault ? 5 : 0));  //! unaligned_iterator 65 AIE-011 check
    aie::store_v(y, *from);
}

void through_an_iterator(const int16* x, int16* y, int32 fault)
{
    auto from = aie::begin_vector<16>(x);
    aie::vector<int16, 16> sum = aie::zeros<int16, 16>();
    for (int i = 0; i < (fault ? 3 : 2); ++i) sum = aie::add(sum, *from++);  //! through_an_iterator 68 MEM-009 warning check
    aie::store_v(y, sum);
}

void stores_past_the_array(const int16* x, int16* y, int32 fault)
{
    aie::store_v(y, aie::load_v<16>(x));
    aie::store_v(y + (fault ? 16 : 0), aie::load_v<16>(x));  //! stores_past_the_array 68 MEM-009 check
}

void shift_below_the_range(const int16* x, int16* y, int32 fault)
{
    aie::accum<acc48, 16> acc = aie::mul(aie::load_v<16>(x), aie::load_v<16>(x));
    aie::store_v(y, acc.to_vector<int16>(fault ? -6 : 14));  //! shift_below_the_range 63 AIE-005 check
}

void products_too_many(const int16* x, int16* y, int32 fault)
{
    aie::vector<int16, 16> a = aie::load_v<16>(x);
    aie::accum<acc48, 16> acc = aie::zeros<acc48, 16>();
    const int steps = fault ? 170000 : 100;
    for (int i = 0; i < steps; ++i) acc = aie::mac(acc, a, a);  //! products_too_many 62 NUM-004 warning check=numbers
    aie::store_v(y, acc.to_vector<int16>(24));
}

void cascade_short(input_cascade<acc48>* in, int16* y, int32 fault)
{
    const int words = fault ? 3 : 2;  // two were put
    for (int i = 0; i < words; ++i) {
        aie::accum<acc48, 8> acc = readincr_v<8>(in);  //! cascade_short 66 SYNC-003
        if (i == 0) aie::store_v(y, acc.to_vector<int16>(0));
    }
}

void past_the_array(const int16* x, int16* y, int32 fault)
{
    aie::store_v(y, aie::load_v<16>(x + (fault ? 32 : 16)));  //! past_the_array 68 MEM-009 warning check
}
