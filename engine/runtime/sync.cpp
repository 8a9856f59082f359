// Order inside a core (flags between pipes) and between cores (barriers, flags, turns).
#include <ranges>
#include <string>

#include "lanewise/shared/abi.h"
#include "machine/fault.hpp"
#include "runtime/launch.hpp"
#include "runtime/checking.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"
#include "runtime/step.hpp"
#include "tables.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

constexpr int words_per_slot = 8;  // a slot of a workspace in GM is 32 bytes

Block& here() {
    Block* block = running();
    if (!block) lw_current();
    return *block;
}

// For steps between blocks: what the block has issued has happened before another one goes on.
Block& here_between() {
    Block& block = here();
    settle(block);
    return block;
}

// Events of a pipe that the core does not have are skipped.
bool on_this_core(const Block& block, int event) {
    const CoreKind& kind = core_kinds[block.core.kind];
    const auto [source, target] = event_pipes(event);
    return kind.has_pipe(source) && kind.has_pipe(target);
}

void check_event(const Block& block, int id) {
    const auto count = static_cast<int>(block.core.rules->event_ids);
    if (id < 0 || id >= count)
        stop(Fault("SYNC-001", {{"what", "event id"}, {"asked", id}, {"high", count - 1}, {"chip", block.core.rules->name}}));
}

std::int32_t* slot(const char* what, void* gm, std::int64_t index) {
    auto* word = static_cast<std::int32_t*>(gm) + index * words_per_slot;
    lw_check_gm(what, word, words_per_slot * sizeof(std::int32_t));
    return word;
}

