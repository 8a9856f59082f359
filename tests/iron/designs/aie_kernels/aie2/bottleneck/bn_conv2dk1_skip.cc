#include "../plain.h"
#ifdef UNSIGNED_SKIP
#define NAME conv2dk1_skip_ui8_ui8_i8
using act = uint8_t;
#else
#define NAME conv2dk1_skip_ui8_i8_i8
using act = int8_t;
#endif
extern "C" void NAME(uint8_t *in, int8_t *wts, int8_t *out, act *skip, int32_t width, int32_t ci, int32_t co,
                     int32_t scale, int32_t skip_scale) {
  for (int x = 0; x < width; x++)
    for (int o = 0; o < co; o++) {
      int32_t sum = 0;
      for (int c = 0; c < ci; c++) sum += in[x * ci + c] * wts[o * ci + c];
      out[x * co + o] = clamped<int8_t>(scaled(clamped<int8_t>(scaled(sum, scale)) + skip[x * co + o], skip_scale));
    }
}
