// Kernels of AI Engines (ML) as students write them: course_engine.py calls them.
#include <adf.h>
#include <aie_api/aie.hpp>

constexpr int N = 256;

// A dot product whose last block is one too many.
void dot_one_block_more(const int16* a, int16* y, int32 fault)
{
    aie::accum<acc48, 16> sum = aie::zeros<acc48, 16>();
    const int blocks = fault ? N / 16 + 1 : N / 16;
    for (int i = 0; i < blocks; ++i) sum = aie::mac(sum, aie::load_v<16>(a + 16 * i), int16(1));  //! dot_one_block_more 68 MEM-009 warning check
    aie::store_v(y, sum.to_vector<int16>(8));
}

// The result of the last element is stored behind the output.
void shifted_result(const int16* a, int16* y, int32 fault)
{
    for (int i = 0; i < N; ++i) y[fault ? i + 1 : i] = a[i] * 2;  //! shifted_result 68 MEM-009 check
}

void odd_address(const int16* a, int16* y, int32 fault)
{
    for (int i = 0; i < 4; ++i) {
        const int at = 32 * i + (fault && i == 2 ? 1 : 0);
        aie::store_v(y + 32 * i, aie::load_v<32>(a + at));  //! odd_address 65 AIE-011 check
    }
}

void sums_not_begun(const int16* a, int16* y, int32 fault)
{
    aie::accum<acc64, 16> total;
    if (!fault) total = aie::zeros<acc64, 16>();
    for (int i = 0; i < N / 16; ++i) {
        const auto v = aie::load_v<16>(a + 16 * i);
        total = aie::mac(total, v, v);  //! sums_not_begun 59 INIT-004 warning check
    }
    aie::store_v(y, total.to_vector<int16>(20));
}

void squares_overflow(const int16* a, int16* y, int32 fault)
{
    aie::accum<acc32, 32> sum = aie::zeros<acc32, 32>();
    const auto big = aie::broadcast<int16, 32>(fault ? 32767 : 3);
    for (int i = 0; i < 8; ++i) sum = aie::mac(sum, big, big);  //! squares_overflow 62 NUM-004 warning check=numbers
    aie::store_v(y, sum.to_vector<int16>(16));
}

void shift_too_far(const int16* a, int16* y, int32 fault)
{
    auto in = aie::begin_vector<32>(a);
    auto out = aie::begin_vector<32>(y);
    for (int i = 0; i < N / 32; ++i) *out++ = aie::mul(*in++, int16(3)).to_vector<int16>(fault ? -5 : 2);  //! shift_too_far 63 AIE-005 check
}

void saturates_and_leaves(const int16* a, int16* y, int32 fault)
{
    aie::set_saturation(aie::saturation_mode::saturate);
    aie::store_v(y, aie::mul(aie::load_v<32>(a), int16(300)).to_vector<int16>(0));
    if (!fault) aie::set_saturation(aie::saturation_mode::none);
}
void expects_wrapping(const int16* a, int16* y, int32)
{
    aie::store_v(y, aie::mul(aie::load_v<32>(a), int16(300)).to_vector<int16>(0));  //! expects_wrapping 64 STATE-107 warning check
}
