// Kernels whose loads, stores, products and chains can be counted by hand.
#include <adf.h>
#include <aie_api/aie.hpp>

void scale(const int16* __restrict x, int16* __restrict y, int n) {
    for (int i = 0; i < n; i += 32) {
        const auto acc = aie::mul(aie::load_v<32>(x + i), int16(3));
        aie::store_v(y + i, acc.to_vector<int16>(0));
    }
}

// The same as a template and as a class: compiled later, counted all the same.
template <int By>
void scaled(const int16* __restrict x, int16* __restrict y, int n) {
    for (int i = 0; i < n; i += 32) aie::store_v(y + i, aie::mul(aie::load_v<32>(x + i), int16(By)).to_vector<int16>(0));
}
class Gain {
    int16 by_;

public:
    Gain(int by) : by_(by) {}
    void run(const int16* x, int16* y, int n) {
        for (int i = 0; i < n; i += 32) aie::store_v(y + i, aie::mul(aie::load_v<32>(x + i), by_).to_vector<int16>(0));
    }
};

// The same through pointers to vectors.
void scale_pointers(const int16* __restrict x, int16* __restrict y, int n) {
    const auto* in = reinterpret_cast<const aie::vector<int16, 32>*>(x);
    auto* out = reinterpret_cast<aie::vector<int16, 32>*>(y);
    for (int i = 0; i < n; i += 32) {
        const aie::vector<int16, 32> v = *in++;
        *out++ = aie::mul(v, int16(3)).to_vector<int16>(0);
    }
}

// One accumulator, or two that take turns.
template <int Accumulators>
void add_up(const int16* x, int32* y, int n) {
    aie::accum<acc64, 16> acc[Accumulators];
    for (auto& one : acc) one = aie::zeros<acc64, 16>();
    for (int i = 0; i < n; i += 16 * Accumulators)
        for (int k = 0; k < Accumulators; ++k) {
            const auto v = aie::load_v<16>(x + i + 16 * k);
            acc[k] = aie::mac(acc[k], v, v);
        }
    int32 sum = 0;
    for (auto& one : acc) sum += aie::reduce_add(one.template to_vector<int32>(0));
    *y = sum;
}
void squares(const int16* x, int32* y, int n) { add_up<1>(x, y, n); }
void squares_twice(const int16* x, int32* y, int n) { add_up<2>(x, y, n); }

// Elementary functions, of vectors and of single numbers.
void inverses(const float* x, float* y, int n) {
    for (int i = 0; i < n; i += 16) aie::store_v(y + i, aie::inv(aie::load_v<16>(x + i)));
}
void roots(const float* x, float* y, int n) {
    for (int i = 0; i < n; ++i) y[i] = aie::sqrt(x[i]);
}

#if __AIE_ARCH__ >= 20
void dot(const bfloat16* a, const bfloat16* b, float* y, int n) {
    auto acc = aie::zeros<accfloat, 16>();
    for (int i = 0; i < n; i += 16) acc = aie::mac(acc, aie::load_v<16>(a + i), aie::load_v<16>(b + i));
    aie::store_v(y, acc.to_vector<float>());
}

void matrices(const int16* a, const int16* b, int16* c, int n) {
    aie::mmul<4, 4, 4, int16, int16> m;
    for (int k = 0; k < n; ++k) m.mac(aie::load_v<16>(a), aie::load_v<16>(b));
    aie::store_v(c, m.to_vector<int16>(0));
}
#else
// A filter of 32 taps: eight products of cint16 a cycle.
void fir(const cint16* x, const cint16* taps, cint16* y, int n) {
    for (int i = 0; i < n; i += 8) {
        auto acc = aie::zeros<cacc48, 8>();
        for (int k = 0; k < 32; ++k) acc = aie::mac(acc, aie::load_unaligned_v<8>(x + i + k), taps[k]);
        aie::store_v(y + i, acc.to_vector<cint16>(15));
    }
}
#endif

// A filter and a symmetric one: the pre-adder joins samples, so that it has half the products.
void filters(const int16* x, const int16* taps, int16* y) {
    const aie::vector<int16, 32> data = aie::load_v<32>(x);
    const aie::vector<int16, 16> coeff = aie::load_v<16>(taps);
    auto acc = aie::sliding_mul<8, 8>(coeff, 0, data, 0);
    acc = aie::sliding_mac_sym<8, 8>(acc, coeff, 0, data, 0);
    aie::store_v(y, acc.to_vector<int16>(4));
}

