#include "check/findings.hpp"

#include <algorithm>

#include "isa.hpp"
#include "stream/quoted.hpp"
#include "tables.hpp"

namespace lanewise::check {

void Findings::add(Finding found) {
    std::lock_guard guard(lock_);
    // The first field says which kind of thing it is; the others may differ from block to block. Where there is no place, they say it.
    std::string kind = found.fields.empty() ? "" : found.fields[0].second;
    if (!found.place && found.fields.size() > 1) kind += ":" + found.fields[1].second;
    const auto [at, fresh] = known_.try_emplace({found.id, found.place, found.other, kind}, all_.size());
    if (fresh) return all_.push_back(std::move(found));
    Finding& known = all_[at->second];
    const std::uint64_t count = known.count + 1;
    const bool worse = known.milder && !found.milder, as_bad = known.milder == found.milder;
    const bool sooner = std::pair(found.block, found.other_block) < std::pair(known.block, known.other_block);
    if (worse || (as_bad && sooner)) known = std::move(found);
    known.count = count;
}

std::vector<Finding> Findings::take() {
    std::lock_guard guard(lock_);
    known_.clear();
    // Findings of a single block keep their own order; what it finds of others has none.
    const auto key = [](const Finding& one) { return std::tuple(one.block, one.between, one.between ? one.place : 0, one.between ? one.other : 0, one.other_block); };
    std::stable_sort(all_.begin(), all_.end(), [&](const Finding& one, const Finding& other) { return key(one) < key(other); });
    return std::exchange(all_, {});
}

std::string name_of(std::uint16_t opcode) { return opcode ? instructions[opcode].name : ""; }

std::string json(const Finding& found) {
    std::string text = "{\"id\": " + quoted(found.id) + ", \"place\": " + std::to_string(found.place) +
                       ", \"other\": " + std::to_string(found.other) + ", \"count\": " + std::to_string(found.count) + ", \"fields\": {";
    const char* comma = "";
    for (const auto& [name, value] : found.fields) {
        text += comma + quoted(name) + ": " + quoted(value);
        comma = ", ";
    }
    return text + "}}";
}

}  // namespace lanewise::check
