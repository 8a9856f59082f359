#include "check/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "lanewise/shared/kind.h"
#include "lanewise/shared/narrow.h"
#include "lanewise/shared/shape.h"
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

// Whether one of an array of floats has the bits of `limit` or more, but for its sign.
template <class T>
bool any_from(const std::uint8_t* at, std::uint64_t bytes, T limit) {
    constexpr T most = std::numeric_limits<T>::max();
    using Wide [[gnu::vector_size(16)]] = T;
    Wide found{}, more{};  // two, so that none waits for the other
    for (; bytes >= 4 * sizeof(Wide); at += 4 * sizeof(Wide), bytes -= 4 * sizeof(Wide)) {
        found |= ((load<Wide>(at) & most) >= limit) | ((load<Wide>(at + sizeof(Wide)) & most) >= limit);
        more |= ((load<Wide>(at + 2 * sizeof(Wide)) & most) >= limit) | ((load<Wide>(at + 3 * sizeof(Wide)) & most) >= limit);
    }
    for (found |= more; bytes >= sizeof(Wide); at += sizeof(Wide), bytes -= sizeof(Wide)) found |= (load<Wide>(at) & most) >= limit;
    bool any = false;
    for (std::size_t i = 0; i < sizeof(Wide) / sizeof(T); ++i) any |= found[i] != 0;
    for (; bytes >= sizeof(T); at += sizeof(T), bytes -= sizeof(T)) any |= (load<T>(at) & most) >= limit;
    return any;
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

// Float has no wider type to compute in.
const char* case_of(int dtype) { return static_cast<DType>(dtype) == DType::float_ ? "float" : ""; }

// What a type can hold: beyond it floats become infinite, and integers wrap or are clamped.
struct Representable {
    double low, high;
};
std::optional<Representable> range_of(int dtype) {
    switch (static_cast<DType>(dtype)) {
        case DType::half_: return Representable{-65520.0, 65520.0};  // 65519.99 still rounds to the largest half
        case DType::int16_: return Representable{-32768.0, 32767.0};
        case DType::uint16_: return Representable{0.0, 65535.0};
        case DType::int32_: return Representable{-2147483648.0, 2147483647.0};
        case DType::uint32_: return Representable{0.0, 4294967295.0};
        default: return std::nullopt;
    }
}

// The largest number of a type of floats, which results beyond it become where the chip saturates.
std::optional<double> largest(int dtype) {
    switch (static_cast<DType>(dtype)) {
        case DType::half_: return 65504.0;
        case DType::bfloat16_: return 0x1.FEp127;
        case DType::float_: return 0x1.FFFFFEp127;
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
        case Opcode::div_: return b != 0 ? std::optional(a / b) : std::nullopt;
        case Opcode::exp_: return std::exp(a);
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

bool is_move(const InstructionInfo& ins) { return ins.executor == Executor::move; }

std::string text(double value) {
    char out[40];
    std::snprintf(out, sizeof out, "%.9g", value);
    return out;
}

}  // namespace

bool Numbers::looks_at(std::uint16_t opcode) {
    const InstructionInfo& ins = instructions[opcode];
    const Executor by = ins.executor;
    if (opcode == static_cast<std::uint16_t>(Opcode::fixpipe_)) return true;  // the one move that converts results
    return (by == Executor::elementwise || by == Executor::reduce || by == Executor::macro || by == Executor::tile) && ins.operand_count > 0;
}

void Numbers::before(const Record& record) {
    runs_.clear();
    const InstructionInfo& ins = instructions[record.opcode];
    looks_ = looks_at(record.opcode);
    if (!looks_) return;
    // All that can be other than before, of what it reads.
    const Operand& to = record.operands[0];
    kept_.clear();
    kept_in_ = static_cast<Space>(to.space);
    looks_ = on_core(kept_in_) || is_move(ins);
    if (!looks_ || !on_core(kept_in_)) return;
    const std::uint64_t size = this->size(kept_in_);
    kept_at_ = std::min<std::uint64_t>(to.address, size);
    const auto end_of = [&](const Operand& o) { return o.extent ? std::min<std::uint64_t>(o.address + o.extent, size) : size; };
    bool reads_it = reads(ins.roles[0]) || ins.accumulates || ins.executor == Executor::tile;
    for (int i = 1; i < ins.operand_count; ++i)
        if (const Operand& o = record.operands[i]; o.space == to.space) reads_it |= o.address < end_of(to) && to.address < end_of(o);
    if (reads_it) kept_.assign(memories_.at(kept_in_, kept_at_), memories_.at(kept_in_, std::max(end_of(to), kept_at_)));
}

void Numbers::access(const Access& a) {
    const auto space = static_cast<Space>(a.space);
    if (!looks_ || !(on_core(space) || (space == Space::gm && kept_in_ == Space::gm))) return;
    for (std::uint32_t first = 0, end; first < a.bytes; first = end) {
        const bool touched = a.touches(first);
        for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
        if (!touched) continue;
        // Runs of one kind mostly follow each other.
        if (!runs_.empty() && runs_.back().write == a.write && runs_.back().space == space && runs_.back().address + runs_.back().bytes == a.address + first)
            runs_.back().bytes += end - first;
        else
            runs_.push_back({space, a.address + first, end - first, a.write});
    }
}

void Numbers::after(const Record& record, std::uint64_t place) {
    if (!looks_ || runs_.empty() || told_.contains(place) || !suspicious(record.opcode, record.operands[0].dtype)) return;
    if (instructions[record.opcode].executor == Executor::elementwise) each_lane(record, place);
    else whole(record, place);
}

bool Numbers::shows(const Brief& call) { return call.shape && is_float(static_cast<int>(type_in(call.shape, 0))) && instructions[call.opcode].executor == Executor::elementwise; }

// What it reads is there afterwards, but for what it writes over.
void Numbers::before(const Brief& call) {
    kept_.clear();
    kept_in_ = Space::vector;
    kept_at_ = call.written.address;
    const auto meets = [&](const Brief::Run& run) { return run.address < call.written.address + call.written.bytes && call.written.address < run.address + run.bytes; };
    shown_ = shows(call);
    if (!shown_ || std::none_of(call.read, call.read + call.reads, meets) || told_.contains(call.place)) return;
    const std::uint8_t* const first = memories_.at(Space::vector, kept_at_);
    kept_.assign(first, first + call.written.bytes);
}

void Numbers::after(const Brief& call) {
    if (!shown_) return;
    runs_.assign(1, {Space::vector, call.written.address, call.written.bytes, true});
    if (!suspicious(call.opcode, type_in(call.shape, 0)) || told_.contains(call.place)) return;
    Record record{};
    record.opcode = call.opcode;
    const InstructionInfo& ins = instructions[call.opcode];
    const int targets = ins.operand_count - call.reads;  // 0: the target is read, too, and stands first
    std::uint64_t widest = 1;
    for (int i = 0; i < ins.operand_count; ++i) {
        const Brief::Run& run = i ? call.read[i - targets] : call.written;
        Operand& o = record.operands[i];
        o.address = run.address;
        o.extent = static_cast<std::uint32_t>(run.bytes);
        set_kind(o, kind(type_in(call.shape, i), Space::vector));
        widest = std::max(widest, static_cast<std::uint64_t>(dtype_bits[o.dtype]) / 8);
    }
    for (int i = 0; i < call.reads; ++i) runs_.push_back({Space::vector, call.read[i].address, call.read[i].bytes, false});
    record.overload = static_cast<std::uint8_t>(Overload::COUNT);
    record.scalars[0] = call.scalar;
    const std::uint64_t lanes = repeat_bytes / widest, count = call.written.bytes * 8 / static_cast<std::uint64_t>(dtype_bits[record.operands[0].dtype]);
    record.repeat = static_cast<decltype(record.repeat)>((count + lanes - 1) / lanes);
    each_lane(record, call.place);
}

bool Numbers::touched(Space space, std::uint64_t at, bool write) const {
    return std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) { return run.write == write && run.space == space && at - run.address < run.bytes; });
}

