// In the style of image libraries: kernels take buffers or windows and work on pointers that they cast out of them.
#define N 16
#define T int16
#include <adf.h>
#include <aie_api/aie.hpp>
#include <aie_api/utils.hpp>

namespace tiles {

inline __attribute__((always_inline)) int area(const uint16 *header) { return header[0] * header[1]; }

template <typename Pixel, int Lanes>
class Difference {
    static constexpr int kMost = 4;

public:
    Difference(const int32 (&gains)[kMost]) {
        for (int i = 0; i < kMost; i++) gains_[i] = gains[i];
    }
    __attribute__((always_inline)) void run(const Pixel *restrict a, const Pixel *restrict b, Pixel *restrict out,
                                            int count) {
        for (int i = 0; i < count; i += Lanes) chess_prepare_for_pipelining chess_loop_range(1, ) {
            ::aie::vector<Pixel, Lanes> x = ::aie::load_v<Lanes>(a);
            a = byte_incr(a, Lanes * sizeof(Pixel));
            ::aie::vector<Pixel, Lanes> y = ::aie::load_v<Lanes>(b);
            b = byte_incr(b, Lanes * sizeof(Pixel));
            ::aie::accum<acc48, Lanes> acc = ::aie::from_vector<acc48>(::aie::abs(::aie::sub(x, y)), 2);
            acc = ::aie::mac(acc, ::aie::zeros<Pixel, Lanes>(), (Pixel)gains_[0]);
            ::aie::store_v(out, ::aie::to_vector<Pixel>(acc, 2));
            out = byte_incr(out, Lanes * sizeof(Pixel));
        }
    }
    void run(Pixel *out) { out[0] = gains_[kMost - 1]; }

private:
    int32 gains_[kMost];
};

template <typename Pixel>
void brighten(adf::input_buffer<Pixel> &in, adf::output_buffer<Pixel> &out, const int &by) {
    Pixel *p = (Pixel *)::aie::begin(in), *q = (Pixel *)::aie::begin(out);
    for (unsigned i = 0; i < in.size(); i++) q[i] = p[i] + by;
}
template <typename Pixel>
void brighten(Pixel *at, int n) {
    for (int i = 0; i < n; i++) at[i] += 1;
}

}  // namespace tiles

void whole_tile(adf::input_buffer<T> &in, adf::output_buffer<T> &out) {
    const uint16 *header = (const uint16 *)::aie::begin(in);
    const int16 *x = (int16 *)::aie::begin(in) + 2;
    int16_t *y = (int16_t *)out;
    for (int i = 0; i < tiles::area(header); i++)
        chess_pipeline_non_leaf_loop_solution(2) chess_some_hint_of_tomorrow(3) { y[i] = x[i] * 3; }
}

void old_tile(input_window_int16 *in, output_window_int16 *out) {
    v16int16 *restrict from = (v16int16 *)in->ptr;
    v16int16 *restrict to = (v16int16 *)out->ptr;
    for (unsigned i = 0; i < window_size(in) / N; i++) {
        v32int16 both = upd_w1(upd_w0(undef_v32int16(), from[i]), from[i]);
        to[i] = ext_w1(both);
    }
    in->ptr += 3;
    window_writeincr(out, window_read(in));
}

void where_larger(int16 *x, int32 *words) {
    v32int16 v = concat(*(v16int16 *)x, *(v16int16 *)(x + 16));
    words[0] = gt16(v, 0, 0x06040200, 0x3210, 16, 0x06040200, 0x3210);
}

int checked(int n) {
    assert(n < 4 && "too many");
    return n * N;
}
