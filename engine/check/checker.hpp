// The checker: a listener on every block, which hands what it hears to the rules that want to hear it (rule.hpp), and one on the host.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check/program.hpp"
#include "check/rule.hpp"
#include "check/scalar_runs.hpp"
#include "machine/core.hpp"

namespace lanewise::check {

class BlockCheck final : public Listener {
  public:
    // `vector_memory`: where the block's is.
    BlockCheck(Launched& launch, Requests requests, const std::uint8_t* vector_memory);
    ~BlockCheck() override;

    bool hears_accesses() const override { return hearing_.around || hearing_.accesses[0] || hearing_.accesses[1] || hearing_.accesses[2] || hearing_.accesses[3]; }
    bool hears_registers() const override { return false; }  // they are the vector unit's own
    bool hears_between_registers() const override { return false; }  // while one holds garbage, garbage.cpp asks for them
    void record(const Record& record, const std::int64_t* payload) override;
    void access(const Access& access) override;
    void scalars(const Access* all, std::size_t count) override;
    void loop(const ScalarLoop& loop) override;
    bool hears_briefly() const override { return hears_accesses() && hearing_.briefly; }
    bool passes(const Brief& call) override;
    void before(const Core& core, const Record& record, const std::int64_t* payload) override;
    void after(const Core& core) override;
    // The kernel has ended well.
    void end();
    // What the runtime tells: see rule.hpp.
    void reads_slot(std::uint64_t address, std::uint32_t bytes, std::uint64_t place, std::uint16_t opcode);
    void leaves_tensor(std::uint64_t first, std::uint64_t bytes, std::uint64_t end, bool write, std::uint64_t place);
    void gives_pointer(std::uint64_t first, std::uint64_t end);
    // A rule is broken that hardware does not enforce.
    void broken(const Fault& fault) { block_.broken(fault); }

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
    std::vector<std::unique_ptr<Rule>> rules_;  // in the order of hearing_.all
    ScalarRuns runs_;
};

// For Core::tolerate: the checker of the block that runs on this thread hears of it.
void tell_broken(const Fault& fault);
// The same from Python: what that front refuses stays refused.
void tell_broken_or_throw(const Fault& fault);

// The host: new device memory is unwritten until somebody writes it, and what the host takes from it should be written.
class HostCheck final : public Listener {
  public:
    HostCheck(Program& program, const Gm& gm) : program_(program), gm_(gm) {}

    bool hears_accesses() const override { return program_.wanted.init || program_.wanted.race || program_.wanted.mem || program_.wanted.hints; }
    void record(const Record& record, const std::int64_t* payload) override;
    void access(const Access& access) override;
    // The program ends: device memory that nobody freed.
    void end();

  private:
    struct Made {
        std::uint64_t place, bytes;
        bool shared;  // with the host
    };
    struct Pinned {
        std::uint64_t bytes;
        bool freed;
    };
    std::map<std::uint64_t, Pinned>::const_iterator pinned(std::uint64_t address) const;  // that the address lies in
    void say(Finding& found, std::uint64_t first, std::uint64_t last) const;
    void race(const Access& access);
    void is_freed(const Access& access);
    void cannot_reach(const Access& access);
    void unused(std::uint64_t address);
    void free_too_soon(std::uint64_t address, std::uint64_t bytes, std::uint64_t place);
    void touch_too_soon(const Access& access);
    void touch_in_stream(const Access& access);

    Program& program_;
    const Gm& gm_;
    std::map<std::uint64_t, Made> made_;             // device memory by address
    std::map<std::uint64_t, Pinned> pinned_;         // memory of aclrtMallocHost by address
    Streams::Begun copy_;                            // of a stream, that the accesses of its place belong to
    Doer copying_;
};

}  // namespace lanewise::check
