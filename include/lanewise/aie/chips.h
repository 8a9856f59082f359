// What a chip has not is refused while compiling, with the words and tables of Python (isa/aie/export.py).
#pragma once

#include "lanewise/aie/elements.h"

namespace lanewise::aie {

template <class T, unsigned N>
struct checked_vector {
    static_assert(is_element<T>, "not an element type");
    static_assert((N & (N - 1)) == 0, "a vector's number of lanes is a power of two");
};
template <class Tag, unsigned N>
struct checked_accum {};
template <unsigned M, unsigned K, unsigned N, class A, class B>
struct checked_matrix {
    static_assert(M == 0, "the chip does not multiply matrices of these element types");
};

}  // namespace lanewise::aie
