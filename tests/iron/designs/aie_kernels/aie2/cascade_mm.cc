// Products in rows; sums go through lane 0 of a vector of the cascade.
#include <aie_api/aie.hpp>

enum class way { put, both, get };
template <way W>
static void product(const int16_t *a, const int16_t *b, int32_t *c) {
  for (int i = 0; i < DIM_M; i++)
    for (int j = 0; j < DIM_N; j++) {
      int32_t sum = 0;
      for (int k = 0; k < DIM_K; k++) sum += a[i * DIM_K + k] * b[k * DIM_N + j];
      v16int32 lanes = broadcast_zero_s32();
      if constexpr (W != way::put) {
        lanes = get_scd_v16int32();
        sum += ext_elem(lanes, 0);
      }
      if constexpr (W == way::get)
        c[i * DIM_N + j] += sum;
      else
        put_mcd(upd_elem(lanes, 0, sum));
    }
}
extern "C" {
void matmul_scalar_cascade_put_only_i16_i32(int16_t *a, int16_t *b, int32_t *c) { product<way::put>(a, b, c); }
void matmul_scalar_cascade_put_get_i16_i32(int16_t *a, int16_t *b, int32_t *c) { product<way::both>(a, b, c); }
void matmul_scalar_cascade_get_only_i16_i32(int16_t *a, int16_t *b, int32_t *c) { product<way::get>(a, b, c); }
void zero_scalar_i32(int32_t *c) {
  for (int i = 0; i < DIM_M * DIM_N; i++) c[i] = 0;
}
}
