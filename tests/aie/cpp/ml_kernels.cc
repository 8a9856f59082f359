// Kernels in the manner of open repositories for AIE-ML: macros that make extern "C" functions, native types and casts,
// pragmas of the vendor's compilers.
#define NOCPP

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <type_traits>

#include "aie_kernel_utils.h"
#include "lut_based_ops.h"
#include <aie_api/aie.hpp>

template <typename T, int M, int N>
void zero_vectorized(T *__restrict c) {
  constexpr int r = 512 / (sizeof(T) * 8);
  const aie::vector<T, r> zeros = aie::zeros<T, r>();
  const T *__restrict c_end = c + M * N;
  for (; c < c_end; c += r)
    AIE_PREPARE_FOR_PIPELINING {
      aie::store_v(c, zeros);
    }
}

template <typename T_in, typename T_out, unsigned rowA, unsigned colA, unsigned colB, unsigned r, unsigned s, unsigned t>
static inline void matmul_2x2(const T_in *__restrict pA, const T_in *__restrict pB, T_out *__restrict pC) {
  using MMUL = aie::mmul<r, s, t, T_in, T_in, accauto>;
  event0();
  for (unsigned z = 0; z < rowA; z += 2)
    chess_prepare_for_pipelining chess_loop_range(1, ) {
      T_out *__restrict pC1 = pC + (z * colB + 0) * MMUL::size_C;
      T_out *__restrict pC2 = pC + ((z + 1) * colB + 0) * MMUL::size_C;
      for (unsigned j = 0; j < colB; j += 2)
#ifdef OPT_PERF_ENABLED
        chess_flatten_loop
#endif
        {
          const T_in *__restrict pA1 = pA + (z * colA + 0) * MMUL::size_A;
          const T_in *__restrict pA2 = pA + ((z + 1) * colA + 0) * MMUL::size_A;
          const T_in *__restrict pB1 = pB + (0 * colB + j) * MMUL::size_B;
          const T_in *__restrict pB2 = pB + (0 * colB + (j + 1)) * MMUL::size_B;
          aie::vector<T_in, MMUL::size_A> A0;
          aie::vector<T_in, MMUL::size_A> A1;
          aie::vector<T_in, MMUL::size_B> B0;
          aie::vector<T_in, MMUL::size_B> B1;
          aie::vector<T_out, MMUL::size_C> acc_C00 = aie::load_v<MMUL::size_C>(pC1);
          aie::vector<T_out, MMUL::size_C> acc_C01 = aie::load_v<MMUL::size_C>(pC1 + MMUL::size_C);
          aie::vector<T_out, MMUL::size_C> acc_C10 = aie::load_v<MMUL::size_C>(pC2);
          aie::vector<T_out, MMUL::size_C> acc_C11 = aie::load_v<MMUL::size_C>(pC2 + MMUL::size_C);
          MMUL C00(acc_C00);
          MMUL C01(acc_C01);
          MMUL C10(acc_C10);
          MMUL C11(acc_C11);
          for (unsigned i = 0; i < colA; ++i) {
            A0 = aie::load_v<MMUL::size_A>(pA1);
            pA1 += MMUL::size_A;
            A1 = aie::load_v<MMUL::size_A>(pA2);
            pA2 += MMUL::size_A;
            B0 = aie::load_v<MMUL::size_B>(pB1);
            pB1 += MMUL::size_B * colB;
            B1 = aie::load_v<MMUL::size_B>(pB2);
            pB2 += MMUL::size_B * colB;
            C00.mac(A0, B0);
            C01.mac(A0, B1);
            C10.mac(A1, B0);
            C11.mac(A1, B1);
          }
          aie::store_v(pC1, C00.template to_vector<T_out>());
          pC1 += MMUL::size_C;
          aie::store_v(pC1, C01.template to_vector<T_out>());
          pC1 += MMUL::size_C;
          aie::store_v(pC2, C10.template to_vector<T_out>());
          pC2 += MMUL::size_C;
          aie::store_v(pC2, C11.template to_vector<T_out>());
          pC2 += MMUL::size_C;
        }
    }
  event1();
}

extern "C" {

#ifndef DIM_M
#define DIM_M 16
#endif
#ifndef DIM_K
#define DIM_K 32
#endif
#ifndef DIM_N
#define DIM_N 16
#endif

#define combos(X)                                                              \
  X(int16, i16, int32, i32, 4, 4, 8)                                           \
  X(int8, i8, int16, i16, 4, 8, 8)                                             \
  X(bfloat16, bf16, float, f32, 4, 8, 4)                                       \
  X(bfloat16, bf16, bfloat16, bf16, 4, 8, 4)

#define matmul_c_func(ctype_in, mlir_in, ctype_out, mlir_out, r, s, t)         \
  void matmul_##mlir_in##_##mlir_out(ctype_in *a_in, ctype_in *b_in, ctype_out *c_out) {          \
    matmul_2x2<ctype_in, ctype_out, DIM_M / r, DIM_K / s, DIM_N / t, r, s, t>(a_in, b_in, c_out); \
  }
