// Launches that issue no instruction that computes at all.
#include <atomic>
#include <cstdint>

#include "check/rule.hpp"
#include "isa.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

struct Computed final : Shared {
    std::atomic<bool> any = false;  // block has

    void end(const Launched& launch, const Gm&) override {
        const std::uint64_t place = launch.program.streams.task(launch.task.number).place;
        if (place && !any) launch.program.findings.add({"KERNEL-008", place, 0, {}});
    }
};

class Computes final : public Rule {
  public:
    explicit Computes(Block& block) : Rule(block), launch_(block.launch.shared<Computed>()), between_(issued_on_registers()) {}
    static Hears hears() { return {.every_record = true, .briefs = Hears::heard, .copies = Hears::unheard}; }

    void record(const Record& record, const std::int64_t*) override { computes_ |= record.pipe == vector_pipe || record.pipe == cube_pipe; }
    void passes(const Brief&) override { computes_ = true; }
    void end() override {
        if (computes_ || issued_on_registers() != between_) launch_.any = true;
    }

  private:
    // How many of those between registers, which are not told, the core has issued.
    std::uint64_t issued_on_registers() const {
        std::uint64_t count = 0;
        for (int opcode = 1; opcode <= instruction_count; ++opcode)
            if (const Executor how = instructions[opcode].executor; how == Executor::registers || how == Executor::register_walk)
                count += block_.core.issued[opcode];
        return count;
    }

    Computed& launch_;
    const std::uint64_t between_;
    bool computes_ = false;  // it has issued one that is told
};

const Registered<Computes> computes{"computes", [](const Wanted& wanted) { return wanted.hints; }};

}  // namespace

}  // namespace lanewise::check
