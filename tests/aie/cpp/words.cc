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
