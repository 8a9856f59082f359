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

// The build says with LANEWISE_HAS_level which of them it has made.
namespace baseline {
extern const Level level;
}
namespace avx2 {
extern const Level level;
}
namespace avx512 {
extern const Level level;
}
namespace avx512fp16 {
extern const Level level;
}
namespace neon {
extern const Level level;
}
namespace fp16 {
extern const Level level;
}

namespace {

struct Built {
    const Level* level;
    bool (*runs)();  // whether this machine can run it
};

[[maybe_unused]] bool always() { return true; }

#if defined(__x86_64__)
// Asked of the processor itself: __builtin_cpu_supports needs a library of the compiler's that not every compiler brings.
struct Processor {
    unsigned features = 0, more = 0, newest = 0;  // ECX of leaf 1, EBX and EDX of leaf 7
    unsigned kept = 0;                            // registers that the system keeps for a thread

    Processor() {
        constexpr unsigned system_says = 1u << 27;
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (!__get_cpuid(1, &a, &b, &features, &d)) return;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) more = b, newest = d;
        if (features & system_says) __asm__("xgetbv" : "=a"(kept), "=d"(d) : "c"(0));
    }
};

const Processor& processor() {
    static const Processor found;
    return found;
}

constexpr bool all_of(unsigned have, unsigned wanted) { return (have & wanted) == wanted; }

[[maybe_unused]] bool has_avx2() {
    constexpr unsigned fma = 1u << 12, avx = 1u << 28, f16c = 1u << 29, avx2 = 1u << 5, bmi2 = 1u << 8, ymm = 0x6;
    const Processor& p = processor();
    return all_of(p.features, fma | avx | f16c) && all_of(p.more, avx2 | bmi2) && all_of(p.kept, ymm);
}

[[maybe_unused]] bool has_avx512() {
    constexpr unsigned f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31, zmm = 0xE6;
    return has_avx2() && all_of(processor().more, f | dq | bw | vl) && all_of(processor().kept, zmm);
}

[[maybe_unused]] bool has_halves() {
    constexpr unsigned half = 1u << 23;
    return has_avx512() && all_of(processor().newest, half);
}
#elif defined(__aarch64__) && defined(__linux__)
[[maybe_unused]] bool has_halves() { return getauxval(AT_HWCAP) & HWCAP_ASIMDHP; }
#else
[[maybe_unused]] bool has_halves() { return true; }  // Apple's
#endif

// From plainest to fastest.
constexpr Built built[] = {
#if defined(LANEWISE_HAS_baseline)
    {&baseline::level, always},
#endif
#if defined(LANEWISE_HAS_avx2)
    {&avx2::level, has_avx2},
#endif
#if defined(LANEWISE_HAS_avx512)
    {&avx512::level, has_avx512},
#endif
#if defined(LANEWISE_HAS_avx512fp16)
    {&avx512fp16::level, has_halves},
#endif
#if defined(LANEWISE_HAS_neon)
    {&neon::level, always},
#endif
#if defined(LANEWISE_HAS_fp16)
    {&fp16::level, has_halves},
#endif
};

std::vector<const Level*> levels() {
    std::vector<const Level*> found;
    for (const auto& [level, runs] : built)
        if (runs()) found.push_back(level);
    return found;
}

const Level& choose() {
    auto usable = levels();
    const char* wanted = std::getenv("LANEWISE_CPU");
    if (!wanted || !*wanted) return *usable.back();
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
    std::vector<std::string> names;
    for (const Built& one : built) names.emplace_back(one.level->name);
    return names;
}

std::vector<std::string> usable_levels() {
    std::vector<std::string> names;
    for (const Level* level : levels()) names.emplace_back(level->name);
    return names;
}

}  // namespace lanewise
