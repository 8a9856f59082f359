// The kernel tables of one CPU level. The build compiles this file once per level, and says with LANEWISE_FROM_family from which
// one a family is taken: a level that gains in some of them borrows the others.
#include "isa.hpp"
#include "numerics/level.hpp"

#define LANEWISE_TEXT_(x) #x
#define LANEWISE_TEXT(x) LANEWISE_TEXT_(x)

namespace lanewise {
#define LANEWISE_FAMILY(name)               \
    namespace LANEWISE_FROM_##name {        \
    extern const KernelTable table_##name;  \
    }
#include "families.inc"
#undef LANEWISE_FAMILY

namespace LANEWISE_LEVEL {
namespace {

#define LANEWISE_FAMILY(name) LANEWISE_FROM_##name::table_##name,
const KernelTable families[] = {
#include "families.inc"
};

}  // namespace

extern const ArrayFunction elementary_functions[];
extern const Loops loops;
extern const Level level;
const Level level = {LANEWISE_TEXT(LANEWISE_LEVEL), families, elementary_functions, &loops};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
