// The timing model for Python: records go in as bytes, rows and sums come out as bytes (src/lanewise/timing/layouts.py).
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.hpp"
#include "machine/chips.hpp"
#include "machine/core.hpp"
#include "tables.hpp"
#include "timing/advice.hpp"
#include "timing/conflicts.hpp"
#include "timing/slots.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanewise::timing {
namespace {

using RecordBytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Payload = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
// start, block stride, repeat stride, width, reads, writes
using WalkOf = std::tuple<std::int64_t, std::int64_t, std::int64_t, int, bool, bool>;

const Rules& rules_of(const std::string& chip) {
    const Rules* found = find_chip(chip.c_str());
    if (!found) throw std::invalid_argument("no such chip: " + chip);
    return *found;
}

template <class T>
std::span<T> as(const RecordBytes& bytes) {
    if (bytes.size() % sizeof(T)) throw std::invalid_argument("the engine was built from other records; install again");
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

const Record& one(const RecordBytes& bytes) {
    const auto records = as<const Record>(bytes);
    if (records.size() != 1 || !records[0].opcode || records[0].opcode >= opcodes) throw std::invalid_argument("one record is needed here");
    return records[0];
}

template <class T>
auto copied(const std::vector<T>& from) {
    const std::size_t bytes = from.size() * sizeof(T);
    auto* memory = new std::uint8_t[bytes ? bytes : 1];
    if (bytes) std::memcpy(memory, from.data(), bytes);
    nb::capsule owner(memory, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(memory, {bytes}, owner);
}

// Of each block its rows, tallies and summary; and the bank conflicts of all of them.
nb::tuple time_blocks(const std::string& chip, const std::vector<std::tuple<RecordBytes, Payload>>& parts, std::uint32_t blocks,
                      const std::vector<std::tuple<std::uint64_t, std::uint64_t>>& buffers, std::uint32_t vectors, std::uint32_t cubes) {
    std::vector<GmBuffer> known;
    for (const auto& [address, bytes] : buffers) known.push_back({address, bytes});
    Shared shared(rules_of(chip), blocks, Shared::every_row, std::move(known), {vectors, cubes});
    std::vector<Issued> issued;
    for (const auto& [records, payload] : parts) issued.push_back({as<const Record>(records), payload.data()});
    nb::list out;
    std::vector<Ended> ended;
    std::size_t records = 0;
    for (const auto& time : time_all(shared, issued)) {
        const Summary summary = time->summary();
        records += summary.records;
        out.append(nb::make_tuple(copied(time->rows()), copied(time->tallies().groups.things), copied(std::vector{summary})));
        ended.push_back({std::move(time->tallies().uses.things), std::move(time->rows()), summary.records});
    }
    if (records > replayed)
        for (Ended& one : ended) one.rows = {};
    return nb::make_tuple(out, conflicts(rules_of(chip), ended));
}

// A call of an AI Engine's kernel: what its records ask for, in the order of slots.Counted.
std::vector<std::int64_t> slot_counts_of(const RecordBytes& records) {
    const SlotCounts counts = slot_counts(as<const aie::issued>(records));
    std::vector<std::int64_t> words(sizeof counts / sizeof(std::int64_t));
    std::memcpy(words.data(), &counts, sizeof counts);
    return words;
}
// How long that takes, and how long they wait for each other.
nb::dict slot_time_of(const std::string& generation, const Payload& counted, const RecordBytes& uses) {
    const SlotNumbers* numbers = slots_of(generation.c_str());
    if (!numbers) throw std::invalid_argument("nothing is known of " + generation);
    SlotCounts counts;
    if (counted.size() * sizeof(std::int64_t) != sizeof counts) throw std::invalid_argument("the engine was built from other records; install again");
    std::memcpy(&counts, counted.data(), sizeof counts);
    const SlotTime time = slot_time(*numbers, counts, as<const aie::issued>(uses));
    nb::list units, behind;
    for (const double cycles : time.units) units.append(cycles);
    for (const SlotFact fact : time.behind) behind.append(slot_facts[static_cast<std::size_t>(fact)]);
    nb::dict out;
    out["units"] = units;
    out["first"] = time.first;
    out["path"] = time.path;
    out["cycles"] = time.cycles;
    out["as_written"] = time.as_written;
    out["behind"] = behind;
    out["small_floats"] = time.small_floats;
    out["floats"] = time.floats;
    return out;
}

// The cycle counter of a core: the model, kept up to date with what has been issued.
class RunningClock {
  public:
    RunningClock(const std::string& chip, std::uint32_t blocks) : shared_(rules_of(chip), blocks, 0), time_(shared_) {}
    void add(const RecordBytes& records, const Payload& payload) {
        for (const Record& record : as<const Record>(records)) time_.record(record, payload.data() + record.payload);
    }
    double read() { return time_.read(); }

  private:
    Shared shared_;
    BlockTime time_;
};

std::vector<Walk> walks_of(const std::vector<WalkOf>& given) {
    std::vector<Walk> out;
    for (const auto& [start, block, repeat, width, reads, writes] : given) {
        if (width < 1 || width > blocks_of_repeat || out.size() == max_operands) throw std::invalid_argument("1 to 8 blocks, up to 6 operands");
        out.push_back({start, block, repeat, width, reads, writes});
        out.back().operand = static_cast<int>(out.size()) - 1;
    }
    return out;
}

}  // namespace

void bind(nb::module_& parent) {
    nb::module_ m = parent.def_submodule("timing");
    m.def("time_blocks", &time_blocks, "chip"_a, "parts"_a, "blocks"_a, "buffers"_a, "vectors"_a, "cubes"_a);
    m.def("slot_counts", &slot_counts_of, "records"_a);
    m.def("slot_time", &slot_time_of, "generation"_a, "counted"_a, "uses"_a);
    nb::class_<RunningClock>(m, "Clock")
        .def(nb::init<const std::string&, std::uint32_t>(), "chip"_a, "blocks"_a)
        .def("add", &RunningClock::add, "records"_a, "payload"_a)
        .def("read", &RunningClock::read);

    // Parts of the model, for advice and drawings.
    m.def("lane_bits", [](const RecordBytes& record) { return 8 * lane_bytes(instructions[one(record).opcode], one(record)); });
    m.def("has_tail", [](const RecordBytes& record) { return has_tail(instructions[one(record).opcode], one(record)); });
    m.def("groups", [](const std::string& chip, const RecordBytes& record) {
        Walk found[max_operands];
        const InstructionInfo& ins = instructions[one(record).opcode];
        nb::dict out;  // the bank groups of the first repeat of each operand
        std::int64_t at[blocks_of_repeat];
        for (int i = 0, count = walks(ins, one(record), found); i < count; ++i) {
            nb::list groups;
            for (int k = 0, blocks = found[i].blocks(0, at); k < blocks; ++k)
                groups.append(at[k] % static_cast<std::int64_t>(numbers_of(rules_of(chip)).banks_groups));
            out[ins.operands[found[i].operand]] = groups;
        }
        return out;
    });
    m.def("traffic", [](const std::string& chip, const RecordBytes& record) {
        Walk found[max_operands];
        const Numbers& numbers = numbers_of(rules_of(chip));
        const InstructionInfo& ins = instructions[one(record).opcode];
        const auto count = static_cast<std::size_t>(walks(ins, one(record), found));
        const Line& line = numbers.lines[one(record).opcode][by_bits(8 * lane_bytes(ins, one(record)))];
        const Traffic moved = traffic(numbers, {found, count}, one(record).repeat, line.repeat);
        return std::tuple(moved.cycles, moved.ideal, count > 0);
    });
    m.def("advise", [](const std::string& chip, const RecordBytes& record, std::int64_t told) {
        std::vector<Ended> alone(1);
        alone[0].uses.push_back({one(record), told, 1, 0});
        alone[0].records = 1;
        return conflicts(rules_of(chip), alone);
    });
    m.def("walked", [](const std::string& chip, const std::vector<WalkOf>& given, std::uint32_t repeats, double rate) {
        const Traffic found = traffic(numbers_of(rules_of(chip)), walks_of(given), repeats, rate);
        return std::tuple(found.cycles, found.ideal);
    });
    m.def("cures", [](const std::string& chip, const std::vector<WalkOf>& given, std::uint32_t repeats, double rate,
                      const std::vector<std::tuple<std::int64_t, std::int64_t>>& spans, std::int64_t end) {
        Room room;
        room.end = end;
        for (std::size_t i = 0; i < spans.size() && i < max_operands; ++i) {
            room.spans[i] = {std::get<0>(spans[i]), std::get<1>(spans[i])};
            room.there[i] = true;
        }
        std::vector<std::tuple<int, int, std::int64_t, std::int64_t, double>> out;
        for (const Change& c : cures(numbers_of(rules_of(chip)), walks_of(given), repeats, rate, room))
            out.emplace_back(c.operand, c.what, c.now, c.then, c.saved);
        return out;
    });
    m.def("vector_cost", [](const std::string& chip, const RecordBytes& record, const Payload& payload) {
        const Cost cost = vector_cost(numbers_of(rules_of(chip)), one(record), payload.data());
        return std::tuple(cost.cycles, cost.lost, cost.known);
    });
    m.def("copy_cost", [](const std::string& chip, const RecordBytes& record, const Payload& payload) {
        const CopyCost cost = Copies(rules_of(chip), numbers_of(rules_of(chip)), {1, 1}, 1, {}).of(one(record), payload.data());
        return std::tuple(cost.cycles, cost.known);
    });
}

}  // namespace lanewise::timing
