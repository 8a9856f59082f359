#include "numerics/exact.hpp"

namespace lanewise::exact {

namespace {

Pair quick_sum(double a, double b) {
    double s = a + b;
    return {s, b - (s - a)};
}

Pair sum(double a, double b) {
    double s = a + b, v = s - a;
    return {s, (a - (s - v)) + (b - v)};
}

Pair product(double a, double b) {
    double p = a * b;
    return {p, std::fma(a, b, -p)};
}

Pair add(Pair a, Pair b) {
    Pair s = sum(a.hi, b.hi), t = sum(a.lo, b.lo);
    s = quick_sum(s.hi, s.lo + t.hi);
    return quick_sum(s.hi, s.lo + t.lo);
}

Pair multiply(Pair a, Pair b) {
    Pair p = product(a.hi, b.hi);
    return quick_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

Pair divide(Pair a, double b) {
    double q = a.hi / b;
    Pair p = product(q, b);
    double r = ((a.hi - p.hi) - p.lo + a.lo) / b;
    return quick_sum(q, r);
}

constexpr Pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double ln2_third = 0x1.7b57a079a1934p-111;

Pair exp_pair(Pair x) {
    double k = std::rint(x.hi / ln2.hi);
    Pair r = add(x, multiply({-k, 0}, ln2));
    r = add(r, {-k * ln2_third, 0});
    constexpr int halvings = 8;
    Pair t = {std::ldexp(r.hi, -halvings), std::ldexp(r.lo, -halvings)};
    Pair total = {1, 0}, term = {1, 0};
    for (int n = 1; n <= 12; ++n) {
        term = divide(multiply(term, t), n);
        total = add(total, term);
    }
    for (int i = 0; i < halvings; ++i) total = multiply(total, total);
    int e = static_cast<int>(k);
    return {std::ldexp(total.hi, e), std::ldexp(total.lo, e)};
}

}  // namespace

Pair precise_exp(double x) { return exp_pair({x, 0}); }

// One Newton step on exp: ln x = g + (x - e^g) / e^g, up to the square of a tiny difference.
Pair precise_ln(double x, double guess) {
    Pair e = exp_pair({guess, 0});
    Pair difference = add({x, 0}, {-e.hi, -e.lo});
    double d = (difference.hi + difference.lo) / e.hi;
    return quick_sum(guess, d - d * d / 2);
}

// One Newton step: y + y (1 - x y^2) / 2.
Pair precise_rsqrt(double x, double guess) {
    Pair square = product(guess, guess);
    Pair residual = add({1, 0}, multiply({-x, 0}, square));
    return quick_sum(guess, guess * (residual.hi + residual.lo) / 2);
}

}  // namespace lanewise::exact
