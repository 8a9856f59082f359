// The checker: a listener on every block, which hands what it hears to the rules that want to hear it (rule.hpp). The host has one of its own (host.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "check/program.hpp"
#include "check/rule.hpp"
#include "check/scalar_runs.hpp"
#include "machine/core.hpp"

namespace lanewise::check {

struct LaneRun {
    Access run;
    std::uint32_t each;  // bytes of a thread
    std::span<const std::uint64_t> where = {};  // of changes: of the threads from 0 on, and `run` is all between the first and the last
};

class BlockCheck final : public Listener {
  public:
    // `memories`: where those of the block are.
    BlockCheck(Launched& launch, Requests requests, const Memories& memories);

    bool hears_accesses() const override { return hearing_.around || hearing_.accesses[0] || hearing_.accesses[1] || hearing_.accesses[2] || hearing_.accesses[3]; }
    bool hears_registers() const override { return false; }  // they are the vector unit's own
    bool hears_between_registers() const override { return false; }  // while one holds garbage, garbage.cpp asks for them
    void record(const Record& record, const std::int64_t* payload) override;
    void access(const Access& access) override;
    void scalars(const Access* all, std::size_t count) override;
    void loop(const ScalarLoop& loop) override;
    bool hears_briefly() const override { return hears_accesses() && hearing_.briefly; }
    bool passes(const Brief& call) override;
    void passed(const Brief& call) override;
    bool hears_copies_briefly() const override { return hears_accesses() && hearing_.copies_briefly; }
    bool passes(const PlainCopy& call) override;
    void before(const Core& core, const Record& record, const std::int64_t* payload) override;
    void after(const Core& core) override;
    // The kernel has ended well.
    void end();
    // What threads have done alike. False: each access has to be told for itself, also what was noted already.
    bool lanes(std::span<const LaneRun> runs);
    // What the runtime tells: see rule.hpp.
    void reads_slot(std::uint64_t address, std::uint32_t bytes, std::uint64_t place, std::uint16_t opcode);
    void leaves_tensor(std::uint64_t first, std::uint64_t bytes, std::uint64_t end, bool write, std::uint64_t place);
    void gives_pointer(std::uint64_t first, std::uint64_t end);
    void broken(const Fault& fault) const override { block_.broken(fault); }

  private:
    bool touch_runs();
    bool quiet(const Access& scalar_run);
    bool touch_quietly(const Access& scalar_run);
    Hearing::Rules who(const Access& access) const;
    template <class Act>
    void each(Hearing::Rules some, const Act& act);
    template <class Ask>
    bool all(Hearing::Rules some, const Ask& ask);

    const Hearing& hearing_;
    Block block_;
    std::vector<Rule*> some(Hearing::Rules which) const;

    std::vector<std::unique_ptr<Rule>> rules_;  // in the order of hearing_.all
    std::vector<Rule*> asked_, heard_, asked_of_copies_, copies_, passed_;  // what is told in brief comes often
    ScalarRuns runs_;
};

// For Core::tolerate: the checker of the core hears of it.
void tell_broken(const Core& core, const Fault& fault);
// The same from Python: what that front refuses stays refused.
void tell_broken_or_throw(const Core& core, const Fault& fault);

}  // namespace lanewise::check
