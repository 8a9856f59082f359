// Unit flags that are waited for in vain: a Fixpipe of results that no Mmad has handed over, a Mmad on results that no Fixpipe has taken. A chip hangs there.
#include <cstdint>
#include <unordered_map>

#include "check/rule.hpp"
#include "stream/unit_flags.hpp"

namespace lanewise::check {

namespace {

class UnitFlagWaits final : public Rule {
  public:
    using Rule::Rule;
    static Hears hears() {
        return {.records = {Opcode::mmad_, Opcode::mmad_bias_, Opcode::mmad_mx_, Opcode::mmad_mx_bias_, Opcode::mmad_with_sparse_, Opcode::fixpipe_,
                            Opcode::set_fix_pipe_config_},
                .accesses = core_by_pipes, .briefs = Hears::unheard, .copies = Hears::unheard};
    }

    void record(const Record& record, const std::int64_t* payload) override {
        const auto op = static_cast<Opcode>(record.opcode);
        if (op == Opcode::set_fix_pipe_config_) {
            if (payload[1]) marks_.clear(), clears_ = true;
            return;
        }
        sequence_ = record.sequence;
        place_ = std::uint64_t{record.file} << 32 | record.line;
        unit_flag_ = unit_flag(record, payload);
        stores_ = op == Opcode::fixpipe_;
    }

    void touch_changes(const Access&, std::uint32_t, std::span<const std::uint64_t>) override {}  // of no product
    void access(const Access& a) override {
        if (static_cast<Space>(a.space) != Space::product || unit_flag_ < uses || a.sequence != sequence_ || a.write == stores_) return;
        const std::uint64_t last = (a.address + a.bytes - 1) / unit;
        if (stores_) {
            for (std::uint64_t k = a.address / unit; k <= last; ++k) take(k);
        } else {  // whole fractals, also where their last rows are none of the result's
            for (std::uint64_t k = a.address / unit & ~std::uint64_t{1}; k <= last; k += 2) hand_over(k);
        }
    }

    bool quiet(const Access& run) override { return static_cast<Space>(run.space) != Space::product; }

  private:
    static constexpr std::uint64_t unit = 512;  // bytes of results that have a flag
    static constexpr std::int64_t uses = 2, turns_over = 3;

    void take(std::uint64_t k) {
        const auto found = marks_.find(k);
        if (found == marks_.end() || !found->second.readable(sequence_)) {
            if (!clears_) tell("not_handed_over", 0);
        } else if (unit_flag_ == turns_over) {
            found->second.taken = sequence_ + 1;
        }
    }

    void hand_over(std::uint64_t k) {
        const auto first = marks_.find(k), second = marks_.find(k + 1);
        const auto waits = [&](auto at) { return at != marks_.end() && !at->second.taken && at->second.sequence != sequence_; };
        if (waits(first) && waits(second)) tell("not_taken", first->second.place);
        if (unit_flag_ == turns_over) marks_[k] = marks_[k + 1] = {place_, sequence_};
    }

    void tell(const char* which, std::uint64_t other) {
        if (told_ == sequence_ + 1) return;  // once an instruction
        told_ = sequence_ + 1;
        block_.findings().add({"SYNC-106", place_, other, {{"case", which}}});
    }

    // Who has handed a unit over, and who has taken it: 1 + its number, as an instruction comes to a unit several times.
    struct Mark {
        std::uint64_t place, sequence, taken = 0;

        bool readable(std::uint64_t by) const { return !taken || taken == by + 1; }
    };
    std::unordered_map<std::uint64_t, Mark> marks_;  // by number of the unit
    bool clears_ = false;                            // the program clears all of them: what it hands over it may take back so
    bool stores_ = false;
    std::int64_t unit_flag_ = 0;
    std::uint64_t sequence_ = 0, place_ = 0, told_ = 0;
};

const Registered<UnitFlagWaits> unit_flag_waits{"unit_flags", [](const Wanted& wanted) { return wanted.sync; }};

}  // namespace

}  // namespace lanewise::check
