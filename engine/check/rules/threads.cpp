// Threads of a function that many run at once: what two of them do to the same bytes with no barrier between, barriers that they do not reach together, and lanes that
// are asked for what they do not bring. Threads run one after the other here, so whatever order they had is no proof that another one is not possible.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "check/places.hpp"
#include "check/rule.hpp"
#include "isa.hpp"

namespace lanewise::check {

namespace {

// Who touched a byte last. A round is the time from one barrier to the next.
struct Visitor {
    std::uint32_t round = 0;  // 0: nobody
    std::uint16_t thread = 0, before = 0;  // the last one, and another one before it where there are several
    bool atomic = false, several = false;  // read by others, too
    std::uint32_t when = 0;                // by the count of what threads tell each other
    std::uint32_t step = 0;                // of that thread, in this round
    std::uint64_t place = 0;
};
struct Byte {
    Visitor written, read;
};

// Bytes by address; pages come when somebody touches them.
class Touched {
  public:
    Byte& operator[](std::uint64_t at) {
        if (at / page != number_ || !last_) {
            auto& found = pages_[at / page];
            if (!found) found = std::make_unique<std::array<Byte, page>>();
            last_ = found.get();
            number_ = at / page;
        }
        return (*last_)[at % page];
    }
    void clear() {
        pages_.clear();
        last_ = nullptr;
    }

  private:
    static constexpr std::uint64_t page = 1024;
    std::unordered_map<std::uint64_t, std::unique_ptr<std::array<Byte, page>>> pages_;
    std::array<Byte, page>* last_ = nullptr;
    std::uint64_t number_ = 0;
};

// How far a thread knows what others have done: by atomics, which carry on what their thread knew.
using Known = std::unordered_map<std::uint16_t, std::uint32_t>;
void join(Known& into, const Known& from) {
    for (const auto& [thread, when] : from)
        if (std::uint32_t& mine = into[thread]; mine < when) mine = when;
}

class ThreadRaces final : public Rule {
  public:
    using Rule::Rule;
    static Hears hears() {
        return {.records = {Opcode::simt_call_, Opcode::simt_barrier_, Opcode::simt_inactive_}, .accesses = static_cast<Accesses>(core_by_pipes | gm_by_pipes), .briefs = Hears::unheard};
    }

    void record(const Record& record, const std::int64_t* params) override {
        const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
        switch (static_cast<Opcode>(record.opcode)) {
            case Opcode::simt_call_:
                begin_round();
                break;
            case Opcode::simt_barrier_:
                if (params[1] >= 0 && block_.wanted().sync)
                    block_.findings().add({"SYNC-120", static_cast<std::uint64_t>(params[2]), place, {{"thread", std::to_string(params[1])}, {"other_thread", std::to_string(params[0])}, {"block", std::to_string(block_.number)}}});
                if (params[3] >= 0 && block_.wanted().sync)
                    block_.findings().add({"SYNC-122", place, 0, {{"thread", std::to_string(params[3])}, {"other_thread", std::to_string(params[0])}, {"block", std::to_string(block_.number)}}});
                begin_round();
                break;
            case Opcode::simt_inactive_:
                if (block_.wanted().sync)
                    block_.findings().add({"SYNC-121", place, 0, {{"thread", std::to_string(params[0])}, {"lane", std::to_string(params[1])}, {"block", std::to_string(block_.number)}}});
                break;
            default: break;
        }
    }

    void access(const Access& a) override {
        if (!block_.threads() || !block_.wanted().race) return;
        const bool gm = static_cast<Space>(a.space) == Space::gm, tells = a.atomic || (a.around && gm);
        if (tells) meet(a);
        if (a.thread >= steps_.size()) steps_.resize(a.thread + 1u);
        ++steps_[a.thread];
        for (std::uint64_t at = a.address; at < a.address + a.bytes; ++at) touch(a, (gm ? gm_ : core_)[at], tells, at);
        if (tells && a.write) leave(a);
    }

  private:
    void begin_round() {
        ++round_;
        known_.clear();
        told_.clear();
        std::fill(steps_.begin(), steps_.end(), 0);
    }
    // Atomics of one address come one after the other, and each knows what those before it knew.
    void meet(const Access& a) {
        if (const auto at = told_.find(a.address); at != told_.end()) join(known_[a.thread], at->second);
    }
    void leave(const Access& a) {
        Known& known = known_[a.thread];
        known[a.thread] = ++now_;
        told_[a.address] = known;
    }
    bool knows(std::uint16_t thread, const Visitor& other) {
        const auto at = known_.find(thread);
        if (at == known_.end()) return false;
        const auto found = at->second.find(other.thread);
        return found != at->second.end() && other.when < found->second;
    }
    bool meets(const Access& a, const Visitor& other, bool tells) {
        if (other.round != round_ || (tells && other.atomic)) return false;
        if (other.thread == a.thread && !other.several) return false;
        return other.several ? true : !knows(a.thread, other);
    }
    void touch(const Access& a, Byte& byte, bool tells, std::uint64_t at) {
        if (meets(a, byte.written, tells)) found(a, byte.written, at, a.write ? "write after write" : "read after write");
        else if (a.write && meets(a, byte.read, tells)) found(a, byte.read, at, "write after read");
        Visitor& mine = a.write ? byte.written : byte.read;
        const bool same_round = !a.write && mine.round == round_, again = same_round && mine.thread != a.thread && !knows(a.thread, mine);
        const std::uint16_t before = again ? mine.thread : mine.before;
        mine = {round_, a.thread, before, tells && (!again || mine.atomic), again || (same_round && mine.several), now_, steps_[a.thread], a.place};
        if (a.write) byte.read = {};
    }
    // Of two who meet, the one that is further in its round comes second in the text: whose turn came first says nothing. What to write follows from it: of a
    // loop without a barrier at its end, that one has to stand behind the first, and not between the two.
    void found(const Access& a, const Visitor& other, std::uint64_t at, const char* kind) {
        const std::uint16_t before = other.several && other.thread == a.thread ? other.before : other.thread;
        const bool turned = other.step > steps_[a.thread];
        if (turned) kind = a.write ? (kind == std::string("write after read") ? "read after write" : kind) : "write after read";
        const auto space = static_cast<Space>(a.space);
        std::string buffer;
        std::uint64_t first = at;
        if (Buffer in; space == Space::gm && block_.core.gm->find(at, in)) {
            first -= in.address;
            buffer = in.name;
        }
        block_.findings().add({"RACE-006", turned ? other.place : a.place, turned ? a.place : other.place,
                               {{"kind", kind}, {"space", name_of(space)}, {"first", std::to_string(first)}, {"last", std::to_string(first)}, {"buffer", buffer},
                                {"thread", std::to_string(turned ? before : a.thread)}, {"other_thread", std::to_string(turned ? a.thread : before)}, {"block", std::to_string(block_.number)},
                                {"case", a.write && kind == std::string("write after write") && a.place == other.place ? "one" : ""}}});
    }

    Touched core_, gm_;
    std::uint32_t round_ = 0, now_ = 0;
    std::vector<std::uint32_t> steps_;  // of each thread, in this round
    std::unordered_map<std::uint16_t, Known> known_;
    std::unordered_map<std::uint64_t, Known> told_;  // by atomics on an address
};

const Registered<ThreadRaces> threads{"threads", [](const Wanted& wanted) { return wanted.race || wanted.sync; }};

}  // namespace

}  // namespace lanewise::check
