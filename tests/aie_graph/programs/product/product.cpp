#include "product.h"

#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>
using tiles = aie::mmul<m, k, n, int8, int8>;

template <int half>
void begin_sum(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, output_cascade<acc32>* sums) {
    const auto left = aie::begin_vector<tiles::size_A>(a);
    const int8* right = b.data();
    for (int i = 0; i < M / m; i++)
        for (int j = 0; j < N / n; j++) {
            tiles sum;
            sum.mul(*(left + 2 * i), aie::load_v<tiles::size_B>(right + j * tiles::size_B));
            sum.mac(*(left + 2 * i + 1), aie::load_v<tiles::size_B>(right + (N / n + j) * tiles::size_B));
            writeincr(sums, sum.to_accum());
        }
}

void end_sum(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, input_cascade<acc32>* sums, adf::output_buffer<int32>& out) {
    const int8 *__restrict left = a.data(), *__restrict right = b.data();
    auto to = aie::begin_vector<tiles::size_C>(out);
    for (int i = 0; i < M / m; i++)
        for (int j = 0; j < N / n; j++)
            chess_flatten_loop {
                tiles sum(readincr_v<tiles::size_C>(sums));
                for (int t = 0; t < 2; t++)
                    sum.mac(aie::load_v<tiles::size_A>(left + (2 * i + t) * tiles::size_A),
                            aie::load_v<tiles::size_B>(right + (t * N / n + j) * tiles::size_B));
                *to++ = sum.template to_vector<int32>();
            }
}
