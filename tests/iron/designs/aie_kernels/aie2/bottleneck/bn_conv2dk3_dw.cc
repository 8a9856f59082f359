#include "../plain.h"
#if defined(STRIDE1)
#define NAME conv2dk3_dw_stride1_relu_ui8_ui8
enum { step = 1 };
#else
#define NAME conv2dk3_dw_stride2_relu_ui8_ui8
enum { step = 2 };
#endif
extern "C" void NAME(uint8_t *above, uint8_t *line, uint8_t *below, int8_t *wts, uint8_t *out, int32_t width, int32_t ci,
                     int32_t, int32_t, int32_t, int32_t border, int32_t scale, int32_t) {
  const uint8_t *lines[] = {above, line, below};
  for (int x = 0; x < width; x += step)
    for (int c = 0; c < ci; c++)
      out[x / step * ci + c] = clamped<uint8_t>(scaled(window(lines, wts + 9 * c, x, c, width, ci, border), scale));
}
