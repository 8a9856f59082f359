#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "kernels/kernels.hpp"
#include "machine/fault.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
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
namespace avx512 {
extern const Level level;
}
#if defined(LANEWISE_AVX512FP16)  // where the compiler knows them
namespace avx512fp16 {
extern const Level level;
}
#endif
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
    // Which is also told that the system keeps the wide registers.
    if (found.size() == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        found.push_back(&avx512::level);
#if defined(LANEWISE_AVX512FP16)
        constexpr unsigned half_bit = 1u << 23;
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && d & half_bit) found.push_back(&avx512fp16::level);
#endif
    }
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

// What has not been run on a computer of its own yet is taken when it is asked for only.
bool is_tried(const Level* level) { return std::strncmp(level->name, "avx512", 6) != 0; }

const Level& choose() {
    auto usable = levels();
    const char* wanted = std::getenv("LANEWISE_CPU");
    if (!wanted || !*wanted) return **std::find_if(usable.rbegin(), usable.rend(), is_tried);
    std::string known;
    for (const Level* level : usable) {
        if (std::strcmp(level->name, wanted) == 0) return *level;
        known += (known.empty() ? "" : ", ") + std::string(level->name);
    }
    throw Fault("CPU-001", {{"asked", wanted}, {"known", known}});
}

}  // namespace

const Level& chosen_level() {
    static const Level& level = choose();
    return level;
}

std::vector<std::string> built_levels() {
    std::vector<std::string> names = {"baseline"};
#if defined(LANEWISE_PLAIN)
#elif defined(__x86_64__)
    names.insert(names.end(), {"avx2", "avx512"});
#if defined(LANEWISE_AVX512FP16)
    names.emplace_back("avx512fp16");
#endif
#elif defined(__aarch64__)
    names.insert(names.end(), {"neon", "fp16"});
#endif
    return names;
}

std::vector<std::string> usable_levels() {
    std::vector<std::string> names;
    for (const Level* level : levels()) names.emplace_back(level->name);
    return names;
}

}  // namespace lanewise
