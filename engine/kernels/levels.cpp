#include <cstdlib>
#include <cstring>

#include "kernels/kernels.hpp"

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace lanewise {

namespace baseline {
extern const Level level;
}

#if defined(LANEWISE_PLAIN)
#elif defined(__x86_64__)
namespace avx2 {
extern const Level level;
}
#elif defined(__aarch64__)
namespace neon {
extern const Level level;
}
namespace fp16 {
extern const Level level;
}
#endif

namespace {

// From plainest to fastest; only those this machine can run.
std::vector<const Level*> levels() {
    std::vector<const Level*> found = {&baseline::level};
#if defined(LANEWISE_PLAIN)
#elif defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
        __builtin_cpu_supports("bmi2"))
        found.push_back(&avx2::level);
#elif defined(__aarch64__)
    found.push_back(&neon::level);
#if defined(__linux__)
    if (getauxval(AT_HWCAP) & HWCAP_ASIMDHP) found.push_back(&fp16::level);
#elif defined(__APPLE__)
    found.push_back(&fp16::level);
#endif
#endif
    return found;
}

const Level& choose() {
    auto usable = levels();
    const char* wanted = std::getenv("LANEWISE_CPU");
    for (const Level* level : usable)
        if (wanted && std::strcmp(level->name, wanted) == 0) return *level;
    return *usable.back();
}

}  // namespace

const Level& chosen_level() {
    static const Level& level = choose();
    return level;
}

std::vector<std::string> usable_levels() {
    std::vector<std::string> names;
    for (const Level* level : levels()) names.emplace_back(level->name);
    return names;
}

}  // namespace lanewise