#define zero_c_func(ctype_in, mlir_in, ctype_out, mlir_out, r, s, t)           \
  void zero_##mlir_in##_##mlir_out(ctype_out *c_out) {                         \
    zero_vectorized<ctype_out, DIM_M, DIM_N>(c_out);                           \
  }

combos(matmul_c_func) combos(zero_c_func)

void relu(bfloat16 *restrict a, bfloat16 *restrict c, const int TILE_SIZE) {
  const int v_factor = 32;
  v32bfloat16 zeroes = broadcast_zero_bfloat16();
  for (size_t i = 0; i < (size_t)TILE_SIZE; i += v_factor)
    chess_prepare_for_pipelining chess_loop_range(32, 32) {
      v32bfloat16 input = *(v32bfloat16 *)(a + i);
      v32bfloat16 output = max(input, zeroes);
      *(v32bfloat16 *)(c + i) = output;
    }
}

void passThroughLine(uint8_t *in, uint8_t *out, int32_t lineWidth) {
  v64uint8 *restrict outPtr = (v64uint8 *)out;
  v64uint8 *restrict inPtr = (v64uint8 *)in;
  for (int j = 0; j < lineWidth; j += 64) // Nx samples per loop
    chess_prepare_for_pipelining chess_loop_range(6, ) { *outPtr++ = *inPtr++; }
}

void reduce_max_vector(int32_t *restrict in, int32_t *restrict out, const int32_t input_size) {
  v16int32 tiny = broadcast_to_v16int32((int32_t)INT32_MIN);
  const int32_t vector_size = 16;
  v16int32 after_vector;
  v16int32 running_max = tiny;
  for (int32_t i = 0; i < input_size; i += vector_size)
    chess_prepare_for_pipelining chess_loop_range(8, 8) {
      v16int32 next = *(v16int32 *)(in + i);
      v16int32 test = max(running_max, next);
      running_max = test;
    }
  after_vector = running_max;
  v16int32 first = shift_bytes(after_vector, after_vector, 32U);
  v16int32 second = max(after_vector, first);
  v16int32 second_shift = shift_bytes(second, second, 16U);
  v16int32 third = max(second, second_shift);
  v16int32 third_shift = shift_bytes(third, third, 8U);
  v16int32 fourth = max(third, third_shift);
  v16int32 fourth_shift = shift_bytes(fourth, fourth, 4U);
  v16int32 fifth = max(fourth, fourth_shift);
  int32_t last = extract_elem(fifth, 0U);
  *(int32_t *)out = last;
}

void vector_scalar_mul(int32_t *a_in, int32_t *c_out, int32_t *factor, int32_t N) {
  constexpr int vec_factor = 32;
  int32_t *__restrict pA1 = a_in;
  int32_t *__restrict pC1 = c_out;
  const int F = N / vec_factor;
  int32_t fac = *factor;
  for (int i = 0; i < F; i++)
    chess_prepare_for_pipelining chess_loop_range(16, ) {
      aie::vector<int32_t, vec_factor> A0 = aie::load_v<vec_factor>(pA1);
      pA1 += vec_factor;
      aie::accum<acc64, vec_factor> cout = aie::mul(A0, fac);
      aie::store_v(pC1, cout.template to_vector<int32_t>(0));
      pC1 += vec_factor;
    }
}

void threshold(uint8_t *in, uint8_t *out, int32_t width, uint8_t limit, uint8_t top) {
  aie::vector<uint8_t, 64> constants = aie::broadcast<uint8_t, 64>(limit), high = aie::broadcast<uint8_t, 64>(top), low = aie::zeros<uint8_t, 64>();
  for (int j = 0; j < width; j += 64) {
    aie::vector<uint8_t, 64> data = aie::load_v<64>(in);
    in += 64;
    aie::mask<64> m = aie::lt(constants, data);
    aie::store_v(out, aie::select(low, high, m));
    out += 64;
  }
}

