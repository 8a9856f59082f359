// How the host's floating-point unit is set while kernels run.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace lanewise {

// While it lives: to nearest even, and denormals are numbers. A program or another library of the process may have asked
// for something else; it finds that again afterwards.
class DefaultArithmetic {
  public:
    DefaultArithmetic() : before_(read()) {
        if (before_ & settings) write(before_ & ~settings);
    }
    ~DefaultArithmetic() {
        if (before_ & settings) write(before_);
    }
    DefaultArithmetic(const DefaultArithmetic&) = delete;
    DefaultArithmetic& operator=(const DefaultArithmetic&) = delete;

  private:
#if defined(__x86_64__)
    using Word = std::uint32_t;
    static constexpr Word settings = 0xE040;  // FZ, both bits of RC, DAZ
    static Word read() { return _mm_getcsr(); }
    static void write(Word word) { _mm_setcsr(word); }
#elif defined(__aarch64__)
    using Word = std::uint64_t;
    static constexpr Word settings = 0x3C80003;  // DN, FZ, RMode, FZ16, AH, FIZ
    static Word read() {
        Word word;
        asm volatile("mrs %0, fpcr" : "=r"(word));
        return word;
    }
    static void write(Word word) { asm volatile("msr fpcr, %0" ::"r"(word) : "memory"); }
#else
    using Word = std::uint32_t;
    static constexpr Word settings = 0;
    static Word read() { return 0; }
    static void write(Word) {}
#endif
    const Word before_;
};

}  // namespace lanewise
