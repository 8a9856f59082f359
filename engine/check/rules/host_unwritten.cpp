// Device memory is unwritten until somebody writes it; what the host takes from it should be written (check/garbage.hpp).
#include "check/host.hpp"

namespace lanewise::check {

namespace {

class HostUnwritten final : public HostRule {
  public:
    using HostRule::HostRule;

    void makes(std::uint64_t address, std::uint64_t bytes, bool shared) override {
        shared ? program_.garbage.written(address, bytes) : program_.garbage.fresh(address, bytes);
    }
    void frees(std::uint64_t address, std::uint64_t bytes, std::uint64_t, Host::Where where, bool) override {
        if (where == Host::Where::device) program_.garbage.written(address, bytes);
    }
    void access(const Access& a, Host::Where where) override {
        if (where != Host::Where::device) return;
        if (a.write) program_.garbage.written(a.address, a.bytes);
        else program_.garbage.taken(program_.findings, a.address, a.bytes, a.place, host_.gm);
    }
};

const RegisteredOnHost<HostUnwritten> host_unwritten{"unwritten", [](const Wanted& wanted) { return wanted.init; }};

}  // namespace

}  // namespace lanewise::check
