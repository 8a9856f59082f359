// Scalar code on the stream: what an observed program reads and writes itself, as far as it is UB or GM.
#include "lanewise/abi.h"
#include "runtime/block.hpp"
#include "runtime/host.hpp"
#include "runtime/recorder.hpp"
#include "runtime/runtime.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_scalar(const void* address, std::size_t bytes, bool write, bool atomic, const void* from) {
    Block* block = running();
    if (!block) return touch_host(from, address, bytes, write, atomic);
    if (!block->core.listener || !block->core.listener->hears_accesses()) return;
    const auto at = reinterpret_cast<std::uint64_t>(address), ub = reinterpret_cast<std::uint64_t>(block->face.ub);
    if (at - ub < block->core.ub_bytes) record_scalar(*block, Space::ub, at - ub, bytes, write, atomic, from);
    else if (Buffer buffer; device_memory().find(at, buffer)) record_scalar(*block, Space::gm, at, bytes, write, atomic, from);
}