// Loads, multiplies, shifts and stores a vector: as it is written, and with leave to overlap iterations.
void one_by_one(const int16* x, int16* y, int n) {
    for (int i = 0; i < n; i += 16) {
        const auto acc = aie::mul(aie::load_v<16>(x + i), int16(3));
        aie::store_v(y + i, acc.to_vector<int16>(0));
    }
}
void overlapped(const int16* x, int16* y, int n) {
    for (int i = 0; i < n; i += 16) chess_prepare_for_pipelining chess_loop_range(4, ) {
        const auto acc = aie::mul(aie::load_v<16>(x + i), int16(3));
        aie::store_v(y + i, acc.to_vector<int16>(0));
    }
}
// Words through streams; lanes through the vector ALU; parts of registers.
void passed_on(input_stream<int32>* in, output_stream<int32>* out, int n) {
    for (int i = 0; i < n; ++i) writeincr(out, readincr(in));
}
void largest(const int16* x, int16* y, int n) {
    aie::vector<int16, 32> most = aie::load_v<32>(x);
    for (int i = 32; i < n; i += 32) {
        const auto v = aie::load_v<32>(x + i);
        most = aie::max(most, aie::add(v, v));
        most = aie::add(most, v);
    }
    aie::store_v(y, most);
}
void windows(input_window<int16>* in, output_window<int16>* out, int n) {
    for (int i = 0; i < n; i += 16) window_writeincr(out, window_readincr_v<16>(in));
}
void samples(input_window<int16>* in, output_window<int16>* out) {
    for (int i = 0; i < 32; ++i) window_writeincr(out, window_readincr(in) + 1);
}

// Matrix products as they are published: a tile of C at a time.
template <int M, int K, int N, int Size, class T, class To>
void matrix_product(const T* a, const T* b, To* c) {
    using tile = aie::mmul<M, K, N, T, T>;
    for (int i = 0; i < Size / M; ++i)
        for (int j = 0; j < Size / N; ++j) {
            tile sum;
            for (int k = 0; k < Size / K; ++k) chess_prepare_for_pipelining {
                const auto left = aie::load_v<tile::size_A>(a + (i * (Size / K) + k) * tile::size_A);
                const auto right = aie::load_v<tile::size_B>(b + (k * (Size / N) + j) * tile::size_B);
                sum.mac(left, right);
            }
            aie::store_v(c + (i * (Size / N) + j) * tile::size_C, sum.template to_vector<To>(0));
        }
}
#if __AIE_ARCH__ == 20
void product64(const int8* a, const int8* b, int16* c) { matrix_product<4, 8, 8, 64>(a, b, c); }
void product32(const int32* a, const int32* b, int32* c) { matrix_product<4, 4, 4, 32>(a, b, c); }
// What a sparse vector holds, with its zeros.
void unpacked(const int8* x, int8* y, int n) {
    aie::sparse_vector_input_buffer_stream<int8, 128> in(x);
    for (int i = 0; i < n; ++i) aie::store_v(y + 128 * i, in.pop().dense());
}
#endif

// Words by a word, pipelined.
void scale_words(const int32* __restrict x, int32* __restrict y, int32 by, int n) {
    for (int i = 0; i < n; i += 32)
        chess_prepare_for_pipelining {
            const auto acc = aie::mul(aie::load_v<32>(x + i), by);
            aie::store_v(y + i, acc.to_vector<int32>(0));
        }
}

// An accumulator as the kernel's own bytes: its size, and a lane as it lies in memory.
void bytes_of_a_sum(const int16* x, int64* seen) {
    const auto a = aie::load_v<16>(x);
    aie::accum<acc64, 16> acc = aie::mul<acc64>(a, a);
    acc = aie::mac(acc, a, a);
    aie::accum<acc64, 16> copy = acc;
    aie::accum<acc64, 16> both[2] = {copy, copy};
    seen[0] = sizeof acc;
    seen[1] = reinterpret_cast<const char*>(&both[1]) - reinterpret_cast<const char*>(&both[0]);
    std::memcpy(seen + 2, reinterpret_cast<const int64*>(&both[1]) + 5, sizeof(int64));
    both[1] = aie::mac(both[1], a, a);  // the third multiplication of this sum
}
// Sums that begin anew where others lay.
void sums_in_one_place(const int16* x, int16* y, int n) {
    const auto a = aie::load_v<16>(x);
    for (int i = 0; i < n; ++i) {
        aie::accum<acc64, 16> acc(a);
        acc = aie::mac(acc, a, a);
        aie::store_v(y, acc.to_vector<int16>(0));
    }
}

// Single elements, without a vector; two streams in; a cascade on each side.
void one_after_the_other(const int16* x, int16* y, int16 by, int n) {
    for (int i = 0; i < n; ++i) y[i] = by * x[i];
}
void of_the_library(const float* x, float* y, int n) {
    for (int i = 0; i < n; ++i) y[i] = std::exp(x[i]) + sinf(x[i]) * float(pow(double(x[i]), 1.5));
}
#if __AIE_ARCH__ == 10
void two_streams(input_stream<int32>* a, input_stream<int32>* b, output_stream<int32>* out, int n) {
    for (int i = 0; i < n; ++i) writeincr(out, readincr(a) + get_ss(1));
}
void both_cascades(input_cascade<acc48>* in, output_cascade<acc48>* out, int n) {
    for (int i = 0; i < n; ++i) writeincr(out, readincr_v<8>(in));
}
#endif
