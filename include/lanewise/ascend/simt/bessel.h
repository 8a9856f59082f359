// Bessel functions of threads, in double precision by steps that round alike on every host. Nobody documents how exact hardware is: near a zero of the
// function ours is exact to about 1e-15 of its largest values, elsewhere correctly rounded but for ties.
#pragma once

#include "lanewise/ascend/simt/math.h"

namespace lanewise::simt {

inline constexpr int most_order = 128;  // documented
inline constexpr double euler_gamma = 0.57721566490153286061, two_over_pi = 0.63661977236758134308, root_half = 0.70710678118654752440;

struct Bessel {
    double j, y0, y1;  // J of the order that was asked for; Y of orders 0 and 1, from which others follow upwards
};

// Far from zero, by Hankel's series: it is asymptotic, and its smallest term is far below a last bit there.
inline bool is_far(int n, double x) { return x > 25 && x > 0.5 * n * n; }
inline void bessel_far(int n, double x, double& j, double& y) {
    double p = 1, q = 0, term = 1, smallest = 1;
    for (int k = 1; k < 60; ++k) {
        const double odd = 2.0 * k - 1;
        term *= (4.0 * n * n - odd * odd) / (8.0 * x * k);
        if (__builtin_fabs(term) > smallest) break;
        smallest = __builtin_fabs(term);
        const double signed_term = (k / 2) % 2 ? -term : term;
        (k % 2 ? q : p) += signed_term;
    }
    const double s = exact::sin(x), c = exact::cos(x), size = __builtin_sqrt(two_over_pi / x);
    double cosine = (c + s) * root_half, sine = (s - c) * root_half;  // of x - pi / 4, then turned back by quarters
    for (int quarter = n % 4; quarter; --quarter) {
        const double before = cosine;
        cosine = sine;
        sine = -before;
    }
    j = size * (p * cosine - q * sine);
    y = size * (p * sine + q * cosine);
}

// Elsewhere by the recurrence downwards, whose values are those of J up to a factor: J0 + 2 (J2 + J4 + ...) is 1. Neumann's series of them are Y0 and Y1.
inline Bessel bessel_near(int n, double x) {
    const double reach = x > n ? x : n;
    const int start = 2 * (static_cast<int>(reach + __builtin_sqrt(200 * (reach + 1)) + 20) / 2);
    double above = 0, here = 1e-280, wanted = 0, whole = 0, even = 0, odd = 0, j0 = 0, j1 = 0;
    for (int k = start; k >= 0; --k) {
        if (k == n) wanted = here;
        if (k == 1) j1 = here;
        if (k == 0) j0 = here;
        if (k % 2 == 0) {
            whole += k ? 2 * here : here;
            if (k) even += (k / 2 % 2 ? -here : here) / (k / 2);
        } else if (k > 1) {
            const double half = (k - 1) / 2;
            odd += ((k - 1) / 2 % 2 ? -here : here) * (2 * half + 1) / (half * (half + 1));
        }
        if (!k) break;
        const double below = 2.0 * k / x * here - above;
        above = here;
        here = below;
        if (__builtin_fabs(here) > 1e200) {
            for (double* one : {&above, &here, &wanted, &whole, &even, &odd, &j1}) *one *= 1e-200;
        }
    }
    const double log_half = exact::log(x / 2), factor = 1 / whole;
    j0 *= factor, j1 *= factor;
    return {wanted * factor, two_over_pi * ((log_half + euler_gamma) * j0 - 2 * even * factor),
            two_over_pi * (-j0 / x + (log_half + euler_gamma - 1) * j1 - odd * factor)};
}

inline float jnf(int n, float x) {
    if (x != x || n < 0 || n > most_order) return nan_f;
    if (isinf(x)) return 0.0f;
    const double size = __builtin_fabs(static_cast<double>(x));
    double j, y;
    if (size == 0) j = n == 0;
    else if (is_far(n, size)) bessel_far(n, size, j, y);
    else j = bessel_near(n, size).j;
    return single(x < 0 && n % 2 ? -j : j);
}
inline float j0f(float x) { return jnf(0, x); }
inline float j1f(float x) { return jnf(1, x); }

inline float ynf(int n, float x) {
    if (x != x || n < 0 || n > most_order || x < 0) return nan_f;
    if (x == 0) return -inf_f;
    if (isinf(x)) return 0.0f;
    const double d = x;
    double below, here, j;
    if (is_far(1, d)) {
        bessel_far(0, d, j, below);
        bessel_far(1, d, j, here);
    } else {
        const Bessel both = bessel_near(0, d);
        below = both.y0, here = both.y1;
    }
    if (n == 0) return single(below);
    for (int k = 1; k < n && here > -1e300; ++k) {
        const double next = 2.0 * k / d * here - below;
        below = here;
        here = next;
    }
    return single(here);
}
inline float y0f(float x) { return ynf(0, x); }
inline float y1f(float x) { return ynf(1, x); }

// All terms have one sign, so their sum loses nothing.
inline double modified(int n, double x) {
    const double quarter = x * x / 4;
    double term = n ? x / 2 : 1, sum = 0;
    for (int k = 1; term != 0 && sum + term != sum; ++k) {
        sum += term;
        term *= quarter / (static_cast<double>(k) * (k + n));
    }
    return sum;
}
inline float cyl_bessel_i0f(float x) { return x != x ? nan_f : __builtin_fabsf(x) > 100 ? inf_f : single(modified(0, x)); }
inline float cyl_bessel_i1f(float x) {
    if (x != x) return nan_f;
    const double size = __builtin_fabsf(x) > 100 ? __builtin_inf() : modified(1, __builtin_fabs(static_cast<double>(x)));
    return __builtin_copysignf(single(size), x);
}

}  // namespace lanewise::simt
