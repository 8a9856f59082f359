#include "forms/move.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "machine/fault.hpp"
#include "moves/atomic.hpp"
#include "moves/move.hpp"
#include "tables.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

// Where pieces go: any callable that outlives the call, without a copy of it.
class Emit {
  public:
    template <class F>
    Emit(const F& f) : object_(&f), call_([](const void* object, const Piece& p) { (*static_cast<const F*>(object))(p); }) {}
    void operator()(const Piece& p) const { call_(object_, p); }

  private:
    const void* object_;
    void (*call_)(const void*, const Piece&);
};

void pieces(const Move& move, const Emit& emit) {
    switch (static_cast<Opcode>(move.record->opcode)) {
#include "moves.inc"
        default: return;
    }
}

struct Extent {
    std::int64_t low = INT64_MAX, high = INT64_MIN;
    void add(std::int64_t first, std::int64_t bytes) {
        const std::int64_t end = first > INT64_MAX - bytes ? INT64_MAX : first + bytes;
        if (first < low) low = first;
        if (end > high) high = end;
    }
    bool any() const { return low <= high; }
};

bool is_narrow_float(std::uint8_t dtype) {
    const std::string_view name = dtype_names[dtype];
    return name == "float" || name == "half" || name == "bfloat16";
}

void fill(std::uint8_t* to, std::int64_t size, std::uint64_t bits, int element) {
    std::uint8_t pattern[8];
    std::memcpy(pattern, &bits, 8);
    for (std::int64_t i = 0; i < size; ++i) to[i] = pattern[i % element];
}

}  // namespace

Window reach(Core& core, const InstructionInfo& ins, const Record& record, int operand, std::int64_t first, std::int64_t end, bool writes) {
    const Operand& o = record.operands[operand];
    const char* name = ins.operands[operand];
    if (o.space == static_cast<std::uint8_t>(Space::ub)) {
        if (first < 0) throw Fault("MEM-002", {{"op", ins.name}, {"operand", name}, {"have", 0}, {"need", first}});
        check_touch(core, ins, record, operand, static_cast<std::uint64_t>(end));
        return Window::ub(core, o.address);
    }
    const std::uint64_t start = o.address + first;
    Buffer buffer;
    if (!core.gm->find(start, buffer)) {
        char text[32];
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(start));
        throw Fault("MEM-005", {{"op", ins.name}, {"operand", name}, {"address", text}, {"instead", core.gm->instead(start)}});
    }
    const std::uint64_t low = start - buffer.address, high = low + (end - first);
    if (high > buffer.size) {
        Fault fault("MEM-004", {{"op", ins.name}, {"operand", name}, {"first", low}, {"last", high - 1}, {"buffer", buffer.known_as()},
                                {"size", buffer.asked}});
        if (core.strict || high > std::max(buffer.spare, buffer.slack())) throw fault;
        fault.variant = high > buffer.spare ? "slack" : "spare";
        if (!core.checked) complain(core, fault);  // a checker sees every access for itself
        if (!rehearsing(core)) core.gm->note({record.opcode, static_cast<std::uint8_t>(operand), buffer.number, low, high - 1});
    } else if (core.checked && o.extent && o.extent != UINT32_MAX && end > static_cast<std::int64_t>(o.extent)) {  // 0: nobody said a size
        complain(core, Fault("MEM-008", {{"op", ins.name}, {"operand", name}, {"need", end}, {"have", o.extent}}));
    }
    if (buffer.doubles && is_narrow_float(o.dtype))
        complain(core, Fault("MEM-012", {{"op", ins.name}, {"operand", name}, {"buffer", buffer.known_as()}, {"type", dtype_names[o.dtype]}}));
    if (buffer.borrowed && (writes || high > buffer.size)) {
        core.gm->own(start);
        core.gm->find(start, buffer);
    }
    return Window::gm(core, buffer, o.address);
}

std::uint64_t Move::first_element(std::int64_t offset) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, reach(*core, *ins, *record, 1, offset, offset + size, false).read(offset, static_cast<std::uint64_t>(size)), size);
    return bits;
}

