// Products and sums that a compiler would like to fuse: plain ones of the program's own, and those of the headers.
#include <aie_api/aie.hpp>

struct Pair {
    float re, im;
};

void pairs(Pair* __restrict d, const Pair* a, const Pair* b, int n) {
    for (int i = 0; i < n; ++i)
        d[i] = {a[i].re * b[i].re - a[i].im * b[i].im, a[i].re * b[i].im + a[i].im * b[i].re};
}

void sums(float* __restrict d, const float* a, const float* b, const float* c, int n) {
    for (int i = 0; i < n; ++i) d[i] = a[i] * b[i] + c[i];
}

double horner(double x) { return ((x * 0.5 - 1.25) * x + 3.0) * x - 7.0; }

void vectors(const cfloat* x, const cfloat* w, cfloat* y) {
    auto acc = aie::mul(aie::load_v<8>(x), aie::load_v<8>(w));
    acc = aie::mac(acc, aie::load_v<8>(x + 8), aie::load_v<8>(w + 8));
    aie::store_v(y, acc.to_vector<cfloat>(0));
}

void floats(const float* x, const float* w, float* y) {
    auto acc = aie::mul(aie::load_v<8>(x), aie::load_v<8>(w));
    acc = aie::msc(acc, aie::load_v<8>(x + 8), aie::load_v<8>(w + 8));
    aie::store_v(y, aie::add(acc.to_vector<float>(0), aie::mul(aie::load_v<8>(x), w[0]).to_vector<float>(0)));
}
