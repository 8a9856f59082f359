// The level of machines with half instructions: the kernels that gain by them. All others are those of the level below.
#include "kernel_lanes.hpp"
#include "kernels/half.hpp"

#define LANEWISE_TEXT_(x) #x
#define LANEWISE_TEXT(x) LANEWISE_TEXT_(x)

namespace lanewise {

namespace neon {
#define LANEWISE_FAMILY(name) extern const KernelTable table_##name;
#include "families.inc"
#undef LANEWISE_FAMILY
extern const ArrayFunction elementary_functions[];
}  // namespace neon

inline namespace LANEWISE_LEVEL {
namespace {

#define LANEWISE_BEGIN(family) constexpr Kernel gains_##family[][2] = {
#define LANEWISE_END };
#define LANEWISE_PLAIN(name, clamps, ...) {half_kernel<lanes::name, false, __VA_ARGS__>(), half_kernel<lanes::name, clamps, __VA_ARGS__>()},
#define LANEWISE_SCALAR(...) {},
#define LANEWISE_PAIR(...) {},
#define LANEWISE_TREE(name, clamps, ...) \
    {half_tree_kernel<lanes::name, false, __VA_ARGS__>(), half_tree_kernel<lanes::name, clamps, __VA_ARGS__>()},
#include "kernels.inc"

// A table of the level below with what gains in its place.
template <std::size_t N>
struct Joined {
    Kernel table[N][2];

    Joined(const Kernel (&gains)[N][2], KernelTable below) {
        for (std::size_t i = 0; i < N; ++i)
            for (int saturating : {0, 1}) table[i][saturating] = gains[i][saturating] ? gains[i][saturating] : below[i][saturating];
    }
};

#define LANEWISE_FAMILY(name) const Joined joined_##name(gains_##name, neon::table_##name);
#include "families.inc"
#undef LANEWISE_FAMILY

#define LANEWISE_FAMILY(name) joined_##name.table,
const KernelTable families[] = {
#include "families.inc"
};

}  // namespace

extern const Level level;
const Level level = {LANEWISE_TEXT(LANEWISE_LEVEL), families, neon::elementary_functions};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
