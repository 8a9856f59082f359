// The kernels of one family at one CPU level. The build compiles this file once for each pair.
#include "kernels/dense.hpp"
#include "kernels/tree.hpp"

#define LANEWISE_TEXT_(x) #x
#define LANEWISE_TEXT(x) LANEWISE_TEXT_(x)
#define LANEWISE_JOIN_(a, b) a##b
#define LANEWISE_JOIN(a, b) LANEWISE_JOIN_(a, b)

#include LANEWISE_TEXT(lanes/LANEWISE_FAMILY.hpp)

namespace lanewise {
inline namespace LANEWISE_LEVEL {

namespace {

// `clamps`: whether a saturating variant exists at all.
#define LANEWISE_PLAIN(name, clamps, ...) \
    {kernel_of<lanes::name, false, __VA_ARGS__>(), kernel_of<lanes::name, clamps, __VA_ARGS__>()},
#define LANEWISE_SCALAR(name, clamps, ...) \
    {dense_scalar<lanes::name, false, __VA_ARGS__>, dense_scalar<lanes::name, clamps, __VA_ARGS__>},
#define LANEWISE_PAIR(name, ...) {dense_pair<lanes::name, __VA_ARGS__>, dense_pair<lanes::name, __VA_ARGS__>},
#define LANEWISE_TREE(name, clamps, ...) {trees<lanes::name, false, __VA_ARGS__>, trees<lanes::name, clamps, __VA_ARGS__>},

constexpr Kernel kernels[][2] = {
#include LANEWISE_TEXT(LANEWISE_JOIN(kernels_, LANEWISE_FAMILY).inc)
};

}  // namespace

extern const KernelTable LANEWISE_JOIN(table_, LANEWISE_FAMILY);
const KernelTable LANEWISE_JOIN(table_, LANEWISE_FAMILY) = kernels;

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