std::int32_t read(const std::int32_t* word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
void write(std::int32_t* word, std::int32_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

}  // namespace

extern "C" void lw_set_flag(int event, int id) {
    Block& block = here();
    check_event(block, id);
    if (!on_this_core(block, event)) return;
    if (block.flags[event] >> id & 1) {
        if (!checking() || strict()) warn(unpaired("SYNC-101", event, id));  // else the checker tells it, with both lines
        ++block.set_again[event][id];
    }
    block.flags[event] |= static_cast<std::uint8_t>(1u << id);
    block.flag_places[event][id] = block.site ? const_cast<void*>(block.site) : __builtin_return_address(0);
    note(block, __builtin_return_address(0), Opcode::set_flag_, event, id);
}

extern "C" void lw_no_event_left(int event) { stop(Fault("SYNC-002", {{"count", lw_current()->events}, {"event", event_name(event)}})); }

extern "C" void lw_wait_flag(int event, int id) {
    Block& block = here();
    check_event(block, id);
    if (!on_this_core(block, event)) return;
    if (!(block.flags[event] >> id & 1)) {
        std::string nearest, others;
        int best = 0;
        for (int e = 0; e < event_count; ++e)
            for (int i = 0; i < 8; ++i) {
                if (!(block.flags[e] >> i & 1)) continue;
                others += (others.empty() ? "" : ", ") + std::string(event_name(e)) + " " + std::to_string(i);
                // Of the same event with another id, rather than of another event with the same one.
                if (const int like = e == event ? 3 : i == id ? 2 : 1; like > best) {
                    best = like;
                    nearest = std::string("SetFlag<HardEvent::") + event_name(e) + ">(" + std::to_string(i) + ")";
                }
            }
        stop(Fault("SYNC-003", {{"case", best > 1 ? "other_flag" : "flag"},
                                {"wait", std::string("WaitFlag<HardEvent::") + event_name(event) + ">(" + std::to_string(id) + ")"},
                                {"flags", others.empty() ? "none" : others}, {"near", nearest}}));
    }
    if (block.set_again[event][id]) --block.set_again[event][id];
    else block.flags[event] &= static_cast<std::uint8_t>(~(1u << id));
    note(block, __builtin_return_address(0), Opcode::wait_flag_, event, id);
}

namespace {

struct LeftWord {
    const void* word;
    std::int64_t value;
};

// All blocks of a SyncAll have come: what each one's arrival left.
template <class Who, class Arrival>
void passed(Block& block, const void* from, std::int32_t count, const Who& who, const Arrival& arrival) {
    if (!block.core.listener) return;
    block.launch->look([&] {
        Between step(block, from, Opcode::sync_all_passed_);
        step.say(count);
        for (const std::uint32_t one : who) step.seen(arrival(one).word, arrival(one).value);
        step.tell();
    });
}

void meet(Block& block, const void* from, bool vector_cores_only) {
    Launch& launch = *block.launch;
    const bool some = vector_cores_only && launch.group.mixed();
    if (some && block.core.kind == cube_core) return;  // the barrier is none of its business
    auto& arrived = launch.arrived[some];
    const std::vector<std::uint32_t> who = launch.members(some);
    std::uint32_t &own = arrived[block.member], round = 0;
    launch.change([&] {
        round = own + 1;
        Between(block, from, Opcode::sync_all_).say(0).draw(&own, round).note();
        own = round;
    });
    const char* what = !launch.group.mixed() ? " blocks" : some ? " vector cores" : " cores";
    launch.wait(block, "all " + std::to_string(who.size()) + what + " in SyncAll number " + std::to_string(round), [&arrived, &who, round] {
        for (const std::uint32_t one : who)
            if (arrived[one] < round) return false;
        return true;
    });
    passed(block, from, 0, who, [&](std::uint32_t i) { return LeftWord{&arrived[i], round}; });
}

}  // namespace

extern "C" void lw_sync_all(bool vector_cores_only) { meet(here_between(), __builtin_return_address(0), vector_cores_only); }

// Each block counts up in its own slot of a zeroed workspace; the first `used` blocks take part (0: all).
// What a slot holds at first counts: a workspace that nobody has cleared lets blocks go too soon, or never.
static void looks_at(Block& block, const std::int32_t* word, const void* from, Opcode op) {
    if (!block.check) return;
    tell_scalars(block);
    block.check->reads_slot(reinterpret_cast<std::uint64_t>(word), sizeof *word, reinterpret_cast<std::uint64_t>(from), static_cast<std::uint16_t>(op));
}

extern "C" void lw_sync_all_slots(void* gm, std::int32_t used) {
    Block& block = here_between();
    const std::int32_t count = used > 0 ? used : static_cast<std::int32_t>(block.face.count * block.face.subs);
    const void* from = __builtin_return_address(0);
    slot("SyncAll", gm, count - 1);
    std::int32_t* own = slot("SyncAll", gm, block.face.index);
    looks_at(block, own, from, Opcode::sync_all_);
    const std::int32_t round = read(own) + 1;
    block.launch->change([&] {
        Between(block, from, Opcode::sync_all_).say(count).draw(own, round).note();
        write(own, round);
    });
    block.launch->wait(block, "the first " + std::to_string(count) + " blocks in SyncAll number " + std::to_string(round), [=] {
        for (std::int32_t i = 0; i < count; ++i)
            if (read(static_cast<std::int32_t*>(gm) + i * words_per_slot) < round) return false;
        return true;
    });
    passed(block, from, count, std::views::iota(0u, static_cast<std::uint32_t>(count)),
           [=](std::uint32_t i) { return LeftWord{static_cast<std::int32_t*>(gm) + i * words_per_slot, round}; });
}

// A slot is full or empty: IBSet waits until it is empty and fills it, IBWait the other way round.
extern "C" void lw_ib(bool set, void* gm, std::int32_t index, std::int32_t partner, std::int32_t event) {
    Block& block = here_between();
    const void* from = __builtin_return_address(0);
    const char* name = set ? "IBSet" : "IBWait";
    std::int32_t* word = slot(name, gm, index);
    const std::int32_t wanted = set ? 0 : 1;
    looks_at(block, word, from, set ? Opcode::ib_set_ : Opcode::ib_wait_);
    block.launch->wait(block, std::string(name) + " of block " + std::to_string(partner) + ", event " + std::to_string(event),
                       [=] { return read(word) == wanted; });
    block.launch->change([&] {
        Between step(block, from, set ? Opcode::ib_set_ : Opcode::ib_wait_);
        const std::int64_t before = block.launch->steps.found(word, wanted);
        step.say(partner, event, index).draw(word, 1 - wanted).say(before).note();
        write(word, 1 - wanted);
    });
}

extern "C" void lw_turns(int step, void* gm) {
    Block& block = here_between();
    const auto count = static_cast<std::int32_t>(block.face.count * block.face.subs), own = static_cast<std::int32_t>(block.face.index);
    slot("the workspace of InitDetermineComputeWorkspace", gm, count - 1);
    auto word = [gm](std::int32_t i) { return static_cast<std::int32_t*>(gm) + i * words_per_slot; };
    const auto round = static_cast<std::int32_t>(block.turn);
    const void* from = __builtin_return_address(0);
    // Who clears the slots leaves 0 in the first one.
    auto clear = [&](Opcode op) {
        Between(block, from, op).draw(word(0), 0).note();
        for (std::int32_t i = 0; i < count; ++i) write(word(i), 0);
    };
    switch (step) {
        case 0:
            // Block 0 clears the slots; a barrier makes sure that nobody looks before.
            if (own == 0) block.launch->change([&] { clear(Opcode::init_determine_compute_workspace_); });
            else note(block, from, Opcode::init_determine_compute_workspace_, 0);
            block.turn = 1;
            meet(block, from, true);
            break;
        case 1:
            block.launch->wait(block, "the blocks before it in round " + std::to_string(round), [=] {
                for (std::int32_t i = 0; i < count; ++i)
                    if (read(word(i)) != (i < own ? round : 0)) return false;
                return true;
            });
            block.launch->look([&] {
                Between step(block, from, Opcode::wait_pre_block_);
                step.seen(word(0), 0);
                for (std::int32_t i = 0; i < own; ++i) step.seen(word(i), round);
                step.note();
            });
            break;
        default:
            block.launch->change([&] {
                if (own + 1 == count) return clear(Opcode::notify_next_block_);
                Between(block, from, Opcode::notify_next_block_).draw(word(own), round).note();
                write(word(own), round);
            });
            ++block.turn;
    }
}

namespace {

// Cube cores know flags of a second vector core by ids behind those of the first.
void check_cross(const Block& block, int flag) {
    const int count = block.core.kind == cube_core ? 2 * CrossFlags::ids : CrossFlags::ids;
    if (flag < 0 || flag >= count)
        stop(Fault("SYNC-001", {{"what", "cross-core flag id"}, {"asked", flag}, {"high", count - 1}, {"chip", block.core.rules->name}}));
}

}  // namespace

extern "C" void lw_cross_set(int flag, int mode, int pipe) {
    Block& block = here_between();
    check_cross(block, flag);
    const void* from = __builtin_return_address(0);
    Launch& launch = *block.launch;
    if (const char* problem = launch.cross.refusal(mode))
        stop(Fault("SYNC-004", {{"case", problem}, {"op", "cross_core_set_flag"}, {"mode", mode}, {"chip", block.core.rules->name},
                                {"kind", core_kinds[block.core.kind].title}, {"mixed", "write __mix__(1, 2) in front of the kernel"}}));
    bool fits = true;
    launch.change([&] {
        std::uint32_t& own = launch.cross.sets(block.member, flag, mode);
        Between(block, from, Opcode::cross_core_set_flag_).say(flag, mode, pipe).draw(&own, own + 1).note();
        fits = launch.cross.raise(block.member, flag, mode);
    });
    if (!fits)
        stop(Fault("SYNC-004", {{"case", "too_many_sets"}, {"flag", flag}, {"limit", CrossFlags::limit}}));
}

extern "C" void lw_cross_wait(int flag, int mode, int pipe) {
    Block& block = here_between();
    check_cross(block, flag);
    const void* from = __builtin_return_address(0);
    Launch& launch = *block.launch;
    launch.wait(block, [&launch, &block, flag] { return launch.cross.is_up(block.member, flag); }, [&launch, member = block.member, flag] {
        const std::string what = "cross-core flag " + std::to_string(flag);
        if (!launch.group.mixed()) return what;
        return what + " (" + launch.cross.missing(member, flag, [&](std::uint32_t who) { return launch.name(who); }) + ")";
    });
    launch.look([&] {
        Between step(block, from, Opcode::cross_core_wait_flag_);
        step.say(flag, mode, pipe);
        for (const auto& [word, value] : launch.cross.lower(block.member, flag)) step.seen(word, value);
        step.note();
    });
}

// Rounds of a group: Wait(r) passes when all arrivers arrived r times; Arrive of the next round waits for the waiters.
extern "C" void lw_group(bool arrive, void* gm, std::uint32_t arrivers, std::uint32_t waiters, std::uint32_t index) {
    Block& block = here_between();
    const void* from = __builtin_return_address(0);
    constexpr std::int64_t pitch = 512 / 4;  // words: a cache line group for each member
    auto* base = static_cast<std::int32_t*>(gm);
    lw_check_gm("GroupBarrier", gm, std::size_t{512} * (arrivers > waiters ? arrivers : waiters));
    auto came = [=](std::uint32_t i) { return base + i * pitch; };
    auto left = [=](std::uint32_t i) { return base + i * pitch + 1; };
    if (index >= (arrive ? arrivers : waiters))
        stop(Fault("SYNC-004", {{"case", "not_in_group"}, {"call", arrive ? "Arrive" : "Wait"}, {"index", index}, {"members", arrive ? arrivers : waiters}}));
    if (arrive) {
        const std::int32_t round = read(came(index));
        block.launch->wait(block, "the waiters of round " + std::to_string(round) + " of a GroupBarrier", [=] {
            for (std::uint32_t i = 0; i < waiters; ++i)
                if (read(left(i)) < round) return false;
            return true;
        });
        block.launch->change([&] {
            Between step(block, from, Opcode::group_arrive_);
            step.say(reinterpret_cast<std::intptr_t>(gm), arrivers, waiters, index).draw(came(index), round + 1);
            for (std::uint32_t i = 0; i < waiters && round; ++i) step.seen(left(i), round);
            step.note();
            write(came(index), round + 1);
        });
    } else {
        const std::int32_t round = read(left(index)) + 1;
        block.launch->wait(block, "round " + std::to_string(round) + " of a GroupBarrier", [=] {
            for (std::uint32_t i = 0; i < arrivers; ++i)
                if (read(came(i)) < round) return false;
            return true;
        });
        block.launch->change([&] {
            Between step(block, from, Opcode::group_wait_);
            step.say(reinterpret_cast<std::intptr_t>(gm), arrivers, waiters, index).draw(left(index), round);
            for (std::uint32_t i = 0; i < arrivers; ++i) step.seen(came(i), round);
            step.note();
            write(left(index), round);
        });
    }
}
