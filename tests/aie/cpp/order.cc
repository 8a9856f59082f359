// Kernels that rely on arguments being evaluated from left to right, as hardware's compiler does.
#include <adf.h>
#include <aie_api/aie_adf.hpp>

using namespace adf;

struct pair {
    int32 a, b;
    pair(int32 a, int32 b) : a(a), b(b) {}
};

struct digits {
    int32 value = 0;
    digits &add(int32 a, int32 b) {
        value = value * 100 + a * 10 + b;
        return *this;
    }
};

static int32 two(int32 a, int32 b) { return a * 10 + b; }

static int32 next() {
    static int32 count = 0;
    return ++count;
}

static int32 of_defaults(int32 a = next(), int32 b = next(), int32 c = next()) { return a * 100 + b * 10 + c; }

extern "C" {

void compared(input_window_int32 *in, output_window_int32 *out) {
    v16int32 x = concat(window_readincr_v8(in), window_readincr_v8(in));
    v16int32 y = concat(window_readincr_v8(in), window_readincr_v8(in));
    const unsigned lanes = 0x76543210, high = 0xfedcba98;
    unsigned less = lt16(x, 0, lanes, high, y, 0, lanes, high), taken;
    v16int32 chosen = select16(less, x, 0, lanes, high, y, 0, lanes, high);
    v16int32 larger = maxcmp16(x, 0, lanes, high, y, 0, lanes, high, taken);
    window_writeincr(out, ext_w(chosen, 0));
    window_writeincr(out, ext_w(chosen, 1));
    window_writeincr(out, ext_w(sub16(larger, add16(x, y)), 1));
    window_writeincr(out, (int32)less);
    window_writeincr(out, (int32)taken);
}

void by_arguments(input_stream_int32 *in, output_stream_int32 *out) {
    writeincr(out, two(readincr(in), readincr(in)));
    writeincr(out, pair(readincr(in), readincr(in)).b);
    pair declared(readincr(in), readincr(in));
    writeincr(out, declared.b);
    pair braces{readincr(in), readincr(in)};
    writeincr(out, braces.b);
    writeincr(out, two(two(readincr(in), readincr(in)), two(readincr(in), readincr(in))));
    writeincr(out, digits().add(readincr(in), readincr(in)).add(readincr(in), readincr(in)).value);
    writeincr(out, of_defaults());
    writeincr(out, readincr(in) - 10 * readincr(in));
}

void by_vectors(input_stream_int32 *in, output_stream_int32 *out) {
    writeincr(out, aie::sub(readincr_v<4>(in), readincr_v<4>(in)));
    aie::vector<int32, 4> difference = readincr_v4(in) - readincr_v4(in);
    writeincr(out, difference);
}

void by_pointer(const int32 *restrict x, int32 *restrict y) {
    auto it = aie::cbegin_vector<8>(x);
    aie::store_v(y, aie::sub(*it++, *it++));
}
}
