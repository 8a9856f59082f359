// The level of machines with half instructions: the kernels of half.cpp where there are any, else those of the level below, which the
// build names (LANEWISE_BELOW; LANEWISE_FROM_family: where that one has a family from). Its tables are filled when the engine is
// loaded, on every CPU: this file is compiled for the plainest one.
#include "isa.hpp"
#include "numerics/level.hpp"

#define LANEWISE_TEXT_(x) #x
#define LANEWISE_TEXT(x) LANEWISE_TEXT_(x)

namespace lanewise {

#define LANEWISE_FAMILY(name)               \
    namespace LANEWISE_FROM_##name {        \
    extern const KernelTable table_##name;  \
    }                                       \
    namespace LANEWISE_LEVEL {              \
    extern const KernelTable gains_##name;  \
    }
#include "families.inc"
#undef LANEWISE_FAMILY

namespace LANEWISE_BELOW {
extern const ArrayFunction elementary_functions[];
extern const Loops loops;
}  // namespace LANEWISE_BELOW

namespace LANEWISE_LEVEL {
namespace {

// How many kernels a family has.
#define LANEWISE_BEGIN(family) constexpr char count_##family[] = {
#define LANEWISE_END };
#define LANEWISE_PLAIN(...) 0,
#define LANEWISE_SCALAR(...) 0,
#define LANEWISE_PAIR(...) 0,
#define LANEWISE_TREE(...) 0,
#include "kernels.inc"

template <std::size_t N>
struct Joined {
    Kernel table[N][2];

    Joined(KernelTable gains, KernelTable below) {
        for (std::size_t i = 0; i < N; ++i)
            for (int saturating = 0; saturating < 2; ++saturating) table[i][saturating] = gains[i][saturating] ? gains[i][saturating] : below[i][saturating];
    }
};

#define LANEWISE_FAMILY(name) const Joined<sizeof count_##name> joined_##name(gains_##name, LANEWISE_FROM_##name::table_##name);
#include "families.inc"
#undef LANEWISE_FAMILY

#define LANEWISE_FAMILY(name) joined_##name.table,
const KernelTable families[] = {
#include "families.inc"
};

}  // namespace

extern const Level level;
const Level level = {LANEWISE_TEXT(LANEWISE_LEVEL), families, LANEWISE_BELOW::elementary_functions, &LANEWISE_BELOW::loops};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
