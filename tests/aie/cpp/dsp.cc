// In the style of signal libraries: class templates, iterators that are members, traits, circular buffers, windows.
#include <adf.h>
#include "aie_api/aie_adf.hpp"
#include <aie_api/detail/some_part.hpp>

using namespace adf;

namespace dsp {

template <typename D, unsigned Lanes>
struct Reader {
    using iterator = ::aie::vector_random_circular_iterator<D, Lanes>;
    iterator at;
    explicit Reader(iterator from) : at(from) {}
    ::aie::vector<D, Lanes> next() { return *at++; }
    ::aie::vector<D, Lanes> before() { return *(at - 1); }
};

template <typename D, typename C, unsigned Length, unsigned Shift>
class Fir {
public:
    static constexpr unsigned lanes = 8;
    static constexpr unsigned kVectors = (Length + lanes - 1) / lanes;
    using taps_type = C[Length];

    explicit Fir(const taps_type &taps) {
        for (unsigned i = 0; i < Length; i++) taps_[i] = taps[i];
    }
    // Oldest sample first: the margin of the buffer is in front of the block.
    void filter(input_circular_buffer<D, extents<inherited_extent>, margin<Length>> &in, output_buffer<D> &out) {
        auto to = ::aie::begin_vector<lanes>(out);
        auto from = ::aie::begin_random_circular(in);
        for (unsigned block = 0; block < out.size() / lanes; block++) {
            ::aie::accum<acc48, lanes> acc = ::aie::zeros<acc48, lanes>();
            for (unsigned k = 0; k < Length; k++) {
                ::aie::vector<D, lanes> x;
                for (unsigned l = 0; l < lanes; l++) x[l] = from[l + k];
                acc = ::aie::mac(acc, x, taps_[k]);
            }
            from += lanes;
            *to++ = acc.template to_vector<D>(Shift);
        }
    }

private:
    alignas(aie::vector_decl_align) C taps_[Length];
};

}  // namespace dsp

// Every reader starts with the last vector of the ring.
void rings(int16 *x, int16 *y) {
    dsp::Reader<int16, 8> r(::aie::begin_vector_random_circular<8>(x, 32));
    ::aie::const_vector_circular_iterator<int16, 8, 32> fixed((const int16 *)x);
    ::aie::vector_iterator<int16, 8> out = ::aie::begin_vector<8>(y);
    *out++ = r.before();
    for (int i = 0; i < 6; i++) *out++ = r.next();
    for (int i = 0; i < 5; i++) fixed++;
    *out++ = *fixed;
    int16 *cast = (int16 *)fixed;
    y[0] += cast[0];
}

template <typename D>
void scaled(const D *x, D *y, unsigned n, int by) {
    for (unsigned i = 0; i < n; i++) y[i] = x[i] * by;
}
void scaled(const int8 *x, int8 *y, unsigned n, int by) {
    for (unsigned i = 0; i < n; i++) y[i] = x[i] - by;
}

template <typename D, unsigned Count>
void summed(D (&x)[Count], int32 &sum) {
    for (unsigned i = 0; i < Count; i++) sum += x[i];
}

void first_half(int32 *x, output_cascade<acc48> *out) {
    for (int i = 0; i < 4; i++) writeincr(out, ::aie::mul<acc48>(::aie::load_v<8>(x + 8 * i), (int16)2));
}
void second_half(input_cascade<acc48> *in, int32 *y) {
    for (int i = 0; i < 4; i++) {
        ::aie::accum<acc48, 8> acc = readincr_v<8>(in);
        ::aie::store_v(y + 8 * i, acc.to_vector<int32>(0));
    }
}

// Functions that Python cannot call are no reason not to load the others.
void logged(const char *text, ...) { printf("%s", text); }
void twice(auto &x) { x *= 2; }
consteval int fixed() { return 3; }

template <typename D>
class Partly {
public:
    void sum(const D *x, D *y) { y[0] = x[0] + x[1]; }
    void complex_only(const D *x, D *y) { y[0] = {x[0].real, fixed()}; }
    void in_another_file(const D *x, D *y);
};

template <int Rows>
struct Norms {
    enum { kColumns = 2 };
    typedef float row_type[kColumns];
    float gain_;
    Norms(const row_type &gains) : gain_(gains[1]) {}
    void run(input_stream<float> *__restrict in, output_stream<float> *__restrict out) {
        for (int i = 0; i < Rows; i++) {
            float x = readincr(in), y = readincr(in);
            writeincr(out, aie::sqrt(x * x + y * y) * gain_);
        }
    }
};
struct Hidden {
    Hidden(Hidden &&, int) {}
};
// A graph keeps the memory of such parameters: references to them stay good.
class Refers {
    const int16 (&taps_)[8];

public:
    Refers(const int16 (&taps)[8]) : taps_(taps) {}
    void run(const int16 *x, int16 *y) { aie::store_v(y, aie::add(aie::load_v<8>(x), aie::load_v<8>(taps_))); }
};
