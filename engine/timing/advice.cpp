#include "timing/advice.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <tuple>

#include "tables.hpp"
#include "timing/functions.hpp"

namespace lanewise::timing {

namespace {

// A change that may help: how much trouble it is, and the operand as it would walk then.
struct Candidate {
    double effort;
    Change change;
    Walk walk;
};

bool has_distinct_blocks(Walk walk, std::uint32_t repeats) {
    walk.whole = UINT32_MAX;  // with all of a last repeat, whatever its count
    std::vector<std::int64_t> all(std::size_t{repeats} * blocks_of_repeat);
    std::int64_t* at = all.data();
    for (std::uint32_t r = 0; r < repeats; ++r) at += walk.blocks(r, at);
    all.resize(static_cast<std::size_t>(at - all.data()));
    std::sort(all.begin(), all.end());
    return std::adjacent_find(all.begin(), all.end()) == all.end();
}

std::vector<Candidate> candidates(const Numbers& numbers, const Walk& walk, std::uint32_t repeats) {
    std::vector<Candidate> out;
    auto placed = [&](double effort, Change::What what, std::int64_t start) {
        Walk moved = walk;
        moved.start = start;
        out.push_back({effort, {walk.operand, what, walk.start * block_bytes, start * block_bytes, 0}, moved});
    };
    const int banks = static_cast<int>(numbers.banks_groups) * std::max(1, static_cast<int>(numbers.banks_in_group));
    for (int off = 1; off < banks; ++off) placed(off, Change::start, walk.start + off);
    if (walk.block > 1) {
        Walk wider = walk;
        ++wider.block;
        if (has_distinct_blocks(walk, repeats) && has_distinct_blocks(wider, repeats))
            out.push_back({0.5, {walk.operand, Change::stride, walk.block, wider.block, 0}, wider});
    }
    if (const auto bank = static_cast<std::int64_t>(numbers.banks_bank_bytes) / block_bytes) {
        placed(100, Change::bank, walk.start + bank);
        placed(100, Change::bank, walk.start - bank);
    }
    return out;
}

struct Best {
    Change change;
    std::size_t at;
    Walk walk;
    Room room;
};

std::optional<Best> best_change(const Numbers& numbers, std::vector<Walk>& walks, std::uint32_t repeats, double rate, const Room& room) {
    const double now = traffic(numbers, walks, repeats, rate).cycles;
    std::optional<Best> best;
    std::tuple<double, double, std::ptrdiff_t> least;  // of equal savings rather a small change, and of a later operand
    for (std::size_t at = 0; at < walks.size(); ++at) {
        const Walk walk = walks[at];
        if (room.shared(walk.operand)) continue;  // computed in place, or read twice: it is one tensor
        for (Candidate& one : candidates(numbers, walk, repeats)) {
            Room then = room;
            if (!then.move(walk.operand, (one.walk.start - walk.start) * block_bytes,
                           (one.walk.block - walk.block) * (walk.width - 1) * block_bytes))
                continue;
            walks[at] = one.walk;
            one.change.saved = now - traffic(numbers, walks, repeats, rate).cycles;
            const std::tuple order(-one.change.saved, one.effort, -static_cast<std::ptrdiff_t>(at));
            if (one.change.saved > 0 && (!best || order < least)) {
                best = Best{one.change, at, one.walk, then};
                least = order;
            }
        }
        walks[at] = walk;
    }
    return best;
}

std::string hexadecimal(std::int64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(value));
    return value ? text : "0x0";
}

Advice advise_access(const Numbers& numbers, const Record& record, std::int64_t told) {
    const UbAccess all = access_of(numbers, record, &told);
    const bool stores = numbers.latencies[record.opcode][by_bits(register_bits(record))].unit == Unit::store;
    const int cycles = banks_of(numbers, all.block, all.stride, all.blocks, stores).cycles;
    if (cycles == 1) return {"another access of the function is at its banks", {}, "", 0};
    const int other = banks_of(numbers, all.block, all.stride + 1, all.blocks, stores).cycles;
    Advice out;
    out.collides = std::to_string(cycles) + " of its " + std::to_string(all.blocks) + " blocks lie in one bank" + (stores ? " group" : "");
    if (other < cycles) out.cure = "block stride " + std::to_string(all.stride + 1) + " in place of " + std::to_string(all.stride);
    out.saved = cycles - other;
    return out;
}

}  // namespace

