#include <cstdint>
extern "C" void addWeightedLine(uint8_t *a, uint8_t *b, uint8_t *out, int32_t n, int16_t alpha, int16_t beta, int8_t gamma) {
  for (int i = 0; i < n; i++) {
    const int x = ((a[i] * alpha + b[i] * beta) >> 14) + gamma;
    out[i] = x < 0 ? 0 : x > 255 ? 255 : x;
  }
}
