#include <aie_api/aie.hpp>
#include <adf.h>
void fir(const int16* x, const int16* c, int16* y, int32 shift) {
    aie::vector<int16, 16> a = aie::load_v<16>(x);
    aie::vector<int16, 16> b = aie::load_v<16>(c);
    aie::accum<acc48, 16> acc = aie::mul(a, b);
    acc = aie::mac(acc, a, b);
    aie::store_v(y, acc.to_vector<int16>(shift));
}
void fresh(const int16* x, int16* y) {
    aie::vector<int16, 16> a = aie::load_v<16>(x);
    aie::accum<acc48, 16> acc;
    acc = aie::mac(acc, a, a);
    aie::accum<acc48, 16> zero = aie::zeros<acc48, 16>();
    zero = aie::mac(zero, a, a);
    aie::store_v(y, acc.to_vector<int16>(70));
}
void behind(const int16* x, int16* y) {
    aie::store_v(y, aie::load_v<16>(x + 8));
}
void modes(int32 saturate) { saturate ? set_sat() : clr_sat(); }
void parts(const int16* x, int16* y) {
    aie::accum<acc48, 8> low, high;
    low.from_vector(aie::load_v<8>(x));
    high.from_vector(aie::load_v<8>(x + 8));
    aie::accum<acc48, 16> whole, copy;
    whole.insert(0, low).insert(1, high);
    copy = whole;
    aie::store_v(y, copy.to_vector<int16>());
}
int32 bytes_of_an_accumulator() { return sizeof(aie::accum<acc48, 8>); }
void copied_fresh(int16* y) {
    aie::accum<acc48, 16> acc;
    aie::accum<acc48, 16> copy = acc;
    aie::store_v(y, aie::add(copy, aie::zeros<acc48, 16>()).to_vector<int16>());
}
void lanes_nobody_wrote(const int16* x, int16* y, int32 written) {
    aie::vector<int16, 16> v;
    for (int i = 0; i < written; ++i) v[i] = x[i];
    const auto more = aie::max(aie::add(v, aie::load_v<16>(x)), int16(3));
    const auto products = aie::mul(more, int16(1)).to_vector<int16>(0);
    aie::store_v(y, products.extract<8>(0));
    aie::store_v(y + 8, products.extract<8>(1));  // the upper half
}
void registers_nobody_wrote(int16* y, int32 written) {
    aie::vector<int16, 16> v;
    if (written) v.insert(1, aie::broadcast<int16, 8>(1));
    const auto w = v;
    aie::store_v(y, aie::concat(w, w).extract<16>(0));  // a half of both
    y[0] = aie::reduce_add(w);  // a sum
    const auto sums = aie::sliding_mul<8, 4>(w, 8, w, 8);  // of some lanes
    aie::store_v(y, sums.to_vector<int16>(0).grow<16>());
}
void written_in_other_ways(const int16* x, int16* y) {
    static aie::vector<int16, 16> kept;
    kept = aie::add(kept, aie::load_v<16>(x));
    aie::vector<int16, 16> by_pointer, by_parts, moved;
    int16* const p = (int16*)&by_pointer;
    for (int i = 0; i < 16; ++i) p[i] = x[i];
    by_parts.insert(0, kept.extract<8>(0)).insert(1, kept.extract<8>(1));
    moved = by_parts;
    aie::store_v(y, aie::add(aie::add(aie::zeros<int16, 16>(), by_pointer), moved.cast_to<int16>()));
}
void numbers(const float* x, float* y) {
    const aie::vector<float, 8> v = aie::load_v<8>(x);
    aie::store_v(y, aie::inv(v));                             // inverses
    aie::store_v(y + 8, aie::add(v, v));                      // doubles
    aie::store_v(y + 16, aie::mul(v, v).to_vector<float>());  // squares
    y[24] = aie::reduce_add(v);                               // the total
}
