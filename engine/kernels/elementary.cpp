// The elementary functions over arrays. The build compiles this file once per CPU level.
#include "elementary_functions.hpp"
#include "isa.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

#define LANEWISE_ONE(name)                                                                 \
    [](const double* const* from, double* to, std::size_t n) {                             \
        const double* a = from[0];                                                         \
        for (std::size_t i = 0; i < n; ++i) to[i] = elementary::name(a[i]);                \
    },
#define LANEWISE_TWO(name)                                                                 \
    [](const double* const* from, double* to, std::size_t n) {                             \
        const double *a = from[0], *b = from[1];                                           \
        for (std::size_t i = 0; i < n; ++i) to[i] = elementary::name(a[i], b[i]);          \
    },
#define LANEWISE_THREE(name)                                                               \
    [](const double* const* from, double* to, std::size_t n) {                             \
        const double *a = from[0], *b = from[1], *c = from[2];                             \
        for (std::size_t i = 0; i < n; ++i) to[i] = elementary::name(a[i], b[i], c[i]);    \
    },

extern const ArrayFunction elementary_functions[];
const ArrayFunction elementary_functions[] = {
#include "elementary.inc"
};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
