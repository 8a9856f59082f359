// Kernels whose results wait for each other n times over: through vectors, masks, lanes, registers in parts, accumulators
// and memory. Each ends with a store.
#include <adf.h>
#include <aie_api/aie.hpp>

using vec = aie::vector<int16, 16>;

void vectors(const int16* x, int16* y, int n) {
    vec v = aie::load_v<16>(x);
    const vec w = aie::load_v<16>(x + 16);
    for (int i = 0; i < n; ++i) v = aie::add(v, w);
    aie::store_v(y, v);
}
// The same work, and nothing waits.
void apart(const int16* x, int16* y, int n) {
    const vec v = aie::load_v<16>(x), w = aie::load_v<16>(x + 16);
    for (int i = 0; i < n; ++i) aie::store_v(y, aie::add(v, w));
}
void masks(const int16* x, int16* y, int n) {
    vec v = aie::load_v<16>(x);
    const vec w = aie::load_v<16>(x + 16);
    for (int i = 0; i < n; ++i) {
        const aie::mask<16> m = aie::lt(v, w);
        v = aie::select(w, w, m);
    }
    aie::store_v(y, v);
}
void memory(const int16*, int16* y, int n) {
    for (int i = 0; i < n; ++i) aie::store_v(y, aie::add(aie::load_v<16>(y), int16(1)));
}
void pointers(const int16*, int16* y, int n) {
    vec* p = reinterpret_cast<vec*>(y);
    for (int i = 0; i < n; ++i) *p = aie::add(*p, int16(1));
}
// Neighbours in memory are no chain, however near they lie.
void neighbours(const int16*, int16* y, int n) {
    for (int i = 0; i < n; ++i) {
        aie::vector<int8, 16> v = aie::load_v<16>(reinterpret_cast<const int8*>(y) + 16 * i);
        aie::store_v(reinterpret_cast<int8*>(y) + 16 * i, aie::add(v, v));
    }
}
void lanes(const int16* x, int16* y, int n) {
    vec v = aie::load_v<16>(x);
    for (int i = 0; i < n; ++i) v = aie::mul(v, v[3]).to_vector<int16>(0);
    aie::store_v(y, v);
}
void parts(const int16* x, int16* y, int n) {
    vec v = aie::load_v<16>(x);
    for (int i = 0; i < n; ++i) v.insert(0, v.extract<8>(1));
    aie::store_v(y, v);
}
vec twice(vec v) { return aie::add(v, v); }
void by_value(const int16* x, int16* y, int n) {
    vec v = aie::load_v<16>(x);
    for (int i = 0; i < n; ++i) {
        const vec copy = v;
        v = twice(copy).cast_to<int8>().cast_to<int16>();
    }
    aie::store_v(y, v);
}
void pairs(const int16* x, int16* y, int n) {
    vec a = aie::load_v<16>(x), b = aie::load_v<16>(x + 16);
    for (int i = 0; i < n; ++i) {
        auto [low, high] = aie::interleave_zip(a, b, 1);
        a = low;
        b = high;
    }
    aie::store_v(y, a);
}
// An accumulator that starts anew in the same place is no chain; one that is added to is.
void anew(const int16* x, int16* y, int n) {
    vec v = aie::load_v<16>(x);
    aie::accum<acc32, 16> acc;
    for (int i = 0; i < n; ++i) acc = aie::mul(v, v);
    aie::store_v(y, acc.to_vector<int16>(0));
}
void floats(const bfloat16* x, bfloat16* y, int n) {
    const auto v = aie::load_v<16>(x);
    auto acc = aie::zeros<accfloat, 16>();
    for (int i = 0; i < n; ++i) acc = aie::mac(acc, v, v);
    aie::store_v(y, acc.to_vector<bfloat16>());
}
void tiles(const bfloat16* x, bfloat16* y, int n) {
    aie::mmul<4, 8, 4, bfloat16, bfloat16> tile;
    const auto v = aie::load_v<32>(x);
    for (int i = 0; i < n; ++i) tile.mac(v, v);
    aie::store_v(y, tile.to_vector<bfloat16>());
}
// Results of a product that are factors of the next.
void factors(const bfloat16* x, bfloat16* y, int n) {
    auto v = aie::load_v<16>(x);
    for (int i = 0; i < n; ++i) v = aie::mul(v, v).to_vector<bfloat16>();
    aie::store_v(y, v);
}
