// What the host's own code and its calls cannot reach: memory that is freed, memory of the device, bytes behind what was asked for.
#include "check/host.hpp"

namespace lanewise::check {

namespace {

class HostBounds final : public HostRule {
  public:
    using HostRule::HostRule;

    void access(const Access& a, Host::Where where) override {
        if (where == Host::Where::nowhere) return is_freed(a);
        if (where == Host::Where::pinned) return;
        if (a.around) cannot_reach(a);
        const auto* made = host_.near(a.address);
        if (!made) return;
        const auto& [address, memory] = *made;
        if (const std::uint64_t end = a.address + a.bytes; end > address + memory.bytes)
            program_.findings.add({"HOST-002", a.place, 0,
                                   {{"case", "past_the_end"},
                                    {"did", a.write ? "writes" : "reads"},
                                    {"first", std::to_string(a.address - address)},
                                    {"last", std::to_string(end - 1 - address)},
                                    {"bytes", std::to_string(memory.bytes)}}});
    }

  private:
    // Memory of the device or the host that was given back.
    void is_freed(const Access& a) {
        const bool of_host = host_.was_pinned(a.address);
        program_.findings.add({"HOST-008", a.place, 0,
                               {{"did", a.write ? "writes" : "reads"},
                                {"what", of_host ? "that aclrtMallocHost gave, freed since" : host_.gm.instead(a.address)},
                                {"case", "freed"},
                                {"free", of_host ? "aclrtFreeHost" : "aclrtFree"}}});
    }

    // The host's own code touches memory of the device: here it is the computer's, too, and on chips it is not there.
    void cannot_reach(const Access& a) {
        Buffer buffer{};
        if (!host_.gm.find(a.address, buffer)) return;
        const auto made = host_.made.find(buffer.address);
        if (made == host_.made.end() || made->second.shared) return;
        program_.findings.add({"HOST-008", a.place, made->second.place, {{"did", a.write ? "writes" : "reads"}, {"what", buffer.name}}});
    }
};

const RegisteredOnHost<HostBounds> host_bounds{"bounds", [](const Wanted& wanted) { return wanted.mem; }};

}  // namespace

}  // namespace lanewise::check