// A float that left its range shows it: it is infinite, no number, or the largest one. Integers show nothing.
bool Numbers::suspicious(std::uint16_t opcode, int dtype) const {
    const auto any = [&]<class T>(T limit) {
        return std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) { return run.write && any_from(bytes_at(run), run.bytes, limit); });
    };
    switch (static_cast<DType>(dtype)) {
        case DType::half_: return any(std::int16_t{0x7BFF});
        case DType::bfloat16_: return any(std::int16_t{0x7F7F});
        case DType::float_: return any(std::int32_t{0x7F7FFFFF});
        default: return range_of(dtype).has_value() && exact(static_cast<Opcode>(opcode), 1, 1).has_value();
    }
}

const char* Numbers::wrong(const Record& record, Lane& lane) const {
    const int to = record.operands[0].dtype;
    for (int i = 0; i < lane.count; ++i)
        if (!std::isfinite(lane.operands[i])) return nullptr;  // it came in
    const auto made = exact(static_cast<Opcode>(record.opcode), lane.operands[0], lane.count > 1 ? lane.operands[1] : 0);
    if (const auto most = largest(to); most && std::fabs(lane.result) == *most && !(made && std::fabs(*made) <= *most)) {
        // Saturated, unless the largest number came in.
        const bool given = std::any_of(lane.operands, lane.operands + lane.count, [&](double one) { return std::fabs(one) == *most; });
        if (!given || made) return "NUM-002";
    }
    const auto range = range_of(to);
    if (made && range) {
        const bool beyond = is_float(to) ? std::fabs(*made) >= range->high : *made < range->low || *made > range->high;
        if (beyond) return is_float(to) ? "NUM-002" : "NUM-003";
    }
    return is_float(to) && !std::isfinite(lane.result) ? "NUM-001" : nullptr;
}

