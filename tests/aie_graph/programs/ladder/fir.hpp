// A filter whose taps are shared among kernels of a cascade, and given again while it runs.
#pragma once
#include <adf.h>

#include <type_traits>

#define CEIL(x, y) ((((x) + (y)-1) / (y)) * (y))
#define INLINE_DECL inline __attribute__((always_inline))
#define NOINLINE_DECL inline __attribute__((noinline))

namespace lib::fir {
using namespace adf;

template <bool cascaded, typename T>
struct input_of;
template <typename T>
struct input_of<false, T> {
    const T* line = nullptr;
};
template <typename T>
struct input_of<true, T> {
    const T* line = nullptr;
    input_cascade<cacc48>* sums = nullptr;
};
template <bool cascaded, typename T>
struct output_of;
template <typename T>
struct output_of<true, T> {
    output_cascade<cacc48>* sums = nullptr;
};
template <typename T>
struct output_of<false, T> {
    output_stream<T>*even = nullptr, *odd = nullptr;
};

template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, bool IN, bool OUT, unsigned WINDOW, unsigned PART, unsigned FIRST>
class base {
protected:
    alignas(32) TC m_taps[CEIL(PART, 8)];
    TC (&m_raw)[CEIL(PART, 8)];

public:
    base() : m_raw(m_taps) {
        for (auto& tap : m_taps) tap = TC();
    }
    void load(const TC (&taps)[LEN]) {
        for (unsigned i = 0; i < PART; i++) m_raw[i] = taps[FIRST + i];
    }
    void go(input_of<IN, TD> in, output_of<OUT, TD> out);
};

template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, bool IN, bool OUT, unsigned WINDOW, unsigned PART, unsigned FIRST>
class fir;
template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, unsigned WINDOW, unsigned PART, unsigned FIRST>
class fir<TD, TC, LEN, SHIFT, false, true, WINDOW, PART, FIRST> : public base<TD, TC, LEN, SHIFT, false, true, WINDOW, PART, FIRST> {
public:
    static void registerKernelClass() { REGISTER_FUNCTION(fir::filter); }
    void filter(input_circular_buffer<TD, extents<inherited_extent>, margin<LEN>>& in, output_cascade<cacc48>* sums,
                output_async_buffer<TD>& copy, const TC (&taps)[LEN]);
};
template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, unsigned WINDOW, unsigned PART, unsigned FIRST>
class fir<TD, TC, LEN, SHIFT, true, false, WINDOW, PART, FIRST> : public base<TD, TC, LEN, SHIFT, true, false, WINDOW, PART, FIRST> {
public:
    static void registerKernelClass() { REGISTER_FUNCTION(fir::filter); }
    void filter(input_async_buffer<TD>& in, input_cascade<cacc48>* sums, output_stream<TD>* even, output_stream<TD>* odd,
                const TC (&taps)[LEN]);
};

}  // namespace lib::fir
