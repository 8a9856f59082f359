#include <cstdint>
extern "C" void bitwiseANDLine(uint8_t *a, uint8_t *b, uint8_t *out, int32_t n) {
  for (int i = 0; i < n; i++) out[i] = a[i] & b[i];
}
