#include "plain.h"
extern "C" {
#ifdef INT8_ACT
void conv2dk1_i8(int8_t *in, int8_t *wts, uint8_t *out, int32_t w, int32_t ci, int32_t co, int32_t scale) {
#else
void conv2dk1_ui8(uint8_t *in, int8_t *wts, uint8_t *out, int32_t w, int32_t ci, int32_t co, int32_t scale) {
#endif
  point(in, wts, out, w, ci, co, scale);
}
}