void run_move(Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params) {
    State& state = *core.state;
    const auto source = static_cast<Space>(record.operands[1].space), target = static_cast<Space>(record.operands[0].space);
    const Move move{dtype_bits[record.operands[0].dtype] / 8, params, record.flags, static_cast<Overload>(record.overload),
                    source, target, state.pad_value, state.pad_is_set, &core, &ins, &record};

    // ascend950 may wrap a copy in two loops per direction.
    std::uint64_t once[6] = {1, 1, 0, 0, 0, 0};
    const std::uint64_t* loop = ins.loops && source != target ? (target == Space::ub ? state.loop_in : state.loop_out) : once;
    auto each = [&](const Emit& emit) {
        for (std::uint64_t j = 0; j < loop[1]; ++j)
            for (std::uint64_t i = 0; i < loop[0]; ++i)
                pieces(move, [&](const Piece& p) {
                    Piece moved = p;
                    moved.src = static_cast<std::int64_t>(static_cast<std::uint64_t>(p.src) + j * loop[4] + i * loop[2]);
                    moved.dst = static_cast<std::int64_t>(static_cast<std::uint64_t>(p.dst) + j * loop[5] + i * loop[3]);
                    if (p.size > 0) emit(moved);  // records of other origin than ours may ask for less than nothing
                });
    };

    const Eye eye(core);
    const std::size_t start = eye.mark();
    Extent to, from;
    each([&](const Piece& p) {
        to.add(p.dst, p.size);
        if (p.has_source) from.add(p.src, p.size);
    });
    if (!to.any()) return;
    const AtomicMode atomic = target == Space::gm && source == Space::ub ? atomic_mode(state.ctrl) : AtomicMode{};
    if (atomic)
        each([&](const Piece& p) {
            if (p.size % atomic.size())
                throw Fault("ATOMIC-001", {{"op", ins.name}, {"type", dtype_names[static_cast<int>(atomic.type)]}, {"size", p.size}});
        });
    auto checked = [&](int operand, const Extent& extent) {
        const Operand& o = record.operands[operand];
        const int size = dtype_bits[o.dtype] / 8;
        if (o.space == static_cast<std::uint8_t>(Space::gm) && ins.whole_elements && o.address % size)
            throw Fault("ALIGN-002", {{"op", ins.name}, {"operand", ins.operands[operand]}, {"address", o.address}, {"need", size}});
        return reach(core, ins, record, operand, extent.low, extent.high, operand == 0);
    };
    const Window to_window = checked(0, to), from_window = from.any() ? checked(1, from) : Window();
    if (ins.whole_blocks) {
        const int operand = target == Space::ub ? 0 : 1;
        each([&](const Piece& p) {
            const auto begin = record.operands[operand].address + static_cast<std::uint64_t>(operand ? p.src : p.dst);
            check_inside_ub(core, ins, ins.operands[operand], begin, 0);
        });
    }
    eye.rewind(start);  // until now elements were only looked at
    if (rehearsing(core)) {
        // Memory changes when the pipe gets there; the state of the core is as the scalar unit leaves it.
    } else if (atomic) {
        std::lock_guard guard(core.gm->atomic_lock);
        each([&](const Piece& p) {
            const auto size = static_cast<std::size_t>(p.size);
            combine(*core.rules, atomic, to_window.update(p.dst, size), from_window.read(p.src, size), size);
        });
    } else {
        each([&](const Piece& p) {
            const auto size = static_cast<std::size_t>(p.size);
            if (p.has_source) {
                const std::uint8_t* data = from_window.read(p.src, size);
                std::memmove(to_window.write(p.dst, size), data, size);
            } else {
                fill(to_window.write(p.dst, size), p.size, p.fill, move.size);
            }
        });
    }
    if (ins.keeps_padding && record.flags & PAD_VALUE) {
        state.pad_value = static_cast<std::uint64_t>(params[6]);
        if (!state.pad_is_set) state.pad_is_set = 1;
    }
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
