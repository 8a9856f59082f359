#include "runtime/host.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "isa.hpp"
#include "runtime/quarantine.hpp"
#include "runtime/pinned.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scalar_log.hpp"

namespace lanewise::runtime {

namespace {

std::mutex host_lock;
std::uint64_t sequence = 0;  // of the next record

// Made when first asked for: libraries begin in no order that one could rely on.
std::vector<Listener*>& listeners() {
    static auto& all = *new std::vector<Listener*>();
    return all;
}

}  // namespace

std::atomic<bool> host_heard = false;

void hear_host(Listener* listener) {
    std::lock_guard guard(host_lock);
    listeners().push_back(listener);
    host_heard = true;
}

void unhear_host(Listener* listener) {
    std::lock_guard guard(host_lock);
    std::erase(listeners(), listener);
    host_heard = !listeners().empty();
}

bool host_is_heard() { return host_heard.load(std::memory_order_relaxed); }

std::int64_t tell_host(const void* from, Opcode op, const std::int64_t* params, std::uint32_t count) {
    const auto place = reinterpret_cast<std::uint64_t>(from);
    Record record = step_record(op, count);
    record.block = host_block;
    record.file = static_cast<std::uint32_t>(place >> 32);
    record.line = static_cast<std::uint32_t>(place);
    std::lock_guard guard(host_lock);
    if (listeners().empty()) return -1;
    record.sequence = sequence++;
    for (Listener* one : listeners()) one->record(record, params);
    return static_cast<std::int64_t>(record.sequence);
}

void touch_host(const void* from, const void* address, std::size_t bytes, bool write, bool atomic, bool own_code) {
    if (!host_is_heard()) return;
    auto at = reinterpret_cast<std::uint64_t>(address);
    if (Buffer buffer; !device_memory().find(at, buffer) && !is_aside(at) && !is_in_streams(address)) return;
    constexpr std::size_t most = std::size_t{1} << 30;  // an access counts its bytes in 32 bits
    std::lock_guard guard(host_lock);
    for (; bytes; at += std::min(bytes, most), bytes -= std::min(bytes, most)) {
        const Access access{at, sequence ? sequence - 1 : 0, reinterpret_cast<std::uint64_t>(from), nullptr,
                            static_cast<std::uint32_t>(std::min(bytes, most)), host_block, static_cast<std::uint8_t>(Space::gm),
                            scalar_pipe, write, atomic, own_code};
        for (Listener* one : listeners())
            if (one->hears_accesses()) one->access(access);
    }
}

}  // namespace lanewise::runtime