void Numbers::each_lane(const Record& record, std::uint64_t place) {
    const InstructionInfo& ins = instructions[record.opcode];
    std::uint64_t widest = 1;
    for (int i = 0; i < ins.operand_count; ++i) widest = std::max(widest, static_cast<std::uint64_t>(dtype_bits[record.operands[i].dtype]) / 8);
    const std::uint64_t lanes = repeat_bytes / widest;
    const bool counted = record.overload == static_cast<std::uint8_t>(Overload::COUNT);
    const auto space_of = [&](int operand) { return static_cast<Space>(record.operands[operand].space); };
    const Space here = space_of(0);
    for (std::uint64_t repeat = 0; repeat < record.repeat; ++repeat)
        for (std::uint64_t i = 0; i < lanes; ++i) {
            const std::uint64_t at = place_of(record.operands[0], counted, repeat, i, lanes);
            if (at + 8 > size(here) || !touched(here, at, true)) continue;
            const auto result = number(record.operands[0].dtype, memories_.at(here, at));
            if (!result) return;
            Lane lane{repeat * lanes + i, {}, 0, *result};
            for (int o = 1; o < ins.operand_count && lane.count < 4; ++o) {
                const std::uint64_t from = place_of(record.operands[o], counted, repeat, i, lanes);
                if (from + 8 > size(space_of(o))) return;
                const auto value = number(record.operands[o].dtype, old(space_of(o), from));
                if (!value) return;
                lane.operands[lane.count++] = *value;
            }
            if (ins.scalars && lane.count < 4) {
                const auto value = number(record.operands[0].dtype, reinterpret_cast<const std::uint8_t*>(&record.scalars[0]));
                if (!value) return;
                lane.operands[lane.count++] = *value;
            }
            // An accumulation reads its destination, too.
            if (touched(here, at, false) && !std::isfinite(*number(record.operands[0].dtype, old(here, at)))) continue;
            const char* id = wrong(record, lane);
            if (!id) continue;
            told_.insert(place);
            findings_.add({id, place, 0,
                           {{"op", ins.name}, {"lane", std::to_string(lane.number)}, {"result", text(lane.result)},
                            {"type", dtype_names[record.operands[0].dtype]}, {"first", lane.count ? text(lane.operands[0]) : ""},
                            {"second", lane.count > 1 ? text(lane.operands[1]) : ""}, {"case", case_of(record.operands[0].dtype)}}});
            return;
        }
}

// Sums and functions of the library: everything that was read counts as an operand.
void Numbers::whole(const Record& record, std::uint64_t place) {
    const InstructionInfo& ins = instructions[record.opcode];
    const int type = record.operands[0].dtype;
    if (!is_float(type)) return;
    const std::uint64_t size = static_cast<std::uint64_t>(dtype_bits[type]) / 8;
    const auto most = largest(type);
    bool given = false;  // the largest number itself
    for (const Run& run : runs_) {
        if (run.write) continue;
        for (int o = ins.executor == Executor::tile ? 0 : 1; o < ins.operand_count; ++o) {  // a product is added to what was there
            const Operand& from = record.operands[o];
            if (!is_float(from.dtype) || !run.in(from)) continue;
            const std::uint64_t step = static_cast<std::uint64_t>(dtype_bits[from.dtype]) / 8;
            for (std::uint64_t i = 0; i + step <= run.bytes; i += step) {
                const double one = *number(from.dtype, old(run.space, run.address + i));
                if (!std::isfinite(one)) return;  // it came in
                given |= std::fabs(one) == *most;
            }
        }
    }
    const Operand& to = record.operands[0];
    for (const Run& run : runs_) {
        if (!run.write || !run.in(to)) continue;
        for (std::uint64_t i = 0; i + size <= run.bytes; i += size) {
            const double result = *number(type, bytes_at(run) + i);
            const bool saturated = std::fabs(result) == *most && !given;
            if (std::isfinite(result) && !saturated) continue;
            told_.insert(place);
            const bool converted = is_move(ins);  // what it read fitted its type
            findings_.add({saturated || converted ? "NUM-002" : "NUM-001", place, 0,
                           {{"op", ins.name}, {"lane", std::to_string((run.address + i - to.address) / size)}, {"result", text(result)},
                            {"type", dtype_names[type]}, {"first", ""}, {"second", ""}, {"case", converted ? "stored" : case_of(type)}}});
            return;
        }
    }
}

}  // namespace lanewise::check
