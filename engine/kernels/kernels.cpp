// All element-wise kernels for one CPU level. The build compiles this file once per level, with LANEWISE_LEVEL set.
#include "kernels/kernels.hpp"

#include "kernels/dense.hpp"
#include "lanes/arithmetic.hpp"
#include "lanes/compound.hpp"
#include "lanes/fill.hpp"
#include "lanes/logic.hpp"

#define LANEWISE_NAME_(x) #x
#define LANEWISE_NAME(x) LANEWISE_NAME_(x)

namespace lanewise {
inline namespace LANEWISE_LEVEL {

namespace {

#define LANEWISE_KERNEL(name, ...) {dense<lanes::name, false, __VA_ARGS__>, dense<lanes::name, true, __VA_ARGS__>},
#define LANEWISE_SCALAR_KERNEL(name, ...) \
    {dense_scalar<lanes::name, false, __VA_ARGS__>, dense_scalar<lanes::name, true, __VA_ARGS__>},
#define LANEWISE_PAIR_KERNEL(name, ...) {dense_pair<lanes::name, __VA_ARGS__>, dense_pair<lanes::name, __VA_ARGS__>},

constexpr Kernel table[][2] = {
#include "kernels.inc"
};

}  // namespace

extern const Level level;
const Level level = {LANEWISE_NAME(LANEWISE_LEVEL), table};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
