// What the generated elementary functions are made of, and programs' own ones are not.
#pragma once

#include "lanewise/shared/straight.h"
#include "numerics/exact.hpp"
#include "numerics/level.hpp"

namespace lanewise::elementary {

double remainder(double a, double b);  // exact, with the sign of a

inline namespace LANEWISE_LEVEL {

inline double fused(double a, double b, double c) { return exact::fused_multiply_add(a, b, c); }

}  // namespace LANEWISE_LEVEL

}  // namespace lanewise::elementary
