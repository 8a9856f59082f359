#include "runtime/historian.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>

#include "lanewise/shared/abi.h"
#include "runtime/entries.hpp"
#include "runtime/launch.hpp"
#include "runtime/runtime.hpp"
#include "trace/history.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::size_t much = 4u << 20;             // bytes of a block that are kept in memory
constexpr std::int64_t most_bytes = 4ll << 30;     // of a file: disks are not endless
constexpr std::uint64_t page = 4096;               // of device memory
std::atomic<std::int64_t> room = most_bytes;

// Where it goes: what LANEWISE_HISTORY names, until a host says otherwise.
std::unique_ptr<Entries>& file() {
    static auto& opened = *new std::unique_ptr<Entries>(entries_of("LANEWISE_HISTORY"));
    return opened;
}

// Of each page of device memory a number made of what it held when it was written down, or when a launch had ended: pages themselves would take as
// much memory as the device has. Two contents have the same number once in 2^64 times.
std::unordered_map<std::uint64_t, std::uint64_t>& pages() {
    static auto& all = *new std::unordered_map<std::uint64_t, std::uint64_t>();
    return all;
}

std::uint64_t number_of(const std::uint8_t* bytes, std::uint64_t count) {
    constexpr std::size_t lanes = 4, word = sizeof(std::uint64_t);  // lanes do not wait for each other
    std::uint64_t sums[lanes] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5};
    const auto mix = [](std::uint64_t sum, std::uint64_t value) {
        sum = (sum ^ value) * 0xD6E8FEB86659FD93;
        return sum ^ sum >> 32;
    };
    std::uint64_t at = 0;
    for (; at + lanes * word <= count; at += lanes * word)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::uint64_t value;
            std::memcpy(&value, bytes + at + lane * word, word);
            sums[lane] = mix(sums[lane], value);
        }
    for (; at < count; ++at) sums[0] = mix(sums[0], bytes[at]);
    std::uint64_t all = count;
    for (const std::uint64_t sum : sums) all = mix(all, sum);
    return all;
}

// Compiled programs have GM where the host keeps it.
const std::uint8_t* in_gm(std::uint64_t address, std::uint64_t) { return reinterpret_cast<const std::uint8_t*>(address); }

template <class T>
std::size_t size(const std::vector<T>& all) {
    return all.size() * sizeof(T);
}

}  // namespace

Entries* history_file() { return file().get(); }

void begin_history(Launch& launch) {
    Entries* to = file().get();
    if (!to) return;
    std::lock_guard guard(to->lock);
    for (const auto& [address, role] : launch.arguments) to->add("HARG", launch.number, 0, &address, sizeof address, role.data(), role.size());
    const std::uint64_t tick = History::next_tick();
    for (const Buffer& buffer : device_memory().all()) {
        const std::uint64_t about[] = {buffer.address, buffer.asked, tick};
        to->add("HBUF", launch.number, 0, about, sizeof about);
        // Pages that differ, those that follow each other together.
        std::uint64_t first = buffer.size;
        const auto flush = [&](std::uint64_t end) {
            if (first < end && room.fetch_sub(static_cast<std::int64_t>(end - first)) > 0) {
                const std::uint64_t where[] = {buffer.address + first, tick};
                to->add("HMEM", launch.number, 0, where, sizeof where, reinterpret_cast<const void*>(buffer.address + first), end - first);
            }
            first = buffer.size;
        };
        for (std::uint64_t at = 0; at < buffer.size; at += page) {
            const auto* now = reinterpret_cast<const std::uint8_t*>(buffer.address + at);
            const std::uint64_t bytes = std::min(page, buffer.size - at);
            const std::uint64_t holds = number_of(now, bytes);
            const auto [known, is_new] = pages().try_emplace(buffer.address + at, holds);
            if (!is_new && known->second == holds) {
                flush(at);
                continue;
            }
            known->second = holds;
            first = std::min(first, at);
        }
        flush(buffer.size);
    }
}

void end_history() {
    if (!file()) return;
    for (const Buffer& buffer : device_memory().all())
        for (std::uint64_t at = 0; at < buffer.size; at += page) {
            const auto* now = reinterpret_cast<const std::uint8_t*>(buffer.address + at);
            pages()[buffer.address + at] = number_of(now, std::min(page, buffer.size - at));
        }
}

void begin_history(Block& block) {
    const Hold hold(block.recorder.busy);
    block.history.reset();
    if (file()) block.history = std::make_unique<History>(block.core, block.memories, in_gm);
}

void save_history(Block& block) {
    Entries* to = file().get();
    if (!to || !block.history) return;
    History& kept = *block.history;
    kept.settle();
    if (!kept.bytes()) return;
    if (room.fetch_sub(static_cast<std::int64_t>(kept.bytes())) <= 0) {
        std::lock_guard guard(to->lock);
        to->add("HCUT", block.launch->number, block.member, nullptr, 0);
    } else {
        std::lock_guard guard(to->lock);
        for (const History::Step& step : kept.steps) to->place(std::uint64_t{step.record.file} << 32 | step.record.line);
        for (const History::Touch& touch : kept.touches) to->place(std::uint64_t{touch.row.file} << 32 | touch.row.line);
        const std::uint32_t launch = block.launch->number, number = block.member;
        to->add("HSTE", launch, number, kept.steps.data(), size(kept.steps), kept.payload.data(), size(kept.payload));
        to->add("HSTA", launch, number, kept.states.data(), size(kept.states));
        to->add("HTOU", launch, number, kept.touches.data(), size(kept.touches), kept.data.data(), kept.data.size());
    }
    kept.clear();
}

void save_long_history(Block& block) {
    if (block.history && block.history->bytes() >= much) save_history(block);
}

}  // namespace lanewise::runtime

extern "C" void lw_keep_history(const char* path) {
    using namespace lanewise::runtime;
    file().reset(path ? new Entries(path) : nullptr);
    room = most_bytes;
    pages().clear();
}
