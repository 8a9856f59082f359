// Scalar code on the stream: what an observed program reads and writes itself, as far as it is UB or GM.
#include "check/checker.hpp"
#include "lanewise/shared/abi.h"
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

}  // namespace

extern "C" void lw_around_cache(bool around) { around_cache = around; }

extern "C" void lw_scalar(const void* address, std::size_t bytes, bool write, bool atomic, const void* from) {
    auto at = reinterpret_cast<std::uintptr_t>(address);
    Block* block = running();
    if (!block) return touch_host(from, address, bytes, write, atomic, true);
    if (block->core.run == issue_as<false>) return;
    const auto memory = reinterpret_cast<std::uintptr_t>(block->vector_memory());
    if (const std::uint32_t end = end_behind(block->vector_memory(), at)) {  // through a view of it
        const auto offset = static_cast<std::uint32_t>(at);
        if (offset + bytes > end && block->check) block->check->leaves_tensor(offset, bytes, end, write, reinterpret_cast<std::uint64_t>(from));
        at = memory + offset;
    }
    const bool on_core = at - memory < block->core.vector_memory().size;
    if (block->schedule) {
        if (is_result(block->state, address)) return wait_for_results(*block);
        if (on_core) wait_for(*block, Space::vector, at - memory);
        else if (Buffer buffer; device_memory().find(at, buffer)) wait_for(*block, Space::gm, at);
    }
    if (!on_core && !block->core.gm->may_hold(at)) return;
    if (block->scalars.add({at, reinterpret_cast<std::uint64_t>(from), static_cast<std::uint32_t>(bytes), write, atomic, around_cache})) tell_scalars(*block);
}
