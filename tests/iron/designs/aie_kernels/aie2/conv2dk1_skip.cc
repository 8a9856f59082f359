#include "plain.h"
#ifdef INT8_ACT
#define NAME conv2dk1_skip_i8
using act = int8_t;
#else
#define NAME conv2dk1_skip_ui8
using act = uint8_t;
#endif
extern "C" void NAME(uint8_t *low, uint8_t *high, int8_t *wts, uint8_t *out, act *skip, int32_t width, int32_t ci,
                     int32_t co, int32_t scale, int32_t skip_scale) {
  const int half = ci / 2;
  for (int x = 0; x < width; x++)
    for (int o = 0; o < co; o++) {
      int32_t sum = 0;
      for (int c = 0; c < ci; c++) sum += (c < half ? low[x * half + c] : high[x * half + c - half]) * wts[o * ci + c];
      out[x * co + o] = clamped<uint8_t>(scaled(scaled(sum, scale) + skip[x * co + o], skip_scale));
    }
}
