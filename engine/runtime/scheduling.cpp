#include "runtime/scheduling.hpp"

#include <atomic>
#include <cstdlib>

#include "lanewise/shared/abi.h"
#include "runtime/hold.hpp"
#include "runtime/launch.hpp"
#include "runtime/runtime.hpp"
#include "schedule/schedule.hpp"

namespace lanewise::runtime {

namespace {

// Whether the program tells its own reads and writes, without which nobody knows what they must wait for.
std::atomic<bool> tells = false;

schedule::Plan read(const char* text) {
    const auto plan = schedule::plan_of(text ? text : "");
    if (!plan) stop(Fault("KERNEL-002", {{"case", "schedule"}, {"given", text}}));
    return *plan;
}

schedule::Plan& plan() {
    static auto& asked = *new schedule::Plan(read(std::getenv("LANEWISE_SCHEDULE")));
    return asked;
}

}  // namespace

void begin_schedule(Block& block) {
    block.schedule.reset();
    if (!plan().in_program_order()) {
        if (!tells)
            stop(Fault("KERNEL-002", {{"case", "untold"}}));
        const std::uint64_t salt = std::uint64_t{block.launch->number} << 32 | block.member;
        block.schedule = std::make_unique<schedule::Schedule>(block.core, block.vector_memory(), plan(), salt, schedule::Schedule::Registers::hidden);
    }
    block.core.schedule = block.schedule.get();
}

namespace {

// What runs now was issued earlier, and may only now be found wrong.
template <class Act>
void ask(Block& block, const Act& act) {
    if (!block.schedule) return;
    or_stop([&] { act(*block.schedule); });
}

}  // namespace

std::optional<std::uint64_t> scheduling_seed() {
    return plan().kind == schedule::Plan::Kind::random ? std::optional(plan().seed) : std::nullopt;
}

void settle(Block& block) {
    ask(block, [](schedule::Schedule& schedule) { schedule.settle(); });
}

void wait_for(Block& block, Space space, std::uint64_t address) {
    ask(block, [&](schedule::Schedule& schedule) { schedule.scalar(space, address); });
}

void wait_for_results(Block& block) {
    ask(block, [](schedule::Schedule& schedule) { schedule.scalar_result(); });
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_schedule(const char* text) { plan() = read(text); }

extern "C" void lw_tells_accesses(void (*ahead)(void*)) {
    tells = true;
    tell_ahead = ahead;
    Desk::prepare();  // the program is being loaded
}
