#include "plain.h"
#ifdef INT8_ACT
#define NAME conv2dk3_i8
using act = int8_t;
#else
#define NAME conv2dk3_ui8
using act = uint8_t;
#endif
extern "C" void NAME(act *above, act *line, act *below, int8_t *wts, uint8_t *out, int32_t width, int32_t ci, int32_t co,
                     int32_t, int32_t, int32_t border, int32_t scale, int32_t offset) {
  const act *lines[] = {above, line, below};
  for (int x = 0; x < width; x++)
    for (int o = 0; o < co; o++) {
      int32_t sum = 0;
      for (int c = 0; c < ci; c++) sum += window(lines, wts + ((offset + o) * ci + c) * 9, x, c, width, ci, border);
      out[x * co + o] = clamped<uint8_t>(scaled(sum, scale));
    }
}
