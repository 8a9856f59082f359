#include <cstdint>
extern "C" void thresholdLine(uint8_t *in, uint8_t *out, int32_t n, int16_t limit, int16_t most, uint8_t kind) {
  for (int i = 0; i < n; i++) out[i] = kind == 0 ? (in[i] > limit ? most : 0) : (in[i] > limit ? 0 : most);
}
