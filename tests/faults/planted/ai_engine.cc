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

// What the next ones compute with, unless it is set back: fault says whether it is left.
void sets_modes(const int16* x, int16* y, int32 fault)
{
    const auto rounding = aie::swap_rounding(aie::rounding_mode::positive_inf);
    const auto saturation = aie::swap_saturation(aie::saturation_mode::saturate);
    aie::accum<acc48, 16> acc = aie::mul(aie::load_v<16>(x), aie::load_v<16>(x));
    aie::store_v(y, acc.to_vector<int16>(3));
    if (!fault) {
        aie::set_rounding(rounding);
        aie::set_saturation(saturation);
    }
}

void rounded_as_left(const int16* x, int16* y, int32)
{
    aie::accum<acc48, 16> acc = aie::mul(aie::load_v<16>(x), int16(1));
    aie::store_v(y, acc.to_vector<int16>(7));  //! rounded_as_left 64 STATE-107 warning check
}

void clamped_as_left(const int16* x, int16* y, int32)
{
    aie::accum<acc48, 16> acc = aie::mul(aie::load_v<16>(x), int16(16));
    aie::store_v(y, acc.to_vector<int16>(0));  //! clamped_as_left 64 STATE-107 warning check
}

void set_for_others(const int16* x, int16* y, int32 fault)  // sets, and does not use: meant for the others
{
    if (fault) aie::set_rounding(aie::rounding_mode::conv_even);  //! set_for_others 64 silent check
}

void window_of_scalars(input_window<int16>* x, output_window<int16>* y, int32 fault)
{
    int32 sum = 0;
    const int count = static_cast<int>(window_size(x)) + (fault ? 2 : 0);
    for (int i = 0; i < count; ++i) sum += window_readincr(x);  //! window_of_scalars 68 MEM-009 check says=32
    window_write(y, static_cast<int16>(sum));
}

void window_of_vectors(input_window<int16>* x, output_window<int16>* y, int32 fault)
{
    aie::vector<int16, 16> sum = aie::zeros<int16, 16>();
    for (int i = 0; i < (fault ? 5 : 2); ++i) {
        sum = aie::add(sum, window_readincr_v<16>(x));  //! window_of_vectors 68 MEM-009 check
    }
    window_write(y, sum);
}

void window_written_over(input_window<int16>* x, output_window<int16>* y, int32 fault)
{
    for (int i = 0; i < (fault ? 3 : 2); ++i) {
        window_writeincr(y, window_readincr_v<8>(x));  //! window_written_over 68 MEM-009 check says=16
    }
}

void window_read_ahead(input_window<int16>* x, output_window<int16>* y, int32 fault)
{
    aie::vector<int16, 8> next = window_readincr_v<8>(x), sum = aie::zeros<int16, 8>();
    for (int i = 0; i < 4; ++i) {
        sum = aie::add(sum, next);
        if (fault || i < 3) next = window_readincr_v<8>(x);  //! window_read_ahead 68 MEM-009 warning check
    }
    window_write(y, sum);
}

void window_read_twice(input_window<int16>* x, output_window<int16>* y, int32 fault)  // whole rounds are meant
{
    int32 sum = 0;
    for (int i = 0; i < (fault ? 64 : 32); ++i) sum += window_readincr(x);  //! window_read_twice 68 silent check
    window_decr(x, 3);
    window_write(y, static_cast<int16>(sum));
}

void cascade_long(output_cascade<acc48>* out, int32 fault)
{
    for (int i = 0; i < (fault ? 12 : 2); ++i) {
        writeincr(out, aie::zeros<acc48, 8>());  //! cascade_long 66 SYNC-003
    }
}

void cascade_by_one(output_cascade<acc48>* out, int32 fault)
{
    for (int i = 0; i < (fault ? 3 : 2); ++i) {
        writeincr(out, aie::zeros<acc48, 8>());  //! cascade_by_one 66 SYNC-105 check
    }
}

void lock_is_kept(const int16* x, int16* y, int32 fault)
{
    acquire(48, 1);  //! lock_is_kept 67 SYNC-104 warning check
    aie::store_v(y, aie::load_v<16>(x));
    if (!fault) release(48, 0);
}

void lock_taken_again(const int16* x, int16* y, int32 fault)
{
    for (int i = 0; i < 2; ++i) {
        acquire(3, 1);  //! lock_taken_again 67 SYNC-104 check
        aie::store_v(y, aie::load_v<16>(x));
        if (!fault || i == 1) release(3, 0);
    }
}

void lock_given_twice(const int16* x, int16* y, int32 fault)
{
    acquire(5, 1);
    aie::store_v(y, aie::load_v<16>(x));
    release(5, 0);
    if (fault) release(5, 0);  //! lock_given_twice 67 SYNC-104 check
}

void counters_not_given(const int16* x, int16* y, int32 fault)
{
    acquire_greater_equal(50, 1);  //! counters_not_given 67 SYNC-104 warning check
    aie::store_v(y, aie::load_v<16>(x));
    if (!fault) release(51, 1);  // the one that the reader waits for
}

void shift_too_far(const int16* x, int16* y, int32 fault)
{
    aie::accum<acc48, 16> acc;
    acc.from_vector(aie::load_v<16>(x), fault ? 64 : 4);  //! shift_too_far 63 AIE-005 check
    aie::store_v(y, acc.to_vector<int16>(4));
}
