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
