// Flags between cores that nobody waits for: what is left of them reaches the next kernel.
#include <cstdint>
#include <map>
#include <mutex>

#include "check/rule.hpp"

namespace lanewise::check {

namespace {

// Sets of a launch that nobody has waited for yet, by the number of their step.
class OpenSets final : public Shared {
  public:
    void set(std::int64_t step, std::uint64_t place, std::int64_t flag) {
        std::lock_guard guard(lock_);
        open_.try_emplace(step, Set{place, flag});
    }
    void waited(std::int64_t step) {
        std::lock_guard guard(lock_);
        open_.erase(step);
    }
    void end(const Launched& launch, const Gm&) override {
        for (const auto& [step, one] : open_) launch.program.findings.add({"SYNC-107", one.place, 0, {{"flag", std::to_string(one.flag)}}});
    }

  private:
    struct Set {
        std::uint64_t place;
        std::int64_t flag;
    };
    std::mutex lock_;
    std::map<std::int64_t, Set> open_;
};

class CrossFlagSets final : public Rule {
  public:
    explicit CrossFlagSets(Block& block) : Rule(block), sets_(block.launch.shared<OpenSets>()) {}
    static Hears hears() { return {.records = {Opcode::cross_core_set_flag_, Opcode::cross_core_wait_flag_}, .briefs = Hears::unheard}; }

    void record(const Record& record, const std::int64_t* p) override {
        constexpr std::uint32_t steps = 3;  // behind flag, mode and pipe
        if (static_cast<Opcode>(record.opcode) == Opcode::cross_core_set_flag_)
            sets_.set(p[steps], std::uint64_t{record.file} << 32 | record.line, p[0]);
        else
            for (std::uint32_t k = steps; k < record.payload_count; ++k) sets_.waited(p[k]);
    }

  private:
    OpenSets& sets_;
};

const Registered<CrossFlagSets> cross_flags{"cross_flags", [](const Wanted& wanted) { return wanted.sync; }};

}  // namespace

}  // namespace lanewise::check
