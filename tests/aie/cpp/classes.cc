// Templates and classes, called from Python without a wrapper.
#include <adf.h>
#include <aie_api/aie.hpp>

using namespace adf;

template <typename T, int Gain>
void gained(const T *x, T *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] * Gain;
}
template void gained<int16, 3>(const int16 *, int16 *, int);
template void gained<float, 4>(const float *, float *, int);

template <int Code>
    requires(Code > 0)
int rounding_set() {
    set_rnd(Code);
    return Code;
}
int rounding_now() { return get_rnd(); }

class Counter {
    int at_ = 0;

public:
    Counter(int start, int step = 1) : at_(start), step_(step) {}
    Counter() = default;
    Counter(const Counter &) = delete;
    ~Counter() {}
    void count(int32 *y, int n) {
        for (int i = 0; i < n; i++, at_ += step_) y[i] = at_;
    }
    int next() const { return at_; }
    static void registerKernelClass() { REGISTER_FUNCTION(Counter::count); }

private:
    void hidden() {}
    int step_ = 1;
};

namespace filters {

template <typename T, unsigned Taps>
class Fir {
    T taps_[Taps], line_[Taps] = {};

public:
    Fir(const T (&taps)[Taps]) { std::copy(taps, taps + Taps, taps_); }
    void run(input_buffer<T> &in, output_stream<T> *out);
};
template <typename T, unsigned Taps>
void Fir<T, Taps>::run(input_buffer<T> &in, output_stream<T> *out) {
    for (unsigned i = 0; i < in.size(); i++) {
        std::copy_backward(line_, line_ + Taps - 1, line_ + Taps);
        line_[0] = in[i];
        T sum = 0;
        for (unsigned k = 0; k < Taps; k++) sum += taps_[k] * line_[k];
        writeincr(out, sum);
    }
}

}  // namespace filters

// Other names of classes, and what they inherit.
using fir3 = filters::Fir<int32, 3>;
typedef fir3 same_fir;

struct Tagged {
    int tag_ = 7;
    int tag() const { return tag_; }
};
template <typename T, int Lanes>
class Scaler {
protected:
    T gain_;

public:
    static constexpr int lanes = Lanes;
    Scaler(T gain) : gain_(gain) {}
    void run(const T (&x)[lanes], T *y) {
        for (int i = 0; i < lanes; i++) y[i] = x[i] * gain_;
    }
    int width() { return Lanes; }
    int code() { return 1; }
    void move(T *y, int n) { y[0] = n; }
    void move(T *y) { y[0] = -1; }
};
// The second base does not lie at the start of the object.
template <typename T>
class Quad : public Tagged, public Scaler<T, 4> {
public:
    using Scaler<T, 4>::Scaler;
    int code() { return 2; }
};
using quad = Quad<int16>;
class Hiding : Scaler<int16, 2> {
public:
    Hiding() : Scaler(3) {}
    int gain() { return gain_; }
};
template <int N>
class Ready {
public:
    int size() { return N; }
};
template class Ready<12>;

template <typename T>
void doubled(const T *x, T *y, int n) {
    for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}
template void doubled(const int16 *, int16 *, int);
