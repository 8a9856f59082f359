#include "check/host.hpp"

#include <algorithm>
#include <utility>

#include "check/places.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise::check {

namespace {

constexpr std::uint64_t spare = 64;  // that the allocator may give behind what was asked for

std::vector<HostRuleEntry>& registered_on_host() {
    static std::vector<HostRuleEntry> all;
    return all;
}

}  // namespace

void register_host_rule(HostRuleEntry entry) {
    std::vector<HostRuleEntry>& all = registered_on_host();
    const auto by_name = [](const HostRuleEntry& one, const HostRuleEntry& other) { return one.name < other.name; };
    all.insert(std::upper_bound(all.begin(), all.end(), entry, by_name), std::move(entry));
}

auto Host::pinned(std::uint64_t address) const -> std::map<std::uint64_t, Pinned>::const_iterator {
    const auto next = pinned_.upper_bound(address);
    if (next == pinned_.begin() || address >= std::prev(next)->first + std::prev(next)->second.bytes) return pinned_.end();
    return std::prev(next);
}

Host::Where Host::where(std::uint64_t address) const {
    if (const auto mine = pinned(address); mine != pinned_.end() && !mine->second.freed) return Where::pinned;
    Buffer buffer{};
    return gm.find(address, buffer) ? Where::device : Where::nowhere;
}

const std::pair<const std::uint64_t, Host::Made>* Host::near(std::uint64_t address) const {
    const auto next = made.upper_bound(address);
    if (next == made.begin() || address >= std::prev(next)->first + std::prev(next)->second.bytes + spare) return nullptr;
    return &*std::prev(next);
}

void Host::say(Finding& found, std::uint64_t first, std::uint64_t last) const {
    const auto mine = pinned(first);
    if (mine == pinned_.end()) return say_bytes(found, gm, first, last);
    found.fields.insert(found.fields.end(), {{"buffer", "memory of aclrtMallocHost"},
                                             {"first", std::to_string(first - mine->first)},
                                             {"last", std::to_string(last - mine->first)}});
}

bool HostCheck::hears_accesses() const {
    const Wanted& wanted = host_.program.wanted;
    return wanted.init || wanted.race || wanted.mem || wanted.hints;
}

std::vector<std::unique_ptr<HostRule>>& HostCheck::rules() {
    if (!std::exchange(begun_, true))
        for (const HostRuleEntry& entry : registered_on_host())
            if (entry.wanted(host_.program.wanted)) rules_.push_back(entry.make(host_));
    return rules_;
}

void HostCheck::record(const Record& record, const std::int64_t* p) {
    const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
    host_.copy = host_.program.streams.step(record, p);
    host_.copying = {place, record.opcode};
    const auto address = [&] { return static_cast<std::uint64_t>(p[0]); };
    const auto bytes = [&] { return static_cast<std::uint64_t>(p[1]); };
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::device_malloc_:
            host_.made[address()] = {place, static_cast<std::uint64_t>(p[2]), p[3] != 0};
            host_.program.gm.forget(address(), bytes());
            for (const auto& rule : rules()) rule->makes(address(), bytes(), p[3] != 0);
            break;
        case Opcode::device_free_:
            for (const auto& rule : rules()) rule->frees(address(), bytes(), place, Host::Where::device, p[2] != 0);
            host_.made.erase(address());
            break;
        case Opcode::host_malloc_:
            host_.pin(address(), bytes());
            host_.program.gm.forget(address(), bytes());
            break;
        case Opcode::host_free_:
            for (const auto& rule : rules()) rule->frees(address(), bytes(), place, Host::Where::pinned, false);
            host_.unpin(address());
            break;
        default: break;
    }
}

void HostCheck::access(const Access& a) {
    const Host::Where where = host_.where(a.address);
    for (const auto& rule : rules()) rule->access(a, where);
}

void HostCheck::end() {
    for (const auto& rule : rules()) rule->end();
    host_.made.clear();
}

}  // namespace lanewise::check
