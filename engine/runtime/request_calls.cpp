#include "runtime/request_calls.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "lanewise/generated/cores.hpp"
#include "lanewise/shared/abi.h"
#include "runtime/host.hpp"
#include "runtime/launch.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"
#include "runtime/step.hpp"

namespace lanewise::runtime {

namespace {

bool may_ask = false;

Block& asking_block() {
    Block* block = running();
    if (!block) lw_current();
    settle(*block);
    return *block;
}

// A request is a flag of its vector core, set when all that it has issued is done.
constexpr int flag_mode = CrossFlags::apart_mode;
int flag_of(const Block& block, std::uint32_t member) { return static_cast<int>(member % block.launch->group.cores() - block.launch->group.cubes); }

// Inside of Launch::change.
void answer(Block& block, std::uint32_t whom, const void* from) {
    std::uint32_t& got = block.launch->requests.answered(whom);
    Between(block, from, Opcode::cross_core_set_flag_).say(flag_of(block, whom), flag_mode, all_pipes_by_vendor).draw(&got, got + 1).note();
    ++got;
}

}  // namespace

RequestMemory::RequestMemory(Launch& launch) : launch_(launch) {
    if (!may_ask || !launch.group.mixed()) return;
    launch.request_memory = allocate_for(launch.from, "the workspace of Matmul", lw_request_bytes * launch.groups * launch.group.vectors);
}
RequestMemory::~RequestMemory() {
    if (launch_.request_memory) lw_free_once_unused(launch_.request_memory);
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" bool lw_makes_requests() { return may_ask = true; }

extern "C" void lw_leaves_product() {
    const Launch& launch = *asking_block().launch;
    if (!launch.group.cubes)
        stop(Fault("KERNEL-002", {{"case", "matmul_on_vector_cores"}, {"kernel", launch.kernel}}));
}

extern "C" void lw_ask(const void* request, std::size_t bytes) {
    const void* const from = LANEWISE_FROM;
    lw_leaves_product();
    Block& block = asking_block();
    Launch& launch = *block.launch;
    const auto* content = static_cast<const std::uint8_t*>(request);
    launch.change([&] {
        std::uint32_t& own = launch.requests.asked(block.member);
        Between(block, from, Opcode::cross_core_set_flag_).say(flag_of(block, block.member), flag_mode, all_pipes_by_vendor).draw(&own, own + 1).note();
        ++own;
        launch.requests.waiting(block.member).push_back({block.member, {content, content + bytes}});
    });
}

extern "C" void lw_await_answers() {
    const void* const from = LANEWISE_FROM;
    Block& block = asking_block();
    Launch& launch = *block.launch;
    const std::uint32_t wanted = launch.requests.asked(block.member);
    std::uint32_t& got = launch.requests.answered(block.member);
    launch.wait(block, std::string("the cube core of its group to answer a Matmul"), [&got, wanted] { return got == wanted; });
    launch.look([&] {
        Between(block, from, Opcode::cross_core_wait_flag_).say(flag_of(block, block.member), flag_mode, all_pipes_by_vendor).seen(&got, wanted).note();
    });
}

extern "C" bool lw_next_request(void* request, std::size_t capacity) {
    const void* const from = LANEWISE_FROM;
    Block& block = asking_block();
    Launch& launch = *block.launch;
    if (!launch.group.mixed())
        stop(Fault("KERNEL-002", {{"case", "matmul_on_cube_cores"}, {"kernel", launch.kernel}}));
    auto& waiting = launch.requests.waiting(block.member);
    launch.wait(block, std::string("a Matmul of the vector cores of its group"), [&] { return !waiting.empty() || launch.requests.all_gone(block.member); });
    bool found = false;
    launch.look([&] {
        if (waiting.empty()) return;
        found = true;
        const GroupRequests::Request& next = waiting.front();
        const std::uint32_t number = ++launch.requests.taken(next.member);
        Between(block, from, Opcode::cross_core_wait_flag_)
            .say(flag_of(block, next.member), flag_mode, all_pipes_by_vendor)
            .seen(&launch.requests.asked(next.member), number)
            .note();
        std::memcpy(request, next.content.data(), std::min(capacity, next.content.size()));
        launch.requests.served(block.member) = next.member;
        waiting.pop_front();
    });
    return found;
}

extern "C" void lw_answer() {
    const void* const from = LANEWISE_FROM;
    Block& block = asking_block();
    Launch& launch = *block.launch;
    launch.change([&] { answer(block, launch.requests.served(block.member), from); });
}

extern "C" void lw_answer_vector(std::uint32_t index) {
    const void* const from = LANEWISE_FROM;
    Block& block = asking_block();
    const CoreGroup& group = block.launch->group;
    block.launch->change([&] { answer(block, block.member / group.cores() * group.cores() + group.cubes + index, from); });
}

extern "C" void* lw_request_memory() {
    const Block& block = asking_block();
    return static_cast<std::uint8_t*>(block.launch->request_memory) + lw_request_bytes * block.face.index;
}

extern "C" const void* lw_stand_for(const void* place) {
    Block* block = running();
    return block ? std::exchange(block->site, place) : nullptr;
}

extern "C" const void* lw_stand_here() {
    Block* block = running();
    if (!block) return nullptr;
    const void* held = block->site;
    if (!held) block->site = __builtin_return_address(0);
    return held;
}
