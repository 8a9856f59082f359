// Kernels whose cycles are published, written anew from what is said of them.
#include <adf.h>
#include <aie_api/aie.hpp>

#if __AIE_ARCH__ == 20

template <class T>
void scaled(const T* __restrict x, T* __restrict y, T by, int n) {
    for (int i = 0; i < n; i += 32)
        chess_prepare_for_pipelining {
            const auto acc = aie::mul(aie::load_v<32>(x + i), by);
            aie::store_v(y + i, acc.template to_vector<T>(0));
        }
}
void scale_int16(const int16* x, int16* y, int16 by, int n) { scaled(x, y, by, n); }
void scale_int32(const int32* x, int32* y, int32 by, int n) { scaled(x, y, by, n); }

// One element after the other.
void scale_scalar(const int16* x, int16* y, int16 by, int n) {
    for (int i = 0; i < n; ++i) y[i] = by * x[i];
}

// Load, multiply, srs and store of a vector, 32 times, with nothing that lets iterations overlap.
void one_by_one(const int16* x, int16* y, int n) {
    for (int i = 0; i < n; i += 16) {
        const auto acc = aie::mul(aie::load_v<16>(x + i), int16(3));
        aie::store_v(y + i, acc.to_vector<int16>(0));
    }
}

// A tile of C at a time.
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
void product_int8_int16(const int8* a, const int8* b, int16* c) { matrix_product<4, 8, 8, 64>(a, b, c); }
void product_int8_int32(const int8* a, const int8* b, int32* c) { matrix_product<4, 8, 8, 64>(a, b, c); }
void product_int32(const int32* a, const int32* b, int32* c) { matrix_product<4, 4, 4, 32>(a, b, c); }

// Two by two tiles of C at a time, which share what is loaded.
void product_int16(const int16* a, const int16* b, int32* c) {
    using tile = aie::mmul<4, 4, 8, int16, int16>;
    constexpr int rows = 64 / 4, columns = 64 / 8, terms = 64 / 4;
    for (int i = 0; i < rows; i += 2)
        for (int j = 0; j < columns; j += 2) {
            tile sums[2][2];
            for (int k = 0; k < terms; ++k) chess_prepare_for_pipelining {
                const auto a0 = aie::load_v<tile::size_A>(a + (i * terms + k) * tile::size_A);
                const auto a1 = aie::load_v<tile::size_A>(a + ((i + 1) * terms + k) * tile::size_A);
                const auto b0 = aie::load_v<tile::size_B>(b + (k * columns + j) * tile::size_B);
                const auto b1 = aie::load_v<tile::size_B>(b + (k * columns + j + 1) * tile::size_B);
                sums[0][0].mac(a0, b0);
                sums[0][1].mac(a0, b1);
                sums[1][0].mac(a1, b0);
                sums[1][1].mac(a1, b1);
            }
            for (int y = 0; y < 2; ++y)
                for (int x = 0; x < 2; ++x)
                    aie::store_v(c + ((i + y) * columns + j + x) * tile::size_C, sums[y][x].to_vector<int32>(0));
        }
}

// Words over a stream.
void received(input_stream<int16>* in, int16* y, int n) {
    for (int i = 0; i < n; i += 8) aie::store_v(y + i, readincr_v<8>(in));
}

#else

// 32 taps, one at a time over eight outputs.
void fir(const cint16* x, const cint16* taps, cint16* y, int n) {
    for (int i = 0; i < n; i += 8) {
        auto acc = aie::zeros<cacc48, 8>();
        for (int k = 0; k < 32; ++k) chess_prepare_for_pipelining
            acc = aie::mac(acc, aie::load_unaligned_v<8>(x + i + k), taps[k]);
        aie::store_v(y + i, acc.to_vector<cint16>(15));
    }
}

#endif
