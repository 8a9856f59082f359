// The host: a listener that hands what it hears to rules (rules/host_*.cpp), as the checker of a block does. New device memory is unwritten until somebody
// writes it, what the host takes from it should be written, and what streams do goes on until the host waits for it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check/program.hpp"
#include "memory/gm.hpp"
#include "stream/listener.hpp"

namespace lanewise::check {

// What its rules share: which memory there is, and the call at hand.
class Host {
  public:
    struct Made {
        std::uint64_t place, bytes;
        bool shared;  // with the host, which writes it where nobody sees it
    };
    // Of the device, of the host by aclrtMallocHost, or neither: freed.
    enum class Where { device, pinned, nowhere };

    Host(Program& of, const Gm& memory) : program(of), gm(memory) {}

    Program& program;
    const Gm& gm;
    std::map<std::uint64_t, Made> made;  // device memory by address
    Streams::Begun copy;                 // of a stream, that the accesses of its place belong to
    Doer copying;

    Where where(std::uint64_t address) const;
    bool was_pinned(std::uint64_t address) const { return pinned(address) != pinned_.end(); }  // also if it is freed since
    // Device memory that the address lies in, or right behind.
    const std::pair<const std::uint64_t, Made>* near(std::uint64_t address) const;
    // Says which bytes, and of what.
    void say(Finding& found, std::uint64_t first, std::uint64_t last) const;
    void pin(std::uint64_t address, std::uint64_t bytes) { pinned_[address] = {bytes, false}; }
    void unpin(std::uint64_t address) { pinned_[address].freed = true; }

  private:
    struct Pinned {
        std::uint64_t bytes;
        bool freed;
    };
    std::map<std::uint64_t, Pinned>::const_iterator pinned(std::uint64_t address) const;  // that the address lies in
    std::map<std::uint64_t, Pinned> pinned_;  // memory of aclrtMallocHost by address
};

class HostRule {
  public:
    explicit HostRule(Host& host) : host_(host), program_(host.program) {}
    virtual ~HostRule() = default;

    virtual void makes(std::uint64_t /*address*/, std::uint64_t /*bytes*/, bool /*shared*/) {}
    // Memory of the device or pinned memory is given back; `once_unused`: when nobody uses it any more.
    virtual void frees(std::uint64_t /*address*/, std::uint64_t /*bytes*/, std::uint64_t /*place*/, Host::Where, bool /*once_unused*/) {}
    virtual void access(const Access&, Host::Where) {}
    // The program ends.
    virtual void end() {}

  protected:
    Host& host_;
    Program& program_;
};

// As rule.hpp has it for blocks: `const RegisteredOnHost<HostBounds> host_bounds{"bounds", [](const Wanted& w) { return w.mem; }};`
struct HostRuleEntry {
    std::string name;
    bool (*wanted)(const Wanted&);
    std::unique_ptr<HostRule> (*make)(Host&);
};
void register_host_rule(HostRuleEntry entry);

template <class R>
struct RegisteredOnHost {
    RegisteredOnHost(const char* name, bool (*wanted)(const Wanted&)) {
        register_host_rule({name, wanted, [](Host& host) -> std::unique_ptr<HostRule> { return std::make_unique<R>(host); }});
    }
};

class HostCheck final : public Listener {
  public:
    HostCheck(Program& program, const Gm& gm) : host_(program, gm) {}

    bool hears_accesses() const override;
    void record(const Record& record, const std::int64_t* payload) override;
    void access(const Access& access) override;
    void end();

  private:
    // Made when the first one is needed: the listener may be there before all rules are registered.
    std::vector<std::unique_ptr<HostRule>>& rules();

    Host host_;
    bool begun_ = false;
    std::vector<std::unique_ptr<HostRule>> rules_;  // in the order of their names
};

}  // namespace lanewise::check
