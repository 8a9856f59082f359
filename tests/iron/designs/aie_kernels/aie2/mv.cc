#include <cstdint>
extern "C" {
void matvec_vectorized_i16_i32(int16_t *a, int16_t *b, int32_t *c) {
  for (int i = 0; i < DIM_M; i++)
    for (int k = 0; k < DIM_K; k++) c[i] += a[i * DIM_K + k] * b[k];
}
void zero_vectorized_i32(int32_t *c) {
  for (int i = 0; i < DIM_M; i++) c[i] = 0;
}
}
