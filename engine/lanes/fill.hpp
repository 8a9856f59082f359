// Lanes that only place values.
#pragma once

#include "lanes/env.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

struct duplicate {
    static constexpr bool raw = true;
    template <class E, class T>
    static T of(const E&, T scalar) {
        return scalar;
    }
};

struct copy {
    static constexpr bool raw = true;
    template <class E, class T>
    static T of(const E&, T a) {
        return a;
    }
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
