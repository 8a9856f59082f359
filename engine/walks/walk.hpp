// The walk form: an instruction whose lanes are not one-to-one reads and writes elements itself, through one accessor.
// It runs twice: first to check every access, then for real, so that a refused instruction changes nothing. All reads come
// before all writes: where the first run sees them meet, the second keeps its writes until the end.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "lanes/saturation.hpp"
#include "machine/fault.hpp"
#include "machine/rules.hpp"
#include "walks/strided_operand.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

class Walk {
  public:
    Walk(Core& c, const InstructionInfo& i, const RowInfo& w, const Record& r, const Lanes* l, std::span<const std::int64_t> p)
        : core(c), ins(i), row(w), record(r), lanes(l), params(p), repeat(r.repeat), memory_(Window::vector(c, 0)) {}

    Core& core;
    const InstructionInfo& ins;
    const RowInfo& row;
    const Record& record;
    const Lanes* lanes;
    std::span<const std::int64_t> params;
    std::uint64_t repeat;
    DType type(int operand) const { return static_cast<DType>(row.types[operand]); }
    bool counted() const { return static_cast<Overload>(record.overload) == Overload::COUNT; }
    int size(int operand) const { return dtype_bits[row.types[operand]] / 8; }
    const Rules& rules() const { return *core.rules; }
    // Whether results saturate, by the type of the first operand.
    bool saturates() const { return lanewise::saturates(ins, rules(), core.state->ctrl, row.types[0]); }

    // The core's registers. What a walk changes in its checking run is thrown away.
    State& state() const { return checking_ ? scratch_ : *core.state; }

    template <class T>
    T read(int operand, std::int64_t element) const {
        const std::uint64_t place = at(operand, element, sizeof(T), read_);
        return memory_.load<T>(static_cast<std::int64_t>(place));
    }

    template <class T>
    void write(int operand, std::int64_t element, T value) const {
        const std::uint64_t place = at(operand, element, sizeof(T), written_);
        if (checking_) return;
        if (keeping_) keep(place, &value, sizeof(T));
        else memory_.store(static_cast<std::int64_t>(place), value);
    }

    // The instruction touches an operand up to `end` bytes after its start, which must be a multiple of `align`. A walk that
    // has named all it touches may leave its checking run there.
    void reach(int operand, std::uint64_t end, int align = block_bytes) const {
        if (!checking_) return;
        align_[operand] = align;
        check_touch(core, ins, record, operand, end, align);
        const std::uint64_t start = record.operands[operand].address;
        note(operand, start, start + end);
    }
    bool checking() const { return checking_; }

    // Element offset, in an operand, of a UB byte address from a list; the address is checked like a tensor's.
    std::int64_t entry(int operand, int index, std::int64_t address, int bytes) const {
        const std::int64_t start = static_cast<std::int64_t>(record.operands[operand].address);
        if (checking_) check_entry(operand, index, address, bytes);
        return (address - start) / size(operand);
    }

    // A parameter must fit its field.
    void within(const char* field, std::int64_t value, std::int64_t low, std::int64_t high) const {
        if (value < low || value > high)
            throw Fault("STRIDE-001", {{"op", ins.name}, {"field", field}, {"stride", value}, {"low", low}, {"high", high}});
    }

    // A repeat has ended: what it wrote is what the next one reads.
    void next_repeat() const {
        for (const Kept& k : kept_) std::memcpy(k.to, bytes_.data() + k.at, k.size);
        kept_.clear();
        bytes_.clear();
    }

    // An element of UB at an address that a register holds.
    template <class T>
    T peek(std::uint64_t place) const {
        return memory_.load<T>(static_cast<std::int64_t>(place));
    }

    // Element offset of a lane in a repeat, by the operand's strides; `bytes`: as elements of another size.
    std::int64_t offset(int operand, std::uint64_t r, std::uint32_t lane, int bytes = 0) const {
        const Operand& o = record.operands[operand];
        if (!bytes) bytes = size(operand);
        const int per_block = block_bytes / bytes;
        const std::int64_t block = counted() ? 1 : o.block_stride;
        const std::int64_t pitch = counted() ? static_cast<std::int64_t>(lanes->per_repeat) * bytes / block_bytes : o.repeat_stride;
        return (static_cast<std::int64_t>(r) * pitch + lane / per_block * block) * per_block + lane % per_block;
    }

