// The kernel tables of one CPU level. The build compiles this file once per level.
#include "isa.hpp"
#include "numerics/level.hpp"

#define LANEWISE_TEXT_(x) #x
#define LANEWISE_TEXT(x) LANEWISE_TEXT_(x)

namespace lanewise {
inline namespace LANEWISE_LEVEL {

#define LANEWISE_FAMILY(name) extern const KernelTable table_##name;
#include "families.inc"
#undef LANEWISE_FAMILY

namespace {

#define LANEWISE_FAMILY(name) table_##name,
const KernelTable families[] = {
#include "families.inc"
};

}  // namespace

extern const ArrayFunction elementary_functions[];
extern const Level level;
const Level level = {LANEWISE_TEXT(LANEWISE_LEVEL), families, elementary_functions};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
