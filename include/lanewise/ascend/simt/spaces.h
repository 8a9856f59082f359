// Which memory a pointer of a thread leads to, and addresses as numbers.
#pragma once

#include "lanewise/ascend/simt/index.h"

namespace lanewise::simt {

// A thread's own variables lie right above what it calls: its stack has room for 1152 bytes unless a program asks for more.
inline constexpr std::uint64_t reach_of_stack = 64 << 10;

}  // namespace lanewise::simt

LANEWISE_API unsigned int __isUbuf(const volatile void* ptr) {
    const lw_block* block = lw_current();
    const auto at = reinterpret_cast<std::uint64_t>(ptr), ub = reinterpret_cast<std::uint64_t>(block->ub);
    return at - ub < block->ub_bytes || (lw_left_behind(const_cast<const void*>(ptr)) != UINT32_MAX && static_cast<std::uint32_t>(at) < block->ub_bytes);
}
[[gnu::noinline]] inline unsigned int __isLocal(const volatile void* ptr) {
    const auto at = reinterpret_cast<std::uint64_t>(ptr), here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    return at - here < lanewise::simt::reach_of_stack;
}
LANEWISE_API unsigned int __isGlobal(const volatile void* ptr) { return ptr && !__isUbuf(ptr) && !__isLocal(ptr); }

LANEWISE_API std::size_t __cvta_generic_to_global(const volatile void* ptr) { return reinterpret_cast<std::size_t>(ptr); }
LANEWISE_API void* __cvta_global_to_generic(std::size_t rawbits) { return reinterpret_cast<void*>(rawbits); }
// UB begins where the lower 32 bits are zero. What no pointer at all is called is documented.
LANEWISE_API std::size_t __cvta_generic_to_ubuf(const volatile void* ptr) { return ptr ? static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(ptr)) : 0xfff80000u; }
LANEWISE_API void* __cvta_ubuf_to_generic(std::size_t rawbits) { return static_cast<std::uint8_t*>(lw_current()->ub) + rawbits; }
// A number that leads back: nobody says where stacks begin.
LANEWISE_API std::size_t __cvta_generic_to_local(const volatile void* ptr) { return ptr ? reinterpret_cast<std::size_t>(ptr) : 0xfff00000u; }
LANEWISE_API void* __cvta_local_to_generic(std::size_t rawbits) { return reinterpret_cast<void*>(rawbits); }
