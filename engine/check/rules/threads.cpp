// Threads of a function that many run at once: what two of them do to the same bytes with no barrier between, barriers that they do not reach together, and lanes that
// are asked for what they do not bring. Threads run one after the other here, so whatever order they had is no proof that another one is not possible.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
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
    static constexpr std::uint64_t page = 256;
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
        return {.records = {Opcode::simt_call_, Opcode::simt_barrier_, Opcode::simt_inactive_}, .accesses = static_cast<Accesses>(core_by_pipes | gm_by_pipes), .briefs = Hears::unheard, .copies = Hears::heard};
    }

    void record(const Record& record, const std::int64_t* params) override {
        tell_held();
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
        tell_held();
        if (!block_.threads() || !block_.wanted().race) return;
        const bool tells = a.atomic || (a.around && (is_gm(a) || a.pipe == vector_pipe));  // who polls hears of what was done before
        step(a.thread, 1);
        if (disturbs(a, a.bytes) || (tells && changes_)) spread();
        if (tells) told_later_.push_back({a.address, a.thread, 0});
        touch(a, tells, now_, step_of(a.thread));
        if (tells && a.write) told_later_.push_back({a.address, a.thread, ++now_});
        alone_[is_gm(a)].add(a.address, a.bytes);
    }

    // Threads that each touch bytes of their own meet nobody among themselves. Such a strip is kept as a whole, and spread over its bytes only where somebody
    // else comes to them.
    bool quiet(const Access& run) override { return !run.atomic || !block_.threads() || !block_.wanted().race || !(alone_[is_gm(run)].overlaps(run.address, run.bytes) || disturbs(run, 1)); }
    bool touch_lanes(const Access& run, std::uint32_t each) override {
        tell_held();
        if (!block_.threads() || !block_.wanted().race) return true;
        step(run.thread, run.bytes / each);
        const Strip strip{run, each, now_, step_of(run.thread), {}};
        const bool known = strips_.size() >= most_strips || alone_[is_gm(run)].overlaps(run.address, run.bytes);
        if (!known && !disturbs(run, each)) return strips_.push_back(strip), true;
        spread();
        touch(strip);
        return true;
    }
    // They meet nobody but each other: they are kept, too.
    void touch_changes(const Access& all, std::uint32_t each, std::span<const std::uint64_t> where) override {
        tell_held();
        if (!block_.threads() || !block_.wanted().race) return;
        const auto threads = static_cast<std::uint32_t>(where.size());
        if (strips_.size() >= most_strips || changes_ + threads > most_changes) spread();
        step(0, threads);
        step(0, threads);
        strips_.push_back({all, each, now_, step_of(0), {where.begin(), where.end()}});
        changes_ += threads;
        now_ += threads;
    }
    void passes(const PlainCopy&) override { tell_held(); }
    void end() override { tell_held(); }

  private:
    struct Strip {
        Access run;
        std::uint32_t each, when, step;
        std::vector<std::uint64_t> changes;  // where the threads from 0 on have changed something; else each has bytes of its own
        bool told = false;                   // what that tells others is in told_later_
    };
    // Where bytes are kept one by one.
    struct Reach {
        std::uint64_t first = UINT64_MAX, end = 0;
        void add(std::uint64_t at, std::uint64_t bytes) {
            first = std::min(first, at);
            end = std::max(end, at + bytes);
        }
        bool overlaps(std::uint64_t at, std::uint64_t bytes) const { return at < end && first < at + bytes; }
    };
    static constexpr std::size_t most_strips = 128, most_changes = 1 << 20;

    static bool is_gm(const Access& a) { return static_cast<Space>(a.space) == Space::gm; }
    // The same threads again and again are counted once.
    void step(std::uint32_t thread, std::uint32_t threads) {
        if (thread == row_.first && threads == row_.threads) {
            ++row_.times;
            return;
        }
        if (row_.first + row_.threads > steps_.size()) steps_.resize(row_.first + row_.threads);
        for (std::uint32_t i = row_.first; i < row_.first + row_.threads; ++i) steps_[i] += row_.times;
        row_ = {thread, threads, 1};
    }
    std::uint32_t step_of(std::uint32_t thread) const {
        return (thread < steps_.size() ? steps_[thread] : 0) + (thread - row_.first < row_.threads ? row_.times : 0);
    }
    // Whether a strip holds bytes of another thread that it touches, and one of the two writes.
    bool disturbs(const Access& a, std::uint32_t each) const {
        return std::any_of(strips_.begin(), strips_.end(), [&](const Strip& strip) {
            const Access& other = strip.run;
            if (other.space != a.space || !(a.write || other.write) || a.address >= other.address + other.bytes || other.address >= a.address + a.bytes) return false;
            if (other.atomic || a.atomic) return !(other.atomic && a.atomic);
            return each != strip.each || a.address - std::uint64_t{a.thread} * each != other.address - std::uint64_t{other.thread} * each;
        });
    }
    void spread() {
        const std::vector<Strip> strips = std::move(strips_);
        strips_.clear();
        changes_ = 0;
        for (const Strip& strip : strips) touch(strip);
    }
    void touch(const Strip& strip) {
        Access one = strip.run;
        if (!strip.changes.empty()) return touch_each(strip);
        alone_[is_gm(one)].add(one.address, one.bytes);
        one.bytes = strip.each;
        for (; one.address < strip.run.address + strip.run.bytes; one.address += strip.each, ++one.thread) touch(one, false, strip.when, strip.step);
    }
    void touch_each(const Strip& strip) {
        if (!strip.told) tell_later(strip);
        Access one = strip.run;
        alone_[is_gm(one)].add(one.address, one.bytes);
        one.bytes = strip.each;
        for (std::uint32_t i = 0; i < strip.changes.size(); ++i) {
            one.thread = static_cast<std::uint16_t>(i);
            one.address = strip.changes[i];
            for (const bool write : {false, true}) {
                one.write = write;
                touch(one, true, strip.when + i, strip.step - !write);
            }
        }
    }
    void tell_later(const Strip& strip) {
        for (std::uint32_t i = 0; i < strip.changes.size(); ++i) {
            told_later_.push_back({strip.changes[i], static_cast<std::uint16_t>(i), 0});
            told_later_.push_back({strip.changes[i], static_cast<std::uint16_t>(i), strip.when + i + 1});
        }
    }
    void touch(const Access& a, bool tells, std::uint32_t when, std::uint32_t step) {
        for (std::uint64_t at = a.address; at < a.address + a.bytes; ++at) touch(a, (is_gm(a) ? gm_ : core_)[at], tells, at, when, step);
    }
    void begin_round() {
        ++round_;
        known_.clear();
        told_.clear();
        told_later_.clear();
        steps_.clear();
        row_ = {};
        strips_.clear();
        changes_ = 0;
        alone_ = {};
    }
    // Atomics of one address come one after the other, and each knows what those before it knew. Who knows what is asked where threads meet, and seldom.
    struct Tells {
        std::uint64_t address;
        std::uint16_t thread;
        std::uint32_t when;  // 0: it hears what others told there; else it tells what it knows, as that one of all
    };
    void settle() {
        for (const Tells& one : told_later_) {
            if (one.when) {
                Known& known = known_[one.thread];
                known[one.thread] = one.when;
                told_[one.address] = known;
            } else if (const auto at = told_.find(one.address); at != told_.end()) {
                join(known_[one.thread], at->second);
            }
        }
        told_later_.clear();
    }
    bool knows(std::uint16_t thread, const Visitor& other) {
        for (Strip& strip : strips_)
            if (!strip.changes.empty() && !std::exchange(strip.told, true)) tell_later(strip);
        settle();
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
    void touch(const Access& a, Byte& byte, bool tells, std::uint64_t at, std::uint32_t when, std::uint32_t step) {
        if (meets(a, byte.written, tells)) report_race(a, byte.written, at, a.write ? "write after write" : "read after write", step);
        else if (a.write && meets(a, byte.read, tells)) report_race(a, byte.read, at, "write after read", step);
        Visitor& mine = a.write ? byte.written : byte.read;
        const bool same_round = !a.write && mine.round == round_, again = same_round && mine.thread != a.thread && !knows(a.thread, mine);
        if (again && tells && !mine.atomic) {  // of those who read it, others want to know the one that is not atomic
            mine.before = a.thread;
            mine.several = true;
            return;
        }
        const std::uint16_t before = again ? mine.thread : mine.before;
        mine = {round_, a.thread, before, tells && (!again || mine.atomic), again || (same_round && mine.several), when, step, a.place};
        if (a.write) byte.read = {};
    }
    // Of two who meet, the one that is further in its round comes second in the text: whose turn came first says nothing. What to write follows from it: of a
    // loop without a barrier at its end, that one has to stand behind the first, and not between the two.
    void report_race(const Access& a, const Visitor& other, std::uint64_t at, const char* kind, std::uint32_t step) {
        const std::uint16_t before = other.several && other.thread == a.thread ? other.before : other.thread;
        const bool turned = other.step > step;
        if (turned) kind = a.write ? (kind == std::string("write after read") ? "read after write" : kind) : "write after read";
        const auto space = static_cast<Space>(a.space);
        const bool gm = space == Space::gm;
        std::string buffer;
        std::uint64_t first = at;
        if (Buffer in; gm && block_.core.gm->find(at, in)) {
            first -= in.address;
            buffer = in.name;
        }
        Finding race{"RACE-006", turned ? other.place : a.place, turned ? a.place : other.place,
                               {{"kind", kind}, {"space", name_of(space)}, {"first", std::to_string(first)}, {"last", std::to_string(first)}, {"buffer", buffer},
                                {"thread", std::to_string(turned ? before : a.thread)}, {"other_thread", std::to_string(turned ? a.thread : before)}, {"block", std::to_string(block_.number)},
                                {"case", a.write && kind == std::string("write after write") && a.place == other.place ? "one" : ""}}};
        if (kind != std::string("write after write")) return block_.findings().add(std::move(race));
        const std::uint8_t* byte = gm ? reinterpret_cast<const std::uint8_t*>(at) : block_.memories.at(space, at);
        held_.push_back({std::move(race), byte, *byte});
    }
    // Accesses are heard before they happen. Two writes that leave the same byte are told more mildly than others.
    void tell_held() {
        for (auto& [race, byte, before] : held_) {
            if ((race.milder = *byte == before)) race.fields.back().second = "same";
            block_.findings().add(std::move(race));
        }
        held_.clear();
    }

    struct Held {
        Finding race;
        const std::uint8_t* byte;
        std::uint8_t before;
    };

    Touched core_, gm_;
    std::vector<Strip> strips_;    // of this round, in order
    std::size_t changes_ = 0;      // in them
    std::array<Reach, 2> alone_;   // on cores, in GM
    std::vector<Held> held_;       // of the access at hand, until it has happened
    std::uint32_t round_ = 0, now_ = 0;
    std::vector<std::uint32_t> steps_;  // of each thread, in this round
    struct {
        std::uint32_t first = 0, threads = 0, times = 0;
    } row_;  // and those of the last ones that are not counted there yet
    std::unordered_map<std::uint16_t, Known> known_;
    std::unordered_map<std::uint64_t, Known> told_;  // by atomics on an address
    std::vector<Tells> told_later_;                  // and what is not in these two yet
};

const Registered<ThreadRaces> threads{"threads", [](const Wanted& wanted) { return wanted.race || wanted.sync; }};

}  // namespace

}  // namespace lanewise::check
