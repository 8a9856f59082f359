// Scalar code on the stream: what an observed program reads and writes itself, as far as it is UB or GM.
#include <algorithm>

#include "check/checker.hpp"
#include "lanewise/shared/abi.h"
#include "lanewise/shared/index_told.h"
#include "machine/results.hpp"
#include "runtime/block.hpp"
#include "runtime/host.hpp"
#include "runtime/recorder.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

thread_local bool around_cache = false;

// Of a thread of a function that many run at once: on the vector pipe, as part of that function's call.
void tell_thread(Block& block, std::uint64_t pointer, std::uint64_t limit, std::uint64_t at, std::size_t bytes, bool write, bool atomic, bool fresh, std::uint64_t place) {
    const auto memory = reinterpret_cast<std::uintptr_t>(block.vector_memory());
    const bool on_core = at - memory < block.core.vector_memory().size;
    if (Buffer buffer; !on_core && !device_memory().find(at, buffer)) return;
    const Access access{on_core ? at - memory : at, block.core.sequence, place, nullptr, static_cast<std::uint32_t>(bytes), block.core.block,
                        static_cast<std::uint8_t>(on_core ? Space::vector : Space::gm), vector_pipe, write, atomic, fresh, block.core.thread};
    if (!atomic && !fresh && block.lanes.add(pointer, limit, access)) return;
    if (!block.lanes.empty()) tell_lanes(block);
    block.lanes.rest();
    tell_access(block, access);
}

[[gnu::noinline]] void note(Block* block, const void* address, std::size_t bytes, bool write, bool atomic, bool fresh, const void* from) {
    auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto place = reinterpret_cast<std::uint64_t>(from);
    if (!block) return touch_host(from, address, bytes, write, atomic, true);
    if (block->core.run == issue_as<false>) return;
    const auto memory = reinterpret_cast<std::uintptr_t>(block->vector_memory());
    std::uint64_t limit = UINT64_MAX;
    if (const std::uint32_t end = end_behind(block->vector_memory(), at)) {  // through a view of it
        const auto offset = static_cast<std::uint32_t>(at);
        if (offset + bytes > end && block->check) block->check->leaves_tensor(offset, bytes, end, write, place);
        limit = at - offset + end;
        at = memory + offset;
    }
    if (block->threads->active()) return tell_thread(*block, reinterpret_cast<std::uint64_t>(address), limit, at, bytes, write, atomic, fresh, place);
    const bool on_core = at - memory < block->core.vector_memory().size;
    if (block->schedule) {
        limit = 0;  // each waits for itself
        if (is_result(block->state, address)) return wait_for_results(*block);
        if (on_core) wait_for(*block, Space::vector, at - memory);
        else if (Buffer buffer; device_memory().find(at, buffer)) wait_for(*block, Space::gm, at);
    }
    if (!on_core && !block->core.gm->may_hold(at)) return;
    if (on_core) limit = std::min<std::uint64_t>(limit, reinterpret_cast<std::uintptr_t>(address) - at + memory + block->core.vector_memory().size);
    const ScalarLog::Entry entry(reinterpret_cast<std::uintptr_t>(address), limit, at, place, static_cast<std::uint32_t>(bytes), write, atomic, around_cache);
    if (block->scalars.add(entry)) tell_scalars(*block);
}

}  // namespace

extern "C" void lw_around_cache(bool around) { around_cache = around; }

extern "C" void lw_scalar(const void* address, std::size_t bytes, bool write, bool atomic, const void* from) {
    if (scalars_ahead->goes_on(reinterpret_cast<std::uint64_t>(address), reinterpret_cast<std::uint64_t>(from), bytes, write)) return;
    note(running(), address, bytes, write, atomic, false, from);
}

extern "C" void lw_volatile(const void* address, std::size_t bytes, bool write, const void* from) {
    note(running(), address, bytes, write, false, true, from);
}

extern "C" void lw_outside(std::int64_t index, std::uint64_t size, const char* array, const void* from) {
    Block* const block = running();
    if (!block || !block->check) return;
    block->core.place = reinterpret_cast<std::uint64_t>(from);
    check::tell_broken(block->core, Fault("MEM-013", {{"index", std::to_string(index)}, {"elements", std::to_string(size)}, {"array", array}}));
}
