// The kernels that gain by half instructions of the machine, and null in place of all others (joined.cpp).
#include "kernel_lanes.hpp"
#if defined(__aarch64__)
#include "kernels/half.hpp"
#else
#include "kernels/half_wide.hpp"
#endif

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace {

#define LANEWISE_BEGIN(family) constexpr Kernel kernels_##family[][2] = {
#define LANEWISE_END };
#define LANEWISE_PLAIN(name, clamps, ...) {half_kernel<lanes::name, false, __VA_ARGS__>(), half_kernel<lanes::name, clamps, __VA_ARGS__>()},
#define LANEWISE_SCALAR(...) {},
#define LANEWISE_PAIR(...) {},
#define LANEWISE_TREE(name, clamps, ...) \
    {half_tree_kernel<lanes::name, false, __VA_ARGS__>(), half_tree_kernel<lanes::name, clamps, __VA_ARGS__>()},
#include "kernels.inc"

}  // namespace

#define LANEWISE_FAMILY(name)              \
    extern const KernelTable gains_##name; \
    const KernelTable gains_##name = kernels_##name;
#include "families.inc"

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
