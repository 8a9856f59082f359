#include "runtime/host.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "isa.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

std::mutex lock;
std::atomic<Listener*> heard_by = nullptr;
std::uint64_t sequence = 0;  // of the next record

}  // namespace

void listen_to_host(Listener* listener) {
    std::lock_guard guard(lock);
    heard_by = listener;
}

bool host_is_heard() { return heard_by.load(std::memory_order_relaxed) != nullptr; }

bool host_accesses_are_heard() {
    if (!host_is_heard()) return false;
    std::lock_guard guard(lock);
    const Listener* listener = heard_by;
    return listener && listener->hears_accesses();
}

std::int64_t tell_host(const void* from, Opcode op, const std::int64_t* params, std::uint32_t count) {
    const auto place = reinterpret_cast<std::uint64_t>(from);
    Record record = step_record(op, count);
    record.block = host_block;
    record.file = static_cast<std::uint32_t>(place >> 32);
    record.line = static_cast<std::uint32_t>(place);
    std::lock_guard guard(lock);
    Listener* listener = heard_by;
    if (!listener) return -1;
    record.sequence = sequence++;
    listener->record(record, params);
    return static_cast<std::int64_t>(record.sequence);
}

void touch_host(const void* from, const void* address, std::size_t bytes, bool write, bool atomic) {
    if (!host_accesses_are_heard()) return;
    auto at = reinterpret_cast<std::uint64_t>(address);
    if (Buffer buffer; !device_memory().find(at, buffer)) return;
    constexpr std::size_t most = std::size_t{1} << 30;  // an access counts its bytes in 32 bits
    std::lock_guard guard(lock);
    Listener* listener = heard_by;
    for (; listener && bytes; at += std::min(bytes, most), bytes -= std::min(bytes, most))
        listener->access({at, sequence ? sequence - 1 : 0, reinterpret_cast<std::uint64_t>(from), nullptr,
                          static_cast<std::uint32_t>(std::min(bytes, most)), host_block, static_cast<std::uint8_t>(Space::gm),
                          static_cast<std::uint8_t>(Pipe::S), write, atomic});
}

}  // namespace lanewise::runtime
