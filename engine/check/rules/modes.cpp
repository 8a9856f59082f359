// Modes that outlive what set them: CTRL and MASK when the kernel ends, and a mask that nobody meant for the instruction that uses it.
#include <algorithm>
#include <cstdint>

#include "check/rule.hpp"
#include "isa.hpp"

namespace lanewise::check {

namespace {

class Modes final : public Rule {
  public:
    explicit Modes(Block& block) : Rule(block), findings_(block.findings()), core_(block.core), ctrl_(core_.state->ctrl) { note_mask(); }
    static Hears hears() { return {.every_record = true, .steps_of_queues = false, .briefs = Hears::heard, .copies = Hears::heard}; }

    // Told before the instruction runs; a step that sets registers has done so.
    void record(const Record& record, const std::int64_t*) override {
        const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
        const std::uint64_t changed = watch(place);
        switch (static_cast<Opcode>(record.opcode)) {
            case Opcode::set_vector_mask_:
                note_mask();
                // Published kernels leave the count of Counter mode behind: the next one that counts sets its own.
                mask_place_ = core_.state->ctrl >> counter_bit & 1 ? 0 : place;
                return;
            case Opcode::set_ctrl_spr_: return control(changed, place);
            case Opcode::reset_mask_:
            case Opcode::tpipe_init_:
                note_mask();
                mask_place_ = 0;
                return;
            default: break;
        }
        const auto how = static_cast<Overload>(record.overload);
        const bool masked = how == Overload::CONTIGUOUS || how == Overload::BITWISE;
        if (masked && !(record.flags & SET_MASK) && !same_mask())
            findings_.add({"STATE-105", place, 0, {{"op", name_of(record.opcode)}}});
    }

    // An instruction that was told in brief has no mask.
    void passes(const Brief& call) override { watch(call.place); }
    void passes(const PlainCopy& call) override { watch(call.place); }

    void end() override {
        const State& state = *core_.state;
        const std::uint64_t left = state.ctrl ^ core_.rules->ctrl_reset;
        if (left >> counter_bit & 1) findings_.add({"STATE-101", counter_place_, 0, {}});
        if (left & atomic_bits) findings_.add({"STATE-102", copies_place_, 0, {}});
        if (state.atomic) findings_.add({"STATE-103", atomic_place_, 0, {}});
        if (mask_place_ && same_mask() && std::any_of(std::begin(state.mask), std::begin(state.mask) + 2, [](std::uint64_t word) { return word != ~0ull; }))
            findings_.add({"STATE-104", mask_place_, 0, {}});
        if (const std::uint64_t others = (state.ctrl ^ meant_) & set_)
            findings_.add({"STATE-106", other_place_, 0, {{"bits", bits_of(others)}}});
    }

  private:
    // The program has set bits of CTRL itself; what else changes them belongs to how kernels begin.
    void control(std::uint64_t changed, std::uint64_t place) {
        changed &= ~(atomic_bits | 1ull << counter_bit);
        if (!changed) return;
        const std::uint64_t fresh = changed & ~set_;
        meant_ = (meant_ & ~fresh) | (~core_.state->ctrl & fresh);
        set_ |= changed;
        other_place_ = place;
    }

    // Who has changed CTRL and what scalar stores do, since the last time.
    std::uint64_t watch(std::uint64_t place) {
        if (core_.state->atomic != atomic_) {
            atomic_ = core_.state->atomic;
            atomic_place_ = place;
        }
        return follow(place);
    }
    // What has changed since the last time.
    std::uint64_t follow(std::uint64_t place) {
        const std::uint64_t changed = core_.state->ctrl ^ ctrl_;
        ctrl_ = core_.state->ctrl;
        if (changed >> counter_bit & 1) counter_place_ = place;
        if (changed & atomic_bits) copies_place_ = place;
        return changed;
    }

    static constexpr int counter_bit = 56;               // of CTRL
    static constexpr std::uint64_t atomic_bits = 0x7C0;  // CTRL[10:6]: type and operation of copies to GM

    void note_mask() { std::copy(std::begin(core_.state->mask), std::end(core_.state->mask), std::begin(mask_)); }
    bool same_mask() const { return std::equal(std::begin(mask_), std::end(mask_), std::begin(core_.state->mask)); }
    static std::string bits_of(std::uint64_t word) {
        std::string text;
        for (int bit = 0; bit < 64; ++bit)
            if (word >> bit & 1) text += (text.empty() ? "" : ", ") + std::to_string(bit);
        return text;
    }

    const BlockFindings findings_;
    const Core& core_;
    std::uint64_t ctrl_, counter_place_ = 0, copies_place_ = 0, other_place_ = 0;  // CTRL so far, and who changed it last
    std::uint64_t set_ = 0, meant_ = 0;  // bits that the program has set itself, and what they were before
    std::uint64_t atomic_ = 0, atomic_place_ = 0;                                   // the same of scalar stores
    std::uint64_t mask_[4] = {}, mask_place_ = 0;  // MASK as the program last set it, and where; 0: all lanes, as it should be
};

const Registered<Modes> modes{"modes", [](const Wanted& wanted) { return wanted.state; }};

}  // namespace

}  // namespace lanewise::check
