// Copies a line.
#include <aie_api/aie.hpp>

template <typename T, int N>
static void copy_line(T *restrict in, T *restrict out, const int32_t n) {
  for (int i = 0; i < n; i += N)
    aie::store_v(out + i, aie::load_v<N>(in + i));
}

extern "C" {
#if BIT_WIDTH == 8
void passThroughLine(uint8_t *in, uint8_t *out, int32_t n) { copy_line<uint8_t, 64>(in, out, n); }
#elif BIT_WIDTH == 32
void passThroughLine(int32_t *in, int32_t *out, int32_t n) { copy_line<int32_t, 16>(in, out, n); }
#endif
}
