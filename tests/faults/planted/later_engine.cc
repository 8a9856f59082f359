// Faults on AI Engines (ML) in other shapes: later_engine.py calls them.
#include <adf.h>
#include <aie_api/aie.hpp>

void small_products_too_many(const int8* x, int8* y, int32 fault)
{
    const aie::vector<int8, 32> a = aie::load_v<32>(x);
    aie::accum<acc32, 32> acc = aie::mul(a, a);
    for (int i = 0; i < (fault ? 19 : 3); ++i) acc = aie::add(acc, acc);  //! small_products_too_many 62 NUM-004 warning check=numbers
    aie::store_v(y, acc.to_vector<int8>(12));
}

void shift_beyond_ml(const int8* x, int8* y, int32 fault)
{
    const aie::accum<acc32, 32> acc = aie::mul(aie::load_v<32>(x), aie::load_v<32>(x));
    aie::store_v(y, acc.to_vector<int8>(fault ? 60 : 7));  //! shift_beyond_ml 63 AIE-005 check
}

void last_row_is_read_twice_as_far(const int8* x, int8* y, int32 fault)
{
    aie::vector<int8, 32> most = aie::load_v<32>(x);
    for (int row = 1; row < 4; ++row) most = aie::max(most, aie::load_v<32>(x + row * (fault ? 64 : 32)));  //! last_row_is_read_twice_as_far 68 MEM-009 warning check
    aie::store_v(y, most);
}

void writes_one_vector_more(const int8* x, int8* y, int32 fault)
{
    for (int row = 0; row < (fault ? 5 : 4); ++row) aie::store_v(y + row * 32, aie::load_v<32>(x + row % 4 * 32));  //! writes_one_vector_more 68 MEM-009 check
}

void in_the_middle_of_a_vector(const int8* x, int8* y, int32 fault)
{
    aie::store_v(y + (fault ? 8 : 32), aie::load_v<32>(x));  //! in_the_middle_of_a_vector 65 AIE-011 check
}

void saturates_by_hope(const int8* x, int8* y, int32 fault)
{
    if (!fault) aie::set_saturation(aie::saturation_mode::saturate);
    const aie::accum<acc32, 32> acc = aie::mul(aie::load_v<32>(x), int8(100));
    aie::store_v(y, acc.to_vector<int8>(0));  //! saturates_by_hope 64 STATE-107 warning check
    aie::set_saturation(aie::saturation_mode::none);
}

void sets_saturation(const int8* x, int8* y, int32)
{
    aie::set_saturation(aie::saturation_mode::saturate);
    const aie::accum<acc32, 32> acc = aie::mul(aie::load_v<32>(x), int8(100));
    aie::store_v(y, acc.to_vector<int8>(0));
}
