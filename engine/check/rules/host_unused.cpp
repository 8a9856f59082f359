// Device memory that nobody has touched between its beginning and its end, or that nobody freed.
#include "check/host.hpp"

namespace lanewise::check {

namespace {

class HostUnused final : public HostRule {
  public:
    using HostRule::HostRule;

    void makes(std::uint64_t address, std::uint64_t, bool) override { program_.asked.put(address); }
    void frees(std::uint64_t address, std::uint64_t, std::uint64_t, Host::Where where, bool) override {
        if (where != Host::Where::device) return;
        if (const auto made = host_.made.find(address); made != host_.made.end()) unused(*made);
        program_.asked.drop(address);
    }
    void access(const Access& a, Host::Where where) override {
        if (where != Host::Where::device) return;
        if (const auto* made = host_.near(a.address)) program_.asked.use(made->first);
    }
    void end() override {
        for (const auto& one : host_.made) {
            unused(one);
            program_.findings.add({"HOST-003", one.second.place, 0, {{"bytes", std::to_string(one.second.bytes)}}});
        }
    }

  private:
    void unused(const std::pair<const std::uint64_t, Host::Made>& one) {
        if (program_.asked.used(one.first)) return;
        program_.findings.add({"HOST-007", one.second.place, 0, {{"bytes", std::to_string(one.second.bytes)}}});
    }
};

const RegisteredOnHost<HostUnused> host_unused{"unused", [](const Wanted& wanted) { return wanted.hints; }};

}  // namespace

}  // namespace lanewise::check
