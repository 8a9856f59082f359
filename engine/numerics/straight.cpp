#include "numerics/straight.hpp"

namespace lanewise::elementary {

// Long division in powers of two: each step subtracts without rounding.
double remainder(double a, double b) {
    double rest = std::fabs(a);
    const double by = std::fabs(b);
    if (!(rest < infinity) || by != by || by == 0) return not_a_number;
    if (!(by < infinity)) return a;
    while (rest >= by) {
        double step = power_of_two(exponent(rest)) * (by / power_of_two(exponent(by)));
        if (step > rest) step *= 0.5;
        rest -= step;
    }
    return std::copysign(rest, a);
}

}  // namespace lanewise::elementary
