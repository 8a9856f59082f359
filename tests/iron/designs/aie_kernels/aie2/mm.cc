// C += A B, and C = 0, of one tile in rows.
#include <aie_api/aie.hpp>

extern "C" {
#ifdef i16_i32_ONLY
void matmul_i16_i32(int16 *a, int16 *b, int32 *c) {
  for (int i = 0; i < DIM_M; i++)
    for (int j = 0; j < DIM_N; j++)
      for (int k = 0; k < DIM_K; k++)
        c[i * DIM_N + j] += a[i * DIM_K + k] * b[k * DIM_N + j];
}
#endif
void zero_i32(int32 *c) {
  for (int i = 0; i < DIM_M * DIM_N; i++)
    c[i] = 0;
}
}
