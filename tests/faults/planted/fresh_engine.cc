// Kernels of AI Engines (ML) with tables, halves of vectors and lookups: fresh_engine.py calls them.
#include <adf.h>
#include <aie_api/aie.hpp>

constexpr int N = 256;

alignas(32) static const int16 window[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};

// Only the lower half of the vector is put in.
void half_of_a_vector(const int16* a, int16* y, int32 fault)
{
    aie::vector<int16, 32> both;
    both.insert(0, aie::load_v<16>(a));
    if (!fault) both.insert(1, aie::load_v<16>(a + 16));
    aie::store_v(y, aie::add(both, both));  //! half_of_a_vector 59 INIT-004 warning check
}

// A lane of sixteen is never set.
void fifteen_lanes(const int16* a, int16* y, int32 fault)
{
    aie::vector<int16, 16> weights;
    for (int i = fault ? 1 : 0; i < 16; ++i) weights[i] = a[i];
    aie::store_v(y, aie::mul(aie::load_v<16>(a), weights).to_vector<int16>(4));  //! fifteen_lanes 59 INIT-004 warning check
}

// Weights behind the end of their table.
void table_too_short(const int16* a, int16* y, int32 fault)
{
    for (int i = 0; i < 2; ++i) {
        const auto w = aie::load_v<16>(window + 16 * (fault ? i + 1 : i));  //! table_too_short 68 MEM-009 warning check
        aie::store_v(y + 16 * i, aie::mul(aie::load_v<16>(a + 16 * i), w).to_vector<int16>(4));
    }
}

// The same, by an index.
void index_of_table(const int16* a, int16* y, int32 fault)
{
    for (int i = 0; i < N; ++i) y[i] = a[i] * window[fault ? i & 63 : i & 31];  //! index_of_table 68 MEM-009 warning check
}

// Two sums that share a mode.
void rounds_and_leaves(const int16* a, int16* y, int32 fault)
{
    aie::set_rounding(aie::rounding_mode::ceil);
    aie::store_v(y, aie::mul(aie::load_v<32>(a), int16(3)).to_vector<int16>(1));
    if (!fault) aie::set_rounding(aie::rounding_mode::floor);
}
void expects_floor(const int16* a, int16* y, int32)
{
    aie::store_v(y, aie::mul(aie::load_v<32>(a), int16(3)).to_vector<int16>(1));  //! expects_floor 64 STATE-107 warning check
}

// Stores of 32 bytes at an address that is a multiple of 16.
void odd_store(const int16* a, int16* y, int32 fault)
{
    for (int i = 0; i < 4; ++i) aie::store_v(y + 32 * i + (fault && i == 1 ? 8 : 0), aie::load_v<16>(a + 16 * i));  //! odd_store 65 AIE-011 check
}
