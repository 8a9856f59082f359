#include "plain.h"
extern "C" void conv2dk1_i8(int8_t *in, int8_t *wts, int8_t *out, int32_t w, int32_t ci, int32_t co, int32_t scale) {
  point(in, wts, out, w, ci, co, scale);
}