std::vector<Change> cures(const Numbers& numbers, std::vector<Walk> walks, std::uint32_t repeats, double rate, Room room) {
    std::vector<Change> out;
    while (out.size() < walks.size()) {
        auto best = best_change(numbers, walks, repeats, rate, room);
        if (!best) break;
        Change change = best->change;
        const bool goes_on = !out.empty() && out.back().operand == change.operand && out.back().what != Change::stride && change.what != Change::stride;
        if (goes_on) {
            change.now = out.back().now;
            change.saved += out.back().saved;
            out.pop_back();
        }
        out.push_back(change);
        walks[best->at] = best->walk;
        room = best->room;
    }
    return out;
}

std::string collision(const Numbers& numbers, std::span<const Walk> walks, std::uint32_t repeats, const char* const* names) {
    const auto groups = static_cast<std::int64_t>(numbers.banks_groups);
    struct Spot {
        std::int64_t group;
        bool writes;
        std::vector<std::pair<int, std::int64_t>> blocks;  // operand and block
    };
    constexpr std::uint32_t far = 32;  // repeats that are looked at
    for (std::uint32_t r = 0; r < std::min(repeats, far); ++r) {
        std::vector<Spot> spots;  // in the order in which they are met
        for (const Walk& walk : walks) {
            std::int64_t at[blocks_of_repeat];
            for (int k = 0, count = walk.blocks(r, at); k < count; ++k)
                for (const bool writes : {false, true}) {
                    if (!(writes ? walk.writes : walk.reads)) continue;
                    auto same = std::find_if(spots.begin(), spots.end(), [&](const Spot& s) { return s.group == at[k] % groups && s.writes == writes; });
                    if (same == spots.end()) same = spots.insert(same, {at[k] % groups, writes, {}});
                    if (std::none_of(same->blocks.begin(), same->blocks.end(), [&](const auto& b) { return b.second == at[k]; }))
                        same->blocks.emplace_back(walk.operand, at[k]);
                }
        }
        if (spots.empty()) continue;
        const Spot& busiest = *std::max_element(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) { return a.blocks.size() < b.blocks.size(); });
        const auto& met = busiest.blocks;
        if (met.size() < 2) continue;
        auto place = [&](std::size_t i) { return std::string(names[met[i].first]) + " " + hexadecimal(met[i].second * block_bytes); };
        std::string shown;
        if (met.size() < 5) {
            for (std::size_t i = 0; i < met.size(); ++i) shown += (i == 0 ? "" : i + 1 == met.size() ? " and " : ", ") + place(i);
        } else {
            shown = place(0) + ", " + place(1) + " ... " + place(met.size() - 1) + " (" + std::to_string(met.size()) + " blocks)";
        }
        return shown + " in bank group " + std::to_string(busiest.group) + ", repeat " + std::to_string(r);
    }
    return "a read meets the delayed write of the repeat before it";
}

Advice advise(const Rules& chip, const Record& record, std::int64_t told) {
    const Numbers& numbers = numbers_of(chip);
    const InstructionInfo& ins = instructions[record.opcode];
    if (is_register(ins)) return advise_access(numbers, record, told);
    Walk found[max_operands];
    const int count = walks(ins, record, found);
    const double rate = numbers.lines[record.opcode][by_bits(8 * lane_bytes(ins, record))].repeat;
    Advice out;
    out.collides = collision(numbers, {found, static_cast<std::size_t>(count)}, record.repeat, ins.operands);
    out.changes = cures(numbers, {found, found + count}, record.repeat, rate, room_of(chip, record));
    for (const Change& change : out.changes) out.saved += change.saved;
    return out;
}

}  // namespace lanewise::timing
