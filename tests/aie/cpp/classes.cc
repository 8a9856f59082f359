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
