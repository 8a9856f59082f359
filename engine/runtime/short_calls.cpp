// What the code of a kernel calls for the commonest instructions. Compiled with the forms that nobody hears: what a call does is one
// piece of code up to the kernel, and ends in it.
#include "forms/planned_calls.hpp"
#include "runtime/block.hpp"
#include "runtime/long_calls.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

std::uint8_t* bytes_at(const void* place) { return const_cast<std::uint8_t*>(static_cast<const std::uint8_t*>(place)); }

Block* counting() {
    Block* block = running();
    if (block) [[likely]] ++block->ticks;
    return block;
}

// Bytes from a pointer to the end of the tensor that it came from, where an observed program knows that; an address alone knows none.
std::uint32_t left_in_tensor(std::uint64_t pointer) {
    return pointer == static_cast<std::uint32_t>(pointer) ? UINT32_MAX : lw_left_behind(reinterpret_cast<const void*>(pointer));
}

}  // namespace

extern "C" void lw_lanes(Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a, const void* b, const void* c) {
    Block* const block = counting();
    if (block && goes_between(block->core, shape, scalar, bytes_at(mask), bytes_at(to), bytes_at(a), bytes_at(b), bytes_at(c))) [[likely]] return;
    long_lanes(shape, scalar, mask, to, a, b, c, __builtin_return_address(0));
}

extern "C" void lw_load(Shape shape, const void* to, std::uint64_t pointer, std::int64_t dist) {
    Block* const block = counting();
    const auto address = static_cast<std::uint32_t>(pointer);
    const std::uint32_t left = left_in_tensor(pointer);
    if (block && left && goes_in(block->core, shape, bytes_at(to), address, dist)) [[likely]] return;
    long_load(shape, to, address, left, dist, __builtin_return_address(0));
}

extern "C" void lw_store(Shape shape, std::uint64_t pointer, const void* from, const void* mask, std::int64_t dist, std::int64_t second) {
    Block* const block = counting();
    const auto address = static_cast<std::uint32_t>(pointer);
    const std::uint32_t left = left_in_tensor(pointer);
    if (block && left >= register_bytes && goes_out(block->core, shape, address, bytes_at(from), bytes_at(mask), dist)) [[likely]] return;
    long_store(shape, address, left, from, mask, dist, second, __builtin_return_address(0));
}

extern "C" void lw_lowest(Shape shape, const void* mask, std::int64_t count, std::int64_t pitch) {
    Block* const block = counting();
    if (block && goes_lowest(block->core, shape, bytes_at(mask), count, pitch)) [[likely]] return;
    long_lowest(shape, mask, count, pitch, __builtin_return_address(0));
}

extern "C" void lw_counted(Shape shape, std::uint64_t scalar, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b,
                           std::uint64_t c) {
    Block* const block = counting();
    if (block && goes_straight(block->core, shape, scalar, count, to, a, b, c)) [[likely]] return;
    long_counted(shape, scalar, count, to, a, b, c, __builtin_return_address(0));
}

extern "C" void lw_rounded(Shape shape, std::int64_t mode, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    Block* const block = counting();
    if (block && goes_straight(block->core, shape, static_cast<std::uint64_t>(mode), count, to, a, b, c)) [[likely]] return;
    long_rounded(shape, mode, count, to, a, b, c, __builtin_return_address(0));
}

extern "C" void lw_repeated(Shape shape, std::uint64_t scalar, std::uint64_t mask, Repeats repeats, std::uint64_t to, std::uint64_t a,
                            std::uint64_t b, std::uint64_t c) {
    Block* const block = counting();
    if (block && goes_repeated(block->core, shape, scalar, mask, repeats, to, a, b, c)) [[likely]] return;
    long_repeated(shape, {scalar, mask, repeats, {to, a, b, c}}, __builtin_return_address(0));
}

extern "C" void lw_masked(Shape shape, const Repeated* call) {
    counting();
    long_masked(shape, *call, __builtin_return_address(0));
}
