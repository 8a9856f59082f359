#include "timing/conflicts.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>

#include "tables.hpp"
#include "timing/advice.hpp"

namespace lanewise::timing {

namespace {

constexpr std::size_t most_conflicts = 10;

// One use of memory in all blocks.
struct Everywhere {
    const Use* first;
    double lost = 0;
    std::uint64_t calls = 0;
    std::vector<std::pair<std::size_t, std::int32_t>> where;  // block, and its number there
};

std::string key_of(const Record& record) {
    std::string key(reinterpret_cast<const char*>(record.operands), sizeof record.operands);
    key.append(reinterpret_cast<const char*>(record.mask), sizeof record.mask);
    for (const std::uint64_t word : {std::uint64_t{record.opcode} << 32 | record.repeat, std::uint64_t{record.file} << 32 | record.line})
        key.append(reinterpret_cast<const char*>(&word), sizeof word);
    return key;
}

std::vector<Everywhere> gathered(const std::vector<Ended>& blocks) {
    std::vector<Everywhere> all;
    std::map<std::string, std::size_t> known;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::size_t u = 0; u < blocks[b].uses.size(); ++u) {
            const Use& use = blocks[b].uses[u];
            const auto [found, fresh] = known.try_emplace(key_of(use.record), all.size());
            if (fresh) all.push_back({&use, 0, 0, {}});
            Everywhere& one = all[found->second];
            one.lost += use.lost;
            one.calls += use.calls;
            one.where.emplace_back(b, static_cast<std::int32_t>(u));
        }
    std::stable_sort(all.begin(), all.end(), [](const Everywhere& a, const Everywhere& b) { return a.lost > b.lost; });
    if (all.size() > most_conflicts) all.resize(most_conflicts);
    return all;
}

// Where there are more blocks than cores, each core takes its blocks in turn.
double slowest_core(const Numbers& numbers, const std::vector<double>& blocks) {
    std::size_t cores = blocks.size();
    if (numbers.core_cores > 0) cores = std::min(cores, static_cast<std::size_t>(numbers.core_cores));
    std::vector<double> loads(cores);
    for (std::size_t k = 0; k < blocks.size(); ++k) loads[k % cores] += blocks[k];
    return *std::max_element(loads.begin(), loads.end());
}

// Cycles of the launch when each of these calls takes less, replayed; -1 where rows were not kept.
double without(const Rules& chip, std::vector<Ended>& blocks, const Everywhere& use, double saved) {
    std::vector<std::span<Row>> rows;
    for (Ended& block : blocks) {
        if (block.rows.size() != block.records) return -1;
        rows.emplace_back(block.rows);
    }
    auto each_row = [&](auto act) {
        for (const auto& [block, number] : use.where)
            for (Row& row : blocks[block].rows)
                if (row.use == number) act(row);
    };
    std::vector<double> costs;  // as they are: taking away and adding again would round
    each_row([&](Row& row) {
        costs.push_back(row.cost);
        row.cost -= saved;
    });
    const double total = slowest_core(numbers_of(chip), replay(chip, rows));
    each_row([&, at = std::size_t{0}](Row& row) mutable { row.cost = costs[at++]; });
    return total;
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }  // nothing in it needs more

std::string as_json(const Rules& chip, std::vector<Ended>& blocks, const Everywhere& use) {
    const Record& record = use.first->record;
    const InstructionInfo& ins = instructions[record.opcode];
    const Advice advice = advise(chip, record, use.first->told);
    const double total = advice.changes.empty() ? -1 : without(chip, blocks, use, advice.saved);
    static constexpr const char* words[] = {"start", "bank", "block stride"};
    std::string changes;
    for (const Change& change : advice.changes)
        changes += (changes.empty() ? "[" : ", [") + quoted(ins.operands[change.operand]) + ", " + quoted(words[change.what]) + ", " +
                   std::to_string(change.now) + ", " + std::to_string(change.then) + ", " + number(change.saved) + "]";
    return "{\"place\": " + std::to_string(std::uint64_t{record.file} << 32 | record.line) + ", \"opcode\": " + std::to_string(record.opcode) +
           ", \"calls\": " + std::to_string(use.calls) + ", \"cycles\": " + number(use.lost) + ", \"collides\": " + quoted(advice.collides) +
           ", \"cure\": " + quoted(advice.cure) + ", \"changes\": [" + changes + "], \"saved\": " +
           number(advice.saved * static_cast<double>(use.calls)) + ", \"blocks\": " + std::to_string(use.where.size()) + ", \"total\": " +
           (total < 0 ? "null" : number(total)) + "}";
}

}  // namespace

std::string conflicts(const Rules& chip, std::vector<Ended>& blocks) {
    std::string out;
    for (const Everywhere& use : gathered(blocks)) out += (out.empty() ? "[" : ",\n") + as_json(chip, blocks, use);
    return out.empty() ? "[]" : out + "]";
}

}  // namespace lanewise::timing
