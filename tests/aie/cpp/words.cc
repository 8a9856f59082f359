// Templates, classes and mistakes, for what Python says about them.
#include <aie_api/aie.hpp>

template <class T, int N = 4>
void gain(T *x, T *y) { for (int i = 0; i < N; i++) y[i] = x[i] * 2; }
template <int N = 4, class T>
void later(T *x, T *y) { for (int i = 0; i < N; i++) y[i] = x[i] * 3; }
template <int N = 4>
void plain(int *x, int *y) { for (int i = 0; i < N; i++) y[i] = x[i] * 4; }

template <class T, class U = T, int N = 2>
struct Fir {
    T taps[N];
    Fir(T a) { taps[0] = a; }
    void run(T *x, T *y) { y[0] = x[0] * taps[0] + N; }
    void undeclared(T *x) { x[0] = nothing_of_that_name(x[1]); }
    void three_lanes(T *x) { x[0] = aie::vector<T, 3>().get(0); }
};
template <class T>
void breaks(T *x) { x[0] = T::nothing(x[1]); }
void two(int *x, int n) { x[0] = n; }
void shifted(int16 *x, int16 *y, int n = 8, int16 by = 1) { for (int i = 0; i < n; i++) y[i] = x[i] + by; }
template <class T>
void filled(T *x, T *y, T with = 7) { for (int i = 0; i < 8; i++) y[i] = with; }
struct Scale {
    int16 by;
    Scale(int16 factor = 3) : by(factor) {}
    void run(int16 *x, int16 *y, int n = 8) { for (int i = 0; i < n; i++) y[i] = x[i] * by; }
};
