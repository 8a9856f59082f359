#include "check/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "lanewise/narrow.h"
#include "tables.hpp"

namespace lanewise::check {

namespace {

constexpr std::uint64_t block_bytes = 32, repeat_bytes = 256;

template <class T>
T load(const std::uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

// The number that bytes of a type hold; none for types that this does not look at.
std::optional<double> number(int dtype, const std::uint8_t* at) {
    switch (static_cast<DType>(dtype)) {
        case DType::half_: return widen<5, 10>(load<std::uint16_t>(at));
        case DType::bfloat16_: return widen<8, 7>(load<std::uint16_t>(at));
        case DType::float_: return load<float>(at);
        case DType::int16_: return load<std::int16_t>(at);
        case DType::uint16_: return load<std::uint16_t>(at);
        case DType::int32_: return load<std::int32_t>(at);
        case DType::uint32_: return load<std::uint32_t>(at);
        default: return std::nullopt;
    }
}

bool is_float(int dtype) {
    const auto type = static_cast<DType>(dtype);
    return type == DType::half_ || type == DType::bfloat16_ || type == DType::float_;
}

// What a type can hold: beyond it floats become infinite, and integers wrap or are clamped.
struct Range {
    double low, high;
};
std::optional<Range> range_of(int dtype) {
    switch (static_cast<DType>(dtype)) {
        case DType::half_: return Range{-65520.0, 65520.0};  // 65519.99 still rounds to the largest half
        case DType::int16_: return Range{-32768.0, 32767.0};
        case DType::uint16_: return Range{0.0, 65535.0};
        case DType::int32_: return Range{-2147483648.0, 2147483647.0};
        case DType::uint32_: return Range{0.0, 4294967295.0};
        default: return std::nullopt;
    }
}

// The exact result of the instructions whose results leave their type most often: doubles hold it, or come close enough to compare with a limit.
std::optional<double> exact(Opcode op, double a, double b) {
    switch (op) {
        case Opcode::add_:
        case Opcode::adds_: return a + b;
        case Opcode::sub_: return a - b;
        case Opcode::mul_:
        case Opcode::muls_: return a * b;
        case Opcode::cast_: return a;
        default: return std::nullopt;
    }
}

// Where lane `i` of a repeat of an operand is.
std::uint64_t place_of(const Operand& o, bool counted, std::uint64_t repeat, std::uint64_t lane, std::uint64_t lanes) {
    const std::uint64_t size = static_cast<std::uint64_t>(dtype_bits[o.dtype]) / 8;
    if (counted) return o.address + (repeat * lanes + lane) * size;
    const std::uint64_t at = lane * size;
    return o.address + (repeat * static_cast<std::uint64_t>(o.repeat_stride) + at / block_bytes * static_cast<std::uint64_t>(o.block_stride)) * block_bytes + at % block_bytes;
}

std::string text(double value) {
    char out[40];
    std::snprintf(out, sizeof out, "%.9g", value);
    return out;
}

}  // namespace

void Numbers::before(const Record& record) {
    runs_.clear();
    const InstructionInfo& ins = instructions[record.opcode];
    looks_ = (ins.executor == Executor::elementwise || ins.executor == Executor::reduce || ins.executor == Executor::macro) && ins.operand_count > 0;
    if (looks_) std::memcpy(kept_.data(), ub_, kept_.size());
}

void Numbers::access(const Access& a) {
    if (!looks_ || static_cast<Space>(a.space) != Space::ub) return;
    for (std::uint32_t first = 0, end; first < a.bytes; first = end) {
        const bool touched = a.touches(first);
        for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
        if (touched) runs_.push_back({a.address + first, end - first, a.write});
    }
}

void Numbers::after(const Record& record, std::uint64_t place) {
    if (!looks_ || runs_.empty()) return;
    if (instructions[record.opcode].executor == Executor::elementwise) each_lane(record, place);
    else whole(record, place);
}

void Numbers::mark(std::vector<bool>& bytes, const Run& run) {
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(run.address), run.bytes, true);
}

const char* Numbers::wrong(const Record& record, Lane& lane) const {
    const int to = record.operands[0].dtype;
    for (int i = 0; i < lane.count; ++i)
        if (!std::isfinite(lane.operands[i])) return nullptr;  // it came in
    const auto made = exact(static_cast<Opcode>(record.opcode), lane.operands[0], lane.count > 1 ? lane.operands[1] : 0);
    const auto range = range_of(to);
    if (made && range) {
        const bool beyond = is_float(to) ? std::fabs(*made) >= range->high : *made < range->low || *made > range->high;
        if (beyond) return is_float(to) ? "NUM-002" : "NUM-003";
    }
    return is_float(to) && !std::isfinite(lane.result) ? "NUM-001" : nullptr;
}

void Numbers::each_lane(const Record& record, std::uint64_t place) {
    const InstructionInfo& ins = instructions[record.opcode];
    written_.assign(kept_.size(), false);
    read_.assign(kept_.size(), false);
    for (const Run& run : runs_) mark(run.write ? written_ : read_, run);
    std::uint64_t widest = 1;
    for (int i = 0; i < ins.operand_count; ++i) widest = std::max(widest, static_cast<std::uint64_t>(dtype_bits[record.operands[i].dtype]) / 8);
    const std::uint64_t lanes = repeat_bytes / widest;
    const bool counted = record.overload == static_cast<std::uint8_t>(Overload::COUNT);
    for (std::uint64_t repeat = 0; repeat < record.repeat; ++repeat)
        for (std::uint64_t i = 0; i < lanes; ++i) {
            const std::uint64_t at = place_of(record.operands[0], counted, repeat, i, lanes);
            if (at + 8 > kept_.size() || !written_[at]) continue;
            const auto result = number(record.operands[0].dtype, ub_ + at);
            if (!result) return;
            Lane lane{repeat * lanes + i, {}, 0, *result};
            for (int o = 1; o < ins.operand_count && lane.count < 4; ++o) {
                const std::uint64_t from = place_of(record.operands[o], counted, repeat, i, lanes);
                if (from + 8 > kept_.size()) return;
                const auto value = number(record.operands[o].dtype, kept_.data() + from);
                if (!value) return;
                lane.operands[lane.count++] = *value;
            }
            if (ins.scalars && lane.count < 4) {
                const auto value = number(record.operands[0].dtype, reinterpret_cast<const std::uint8_t*>(&record.scalars[0]));
                if (!value) return;
                lane.operands[lane.count++] = *value;
            }
            // An accumulation reads its destination, too.
            if (read_[at] && !std::isfinite(*number(record.operands[0].dtype, kept_.data() + at))) continue;
            const char* id = wrong(record, lane);
            if (!id) continue;
            findings_.add({id, place, 0,
                           {{"op", ins.name}, {"lane", std::to_string(lane.number)}, {"result", text(lane.result)},
                            {"type", dtype_names[record.operands[0].dtype]}, {"first", lane.count ? text(lane.operands[0]) : ""},
                            {"second", lane.count > 1 ? text(lane.operands[1]) : ""}}});
            return;
        }
}

// Sums and functions of the library: everything that was read counts as an operand.
void Numbers::whole(const Record& record, std::uint64_t place) {
    const InstructionInfo& ins = instructions[record.opcode];
    const int type = record.operands[0].dtype;
    if (!is_float(type)) return;
    const std::uint64_t size = static_cast<std::uint64_t>(dtype_bits[type]) / 8;
    for (const Run& run : runs_) {
        if (run.write) continue;
        for (int o = 1; o < ins.operand_count; ++o) {
            const Operand& from = record.operands[o];
            if (!is_float(from.dtype) || run.address < from.address || run.address >= from.address + from.extent) continue;
            const std::uint64_t step = static_cast<std::uint64_t>(dtype_bits[from.dtype]) / 8;
            for (std::uint64_t i = 0; i + step <= run.bytes; i += step)
                if (!std::isfinite(*number(from.dtype, kept_.data() + run.address + i))) return;  // it came in
        }
    }
    const Operand& to = record.operands[0];
    for (const Run& run : runs_) {
        if (!run.write || run.address < to.address || run.address >= to.address + to.extent) continue;
        for (std::uint64_t i = 0; i + size <= run.bytes; i += size) {
            const double result = *number(type, ub_ + run.address + i);
            if (std::isfinite(result)) continue;
            findings_.add({"NUM-001", place, 0,
                           {{"op", ins.name}, {"lane", std::to_string((run.address + i - to.address) / size)}, {"result", text(result)},
                            {"type", dtype_names[type]}, {"first", ""}, {"second", ""}}});
            return;
        }
    }
}

}  // namespace lanewise::check