    // An operand by its strides; none are given in the count form.
    StridedOperand strided(int operand) const {
        const Operand& o = record.operands[operand];
        const bool contiguous_call = static_cast<Overload>(record.overload) == Overload::COUNT;
        const int bytes = size(operand);
        return {target(operand), contiguous_call ? block_bytes : std::int64_t{o.block_stride} * block_bytes,
                contiguous_call ? std::int64_t{lanes->per_repeat} * bytes : std::int64_t{o.repeat_stride} * block_bytes, 8 * bytes, *lanes};
    }
    // How many elements the lanes of an operand are where they lie in one row without gaps; else 0.
    std::uint64_t row_of_lanes(int operand) const {
        const StridedOperand row = strided(operand);
        const bool whole = lanes->repeats == 1 || (lanes->reach(false) == lanes->per_repeat && row.repeat == row.bytes(lanes->per_repeat));
        if (!whole || row.block != block_bytes || !lanes->prefix() || lanes->each) return 0;
        return (lanes->repeats - 1) * lanes->per_repeat + lanes->reach(true);
    }
    // Whether no byte that is written is read, too; or only by an operand that is the very same.
    bool stays_apart() const { return !keeping_; }
    bool stays_in_place() const {
        for (int s = 0; s < max_operands; ++s)
            for (int t = 0; t < max_operands; ++t) {
                const Range &r = read_[s], &w = written_[t];
                const bool meet = r.low < w.high && w.low < r.high, same = r.low == w.low && r.high == w.high && size(s) == size(t);
                if (meet && !same) return false;
            }
        return true;
    }
    // The same, as it was before the first write.
    StridedOperand way_before(int operand) const {
        const StridedOperand now = strided(operand);
        return {source(operand), now.block, now.repeat, now.bits, *lanes};
    }

    // Bytes from an operand's start to the end of its last active lane, by its strides.
    std::uint64_t span(int operand) const { return strided(operand).last_byte(*lanes); }

    // Bytes from an operand's start to the end of its tensor.
    std::uint64_t room(int operand) const {
        const Operand& o = record.operands[operand];
        return o.address >= core.vector_memory().size ? 0 : std::min<std::uint64_t>(o.extent, core.vector_memory().size - o.address);
    }

    // An operand from its start on, for a walk that has named by `reach` how far it goes. A source keeps what it held before the
    // first write: take it before the target.
    Window target(int operand) const { return Window::vector(core, record.operands[operand].address); }
    Window source(int operand) const {
        const Window start = target(operand);
        if (!keeping_) return start;
        const std::uint64_t end = (read_[operand].high + block_bytes - 1) / block_bytes * block_bytes;  // whole blocks are loaded
        return start.kept(end - start.address(), before_[operand]);
    }
    // UB at an address that a register holds.
    Window in_memory(std::uint64_t address) const { return Window::vector(core, address); }

    // Calls visit(repeat, lane) for every active lane, in order.
    template <class Visit>
    void each_lane(Visit visit) const {
        for (std::uint64_t r = 0; r < lanes->repeats; ++r) {
            const std::uint32_t n = lanes->reach(r + 1 == lanes->repeats);
            for (std::uint32_t k = 0; k < n; ++k)
                if (lanes->mode == MaskMode::counter || lanes->active(k)) visit(r, k);
        }
    }

    void run();

  private:
    struct Range {
        std::uint64_t low = UINT64_MAX, high = 0;
    };
    struct Kept {
        std::uint8_t* to;
        std::uint32_t at, size;
    };

    std::uint64_t at(int operand, std::int64_t element, int bytes, Range* ranges) const {
        const std::uint64_t place = record.operands[operand].address + element * bytes;
        if (checking_) {
            check_touch(core, ins, record, operand, static_cast<std::uint64_t>(element + 1) * bytes, align_[operand]);
            Range& range = ranges[operand];
            if (place < range.low) range.low = place;
            if (place + bytes > range.high) range.high = place + bytes;
        }
        return place;
    }

    void check_entry(int operand, int index, std::int64_t address, int bytes) const;

    void note(int operand, std::uint64_t low, std::uint64_t high) const {
        for (Range* ranges : {read_, written_}) {
            if (!(ranges == read_ ? reads(ins.roles[operand]) : writes(ins.roles[operand]))) continue;
            if (low < ranges[operand].low) ranges[operand].low = low;
            if (high > ranges[operand].high) ranges[operand].high = high;
        }
    }

    void keep(std::uint64_t place, const void* value, std::uint32_t size) const {
        kept_.push_back({memory_.write(static_cast<std::int64_t>(place), size), static_cast<std::uint32_t>(bytes_.size()), size});
        const auto* bytes = static_cast<const std::uint8_t*>(value);
        bytes_.insert(bytes_.end(), bytes, bytes + size);
    }

    Window memory_;
    bool checking_ = true, keeping_ = false;
    mutable State scratch_{};
    mutable int align_[max_operands] = {block_bytes, block_bytes, block_bytes, block_bytes, block_bytes};
    mutable Range read_[max_operands], written_[max_operands];
    mutable std::vector<Kept> kept_;
    mutable std::vector<std::uint8_t> bytes_;
    mutable std::vector<std::uint8_t> before_[max_operands];
};

}  // namespace LANEWISE_EYE
}  // namespace lanewise
