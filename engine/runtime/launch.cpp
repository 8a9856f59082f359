#include "runtime/launch.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "machine/fault.hpp"
#include "runtime/guard.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

std::atomic<Launch*> current_launch = nullptr;

}  // namespace

Launch* running_launch() { return current_launch; }
void set_running_launch(Launch* launch) { current_launch = launch; }

namespace {

bool asked_for(const char* variable) {
    const char* wanted = std::getenv(variable);
    return wanted && *wanted && std::strcmp(wanted, "0") != 0;
}

// As the environment says, until Python says it for its launches.
struct Ways {
    std::atomic<bool> strict = asked_for("LANEWISE_STRICT"), lenient = asked_for("LANEWISE_LENIENT");
};
Ways& ways() {
    static Ways of;
    return of;
}

}  // namespace

bool strict() { return ways().strict; }
bool lenient() { return ways().lenient && !strict(); }

void Launch::leave() { leave_guarded(); }

std::string Launch::name(std::uint32_t member) const {
    const Seat seat = seat_of(group, member);
    return std::string(group.mixed() ? core_kinds[seat.kind].name : "block") + " " + std::to_string(seat.index);
}

std::vector<std::uint32_t> Launch::members(bool vector_cores_only) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t member = 0; member < blocks; ++member)
        if (!vector_cores_only || seat_of(group, member).kind != cube_core) found.push_back(member);
    return found;
}

void Launch::stand_still(const threads::Standstill& found) {
    const auto called = [&](std::uint32_t who) { return name(who); };
    stop(Fault("SYNC-003", {{"case", "blocks"}, {"waits", group.mixed() ? found.text("core", "cores", called) : found.text("block", "blocks")}}));
}

}  // namespace lanewise::runtime

extern "C" void lw_run_as(bool strict, bool lenient) {
    using namespace lanewise::runtime;
    ways().strict = strict, ways().lenient = lenient;
}
