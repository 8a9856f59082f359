#include <cstdint>
extern "C" void filter2dLine(uint8_t *above, uint8_t *line, uint8_t *below, uint8_t *out, int32_t n, int16_t *kernel) {
  uint8_t *lines[] = {above, line, below};
  for (int x = 0; x < n; x++) {
    int32_t sum = 0;
    for (int ky = 0; ky < 3; ky++)
      for (int kx = 0; kx < 3; kx++) {
        const int at = x + kx - 1 < 0 ? 0 : x + kx - 1 >= n ? n - 1 : x + kx - 1;
        sum += lines[ky][at] * kernel[ky * 3 + kx];
      }
    sum >>= 12;
    out[x] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}
