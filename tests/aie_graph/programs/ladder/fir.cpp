#include "fir.hpp"

#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>

namespace lib::fir {

template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, bool IN, bool OUT, unsigned WINDOW, unsigned PART, unsigned FIRST>
INLINE_DECL void base<TD, TC, LEN, SHIFT, IN, OUT, WINDOW, PART, FIRST>::go(input_of<IN, TD> in, output_of<OUT, TD> out) {
    using ops = ::aie::sliding_mul_ops<4, PART, 1, 1, 1, TC, TD, cacc48>;
    static_assert(ops::lanes == 4);
    ::aie::vector<TC, 16> coefficients = ::aie::zeros<TC, 16>();
    coefficients.insert(0, ::aie::load_v<8>(m_raw));
    for (unsigned i = 0; i < WINDOW / 4; i++)
        chess_prepare_for_pipelining chess_loop_range(1, ) {
            ::aie::vector<TD, 16> x = ::aie::zeros<TD, 16>();
            for (unsigned j = 0; j < 4 + PART - 1; j++) x.set(in.line[4 * i + j], j);
            ::aie::accum<cacc48, 4> sum;
            if constexpr (IN)
                sum = ops::mac(readincr_v<4>(in.sums), coefficients, 0, x, 0);
            else
                sum = ops::mul(coefficients, 0, x, 0);
            if constexpr (OUT)
                writeincr(out.sums, sum);
            else
                writeincr(i & 1 ? out.odd : out.even, sum.template to_vector<TD>(SHIFT));
        }
}

template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, unsigned WINDOW, unsigned PART, unsigned FIRST>
NOINLINE_DECL void fir<TD, TC, LEN, SHIFT, false, true, WINDOW, PART, FIRST>::filter(
    input_circular_buffer<TD, extents<inherited_extent>, margin<LEN>>& in, output_cascade<cacc48>* sums, output_async_buffer<TD>& copy,
    const TC (&taps)[LEN]) {
    this->load(taps);
    alignas(32) TD line[WINDOW + LEN];
    auto from = ::aie::begin_vector_random_circular<4>(in);
    for (unsigned i = 0; i < WINDOW + LEN; i += 4) ::aie::store_v(line + i, *from++);
    copy.acquire();  // the next kernel has it while this one goes on
    auto to = ::aie::begin_vector<4>(copy);
    for (unsigned i = 0; i < WINDOW + LEN; i += 4) *to++ = ::aie::load_v<4>(line + i);
    copy.release();
    this->go({line + FIRST}, {sums});
}

template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, unsigned WINDOW, unsigned PART, unsigned FIRST>
NOINLINE_DECL void fir<TD, TC, LEN, SHIFT, true, false, WINDOW, PART, FIRST>::filter(
    input_async_buffer<TD>& in, input_cascade<cacc48>* sums, output_stream<TD>* even, output_stream<TD>* odd, const TC (&taps)[LEN]) {
    this->load(taps);
    in.acquire();
    this->go({in.data() + FIRST, sums}, {even, odd});
    in.release();
}

}  // namespace lib::fir
