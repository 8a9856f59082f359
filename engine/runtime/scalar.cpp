// Scalar code on the stream: what an observed program reads and writes itself, as far as it is UB or GM.
#include "lanewise/abi.h"
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
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    Block* block = running();
    if (!block) return touch_host(from, address, bytes, write, atomic);
    if (block->core.run == issue_as<false>) return;
    if (is_result(block->state, address)) return wait_for_results(*block);
    const auto ub = reinterpret_cast<std::uintptr_t>(block->face.ub);
    if (at - ub < block->core.ub_bytes) record_scalar(*block, Space::ub, at - ub, bytes, write, atomic, from);
    else if (Buffer buffer; device_memory().find(at, buffer)) record_scalar(*block, Space::gm, at, bytes, write, atomic, from, around_cache);
}