void add_weighted(uint8_t *in1, uint8_t *in2, uint8_t *out, int32_t n, int16_t alpha, int16_t beta, int8_t gamma) {
  ::aie::set_saturation(aie::saturation_mode::saturate);
  ::aie::vector<int16_t, 16> coeff(alpha, beta, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  ::aie::vector<uint8_t, 32> data_buf1, data_buf2;
  ::aie::vector<int16_t, 32> gamma_coeff;
  ::aie::accum<acc32, 32> gamma_acc;
  for (int i = 0; i < 32; i++) gamma_coeff[i] = gamma;
  gamma_acc.template from_vector(gamma_coeff, 0);
  for (int j = 0; j < n; j += 32) chess_prepare_for_pipelining {
    data_buf1 = ::aie::load_v<32>(in1); in1 += 32;
    data_buf2 = ::aie::load_v<32>(in2); in2 += 32;
    ::aie::accum<acc32, 32> acc = ::aie::accumulate<32>(gamma_acc, coeff, 0, data_buf1, data_buf2);
    ::aie::store_v(out, acc.template to_vector<uint8_t>(4)); out += 32;
  }
}

void unzip_rgba(uint8_t *rgba, uint8_t *r, uint8_t *g) {
  v64uint8 low = *(v64uint8 *)rgba, high = *(v64uint8 *)(rgba + 64), low2 = *(v64uint8 *)(rgba + 128), high2 = *(v64uint8 *)(rgba + 192);
  v64uint8 rb0 = ::shuffle(low, high, T8_64x2_lo), rb1 = ::shuffle(low2, high2, T8_64x2_lo);
  v64uint8 ga0 = ::shuffle(low, high, T8_64x2_hi), ga1 = ::shuffle(low2, high2, T8_64x2_hi);
  *(v64uint8 *)r = ::shuffle(rb0, rb1, T8_64x2_lo);
  *(v64uint8 *)g = ::shuffle(ga0, ga1, T8_64x2_lo);
}

void filter_row(uint8_t *in, int8_t *taps, uint8_t *out, int32_t shift) {
  set_sat();
  set_rnd(rnd_pos_inf);
  v64uint8 data = *(v64uint8 *)in;
  v64int8 kernel = concat(*(v32int8 *)taps, broadcast_zero_to_v32int8());
  v32acc32 acc = mul_conv_32x8(data, kernel);
  acc = mac_conv_32x8(data, kernel, acc);
  *(v32uint8 *)out = srs_to_v32uint8(acc, shift, 0);
}

void weigh_bytes(uint8_t *a, int8_t *b, int32_t *out) {
  v64uint8 va = *(v64uint8 *)a;
  v64int8 vb = *(v64int8 *)b;
  v32acc32 acc = mul_elem_32_2(va, vb);
  acc = mac_elem_32_2(va, vb, acc);
  *(v32int32 *)out = srs_to_v32int32(acc, 0);
}

void tile_4x8x4(bfloat16 *a, bfloat16 *b, float *c) {
  v16accfloat acc = v16accfloat(*(v16float *)c);
  acc = mac_4x8_8x4(*(v32bfloat16 *)a, *(v32bfloat16 *)b, acc);
  *(v16float *)c = v16float(acc);
}

// out = exp(x) / sum of exp(x), x whole multiples where exp is asked at zero only: the rest is bookkeeping
void softmax_like(bfloat16 *restrict input, bfloat16 *restrict output, const int32_t n) {
  aie::set_rounding(aie::rounding_mode::conv_even);
  auto it_in = aie::cbegin_restrict_vector<16>((bfloat16 *)input);
  auto it_out = aie::begin_restrict_vector<16>((bfloat16 *)output);
  aie::accum<accfloat, 16> sums = aie::zeros<accfloat, 16>();
  for (int i = 0; i < n / 16; i++) {
    aie::vector<bfloat16, 16> e = to_v16bfloat16(getExpBf16(*it_in++));
    sums = aie::add(sums, e);
    *it_out++ = e;
  }
  aie::vector<float, 16> reduced = sums.to_vector<float>();
  float total = aie::reduce_add(reduced);
  bfloat16 inverse = (bfloat16)aie::inv(total);
  auto it_read = aie::cbegin_restrict_vector<16>((bfloat16 *)output);
  auto it_write = aie::begin_restrict_vector<16>((bfloat16 *)output);
  for (int i = 0; i < n / 16; i++) {
    aie::vector<bfloat16, 16> v = *it_read++;
    aie::accum<accfloat, 16> scaled = aie::mul(v, inverse);
    *it_write++ = scaled.to_vector<bfloat16>();
  }
}

} // extern "C"

// 1x1 convolution: activations and weights in groups of eight channels
void conv1x1(uint8_t *input, int8_t *kernels, uint8_t *output, const int32_t width, const int32_t in_channels, const int32_t out_channels, const int scale) {
  using MMUL4x8x8 = aie::mmul<4, 8, 8, uint8, int8>;
  ::aie::set_saturation(aie::saturation_mode::saturate);
  ::aie::set_rounding(aie::rounding_mode::positive_inf);
  MMUL4x8x8 acc_tmp[8];
  for (int x = 0; x < 8; x++) acc_tmp[x] = aie::zeros<acc32, 32>();
  for (int oc = 0; oc < out_channels / 8; oc++)
    for (int iw = 0; iw < width / 32; iw++) {
      for (int ic = 0; ic < in_channels / 8; ic++) {
        aie::vector<int8, 64> in_b = aie::load_v<64>(kernels + (oc * (in_channels / 8) + ic) * 64);
        for (int x = 0; x < 8; x++) chess_prepare_for_pipelining chess_loop_range(8, 8) {
          aie::vector<uint8, 32> in_a = aie::load_v<32>(input + (ic * width + iw * 32 + x * 4) * 8);
          acc_tmp[x].mac(in_a, in_b);
        }
      }
      for (int xx = 0; xx < 8; xx++) {
        aie::vector<uint8, 32> o1 = acc_tmp[xx].to_vector<uint8>(scale);
        aie::store_v(output + (oc * width + iw * 32 + xx * 4) * 8, o1);
        acc_tmp[xx] = aie::zeros<acc32, 32>();
      }
    }
}
