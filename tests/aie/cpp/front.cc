// What a file may hold and how Python sees it.
#include <adf.h>
#include <aie_api/aie.hpp>

static int calls = 0;

template <class T>
T twice(T x) { return x + x; }

namespace filters {
namespace inner {
int32 count() { return ++calls; }
}  // namespace inner
}  // namespace filters

struct Helper {
    int x;
    int get() { return x; }
};

#define SCALE(type) void scale_##type(type *x, int n, type by) { for (int i = 0; i < n; ++i) x[i] = x[i] * by; }
SCALE(int16)
SCALE(float)

void overloaded(const int16 *x, int32 *sum) { *sum = x[0] + x[1]; }
void overloaded(const float *x, float *sum) { *sum = x[0] * x[1]; }
void overloaded(const int16 *x, int32 *sum, int add) { *sum = x[0] + x[1] + add; }

extern "C" void round_by_mode(const int32 *x, int32 *y, int shift)
{
    aie::store_v(y, aie::accum<acc48, 8>(aie::load_v<8>(x)).to_vector<int32>(shift));
}
extern "C" void set_mode(int code) { set_rnd(code); }
extern "C" int mode() { return get_rnd(); }
bfloat16 half_of(bfloat16 x) { return x * 0.5f; }
cint16 turned(cint16 x) { return {(int16)-x.imag, x.real}; }

void rtp(adf::input_buffer<int32> &in, adf::output_buffer<int32> &out, const int32 (&offsets)[4], int32 &seen)
{
    for (unsigned i = 0; i < in.size(); ++i) out[i] = in[i] + offsets[i % 4];
    seen = in.size();
}
void past_the_end(const int32 *x, int n, int32 *y) { aie::store_v(y, aie::load_v<8>(x + n)); }
void at_an_odd_place(const int16 *x, int from, int16 *y)
{
    alignas(64) int16 own[32];
    for (int i = 0; i < 32; ++i) own[i] = i;
    aie::store_v(y, aie::load_v<16>(x + from));
    aie::store_v(y + 16, *aie::begin_vector<16>(x + from));
    aie::store_v(y + 32, aie::load_unaligned_v<16>(x + from));
    aie::store_v(y + 48, aie::load_v<16>(own + 3));
}
#if __AIE_ARCH__ == 10  // the others have no such lanes
void wide_lanes(const int32 *x, output_cascade<acc80> *out)
{
    aie::accum<acc80, 8> lanes(aie::load_v<8>(x), 47);
    writeincr(out, lanes.extract<4>(0));
    writeincr(out, lanes.extract<4>(1));
}
void from_wide_lanes(input_cascade<acc80> *in, int32 *y) { aie::store_v(y, readincr_v<8>(in).to_vector<int32>(47)); }
#endif
void over_the_end(int32 *y, int n) { y[n] = 1; }
void copies(const int32 *x, int32 *y, int n)
{
    for (int i = 0; i < n; ++i) y[i] = x[i];
}
void loose_ports(const int32 *x, int n)
{
    for (int i = 0; i < n; i += 8) put_mcd(aie::accum<acc48, 8>(aie::load_v<8>(x + i), 4));
}
void loose_reader(int32 *y, int n)
{
    for (int i = 0; i < n; i += 8) {
        v8acc48 acc = get_scd();
        *(v8int32 *)(y + i) = lsrs(acc, 4);
    }
}
void beats(input_stream<int16> *in, output_stream<int32> *out)
{
    put_ms(0, get_ss(0));
    bool last = false;
    while (!last) writeincr(out, readincr(in, last));
}
v8int16 native(v8int16 x) { return x; }

void forever(input_stream<int32> *in, output_stream<int32> *out)
{
    while (true) writeincr(out, readincr(in) * 2);
}
void fixed_and_back(const float *x, int32 *fixed, float *back, int n, int shift) {
    for (int i = 0; i < n; ++i) {
        fixed[i] = float2fix(x[i], shift);
        back[i] = fix2float(fixed[i], shift);
    }
}
extern "C" double tgamma(double x) { return x + 1; }
extern "C" double by_name(double x) { return tgamma(x); }
void crashes(int32 *y) { *(volatile int32 *)8 = y[0]; }

// Kernels that do not come back.
void endless(int32 *x) {
    volatile int32 *p = x;
    for (;;) *p = *p + 1;  // endless
}
int deeper(int n) {  // recursive: its first store may be the one that finds the stack full
    volatile int32 here[64];
    here[n % 64] = n;                         // recursive
    return deeper(n + 1) + here[n % 64];      // recursive
}
void recursive(int32 *x) { x[0] = deeper(0); }
void asserts(int32 *x) {
    x[0] = 5;
    assert(x[1] > x[0]);  // asserts
}
void aborts(int32 *x) {
    if (x[0] == 0) std::abort();  // aborts
    exit(x[0]);                   // aborts
}
void throws(int32 *x) { throw x[0]; }

void relay(input_stream<int32> *in, output_stream<int32> *out) {
    for (int i = 0; i < 4; i++) writeincr(out, readincr(in));
}
