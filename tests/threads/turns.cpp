// What engine/threads does for whoever takes turns, a line for each case. test_threads.py knows what they must say.
#include <cstdio>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include <unistd.h>

#include "threads/schedule.hpp"
#include "threads/standstill.hpp"
#include "threads/team.hpp"

using namespace lanewise::threads;

namespace {

constexpr std::size_t small_stack = 1 << 16;

void say(const char* name, const std::string& text) { std::printf("%s: %s\n", name, text.c_str()); }

std::string list(const std::vector<int>& numbers) {
    std::string text;
    for (const int n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
    return text;
}

// As many fibers meet a few times; what each finds after a meeting is what all have put there before it.
std::string meet(unsigned fibers, unsigned rounds) {
    Schedule schedule;
    schedule.limit(1);
    std::vector<std::unique_ptr<Fiber>> all;
    std::vector<std::uint64_t> sums(rounds);
    std::uint64_t arrived = 0, wrong = 0, ended = 0;
    const std::uint64_t total = std::uint64_t{fibers} * (fibers - 1) / 2;
    for (unsigned i = 0; i < fibers; ++i) {
        all.push_back(std::make_unique<Fiber>([&, i] {
            for (unsigned r = 0; r < rounds; ++r) {
                sums[r] += i;
                ++arrived;
                wait_until([&, r] { return arrived >= std::uint64_t{fibers} * (r + 1); }, [] { return "the others"; });
                wrong += sums[r] != total;
            }
            ++ended;
        }, small_stack));
        schedule.add(all.back().get(), static_cast<int>(i));
    }
    const bool held = schedule.until([&] { return ended == fibers; });
    return std::to_string(held) + " " + std::to_string(wrong) + " " + std::to_string(sums.back());
}

// Bytes go through a narrow link, its ends on threads of their own.
std::string carry(unsigned threads, std::uint64_t bytes) {
    auto& schedule = *new Schedule();  // its threads stay
    schedule.want(threads);
    auto& link = *new Link();
    link.capacity = 7;
    schedule.watch(&link);
    auto& sum = *new std::uint64_t(0);
    auto& done = *new std::atomic<bool>(false);
    auto* writer = new Fiber([&link, bytes] {
        for (std::uint64_t i = 0; i < bytes; ++i) {
            wait_until([&] { return link.room() > 0; }, [] { return "room"; });
            const auto byte = static_cast<std::uint8_t>(i * i);
            link.push(&byte, 1);
        }
    });
    auto* reader = new Fiber([&link, &sum, &done, bytes] {
        for (std::uint64_t i = 0; i < bytes; ++i) {
            wait_until([&] { return link.filled() > 0; }, [] { return "data"; });
            std::uint8_t byte;
            link.pop(&byte, 1);
            sum = sum * 31 + byte;
        }
        done = true;
    });
    schedule.add(writer, 0);
    schedule.add(reader, 1);
    const bool held = schedule.until([&done] { return done.load(); });
    return std::to_string(held) + " " + std::to_string(link.most <= 7) + " " + std::to_string(sum);
}

// Nobody can go on; then who may give up does, and lets the other one go on.
std::string stand_still(bool gives_up) {
    Schedule schedule;
    schedule.limit(1);
    bool first = false, second = false;
    int ended = 0;
    Fiber a([&] { wait_until([&] { return second; }, [] { return "the second"; }, gives_up); first = true; ++ended; }, small_stack);
    Fiber b([&] { wait_until([&] { return first; }, [] { return "the first"; }); second = true; ++ended; }, small_stack);
    schedule.add(&a, 0);
    schedule.add(&b, 1);
    const bool held = schedule.until([&] { return ended == 2; });
    return std::to_string(held) + " " + a.waits_for() + " | " + b.waits_for();
}

std::string order(std::uint64_t seed) {
    Schedule schedule;
    schedule.limit(1);
    schedule.shuffle(seed);
    std::vector<std::unique_ptr<Fiber>> all;
    std::vector<int> went;
    for (int i = 0; i < 6; ++i) {
        all.push_back(std::make_unique<Fiber>([&went, i] { went.push_back(i); }, small_stack));
        schedule.add(all.back().get(), i);
    }
    schedule.until_still();
    return list(went);
}

struct Members final : Team {
    explicit Members(std::uint32_t most) : Team(most) {}
    std::set<std::string> found;
    std::uint32_t left = 0;

    void run(std::uint32_t count, const std::function<void(std::uint32_t)>& body) {
        run_members(count, [&] {
            while (const auto number = next()) {
                if (!begin([] {})) continue;
                try {
                    body(*number);
                } catch (int) {
                }
                end([] {});
            }
        });
    }

  private:
    [[noreturn]] void leave() override {
        change([this] { ++left; });
        throw 1;
    }
    [[noreturn]] void stand_still(const Standstill& all) override {
        change([&] {
            found.insert(all.text("member", "members"));
            stopped = true;
        });
        throw 1;
    }
};

std::string in_turn(std::uint32_t count, std::uint32_t most) {
    Members team(most);
    std::uint32_t turn = 0;
    bool right = true;
    team.run(count, [&](std::uint32_t me) {
        team.wait(me, [&turn, me] { return turn == me; }, [] { return "its turn"; });
        team.change([&] {
            right &= turn == me;
            ++turn;
        });
    });
    return std::to_string(right) + " " + std::to_string(turn) + " " + std::to_string(team.found.size());
}

std::string too_many(std::uint32_t count, std::uint32_t most) {
    Members team(most);
    std::uint32_t here = 0;
    team.run(count, [&](std::uint32_t me) {
        team.change([&] { ++here; });
        team.wait(me, [&here, count] { return here == count; }, [] { return "all of them"; });
    });
    return std::to_string(team.found.size()) + " " + *team.found.begin();
}

std::string different_waits() {
    Members team(128);
    team.run(4, [&](std::uint32_t me) {
        if (me == 2) return;
        team.wait(me, [] { return false; }, [me] { return std::string(me == 1 ? "an apple" : "a pear"); });
    });
    return std::to_string(team.found.size()) + " " + *team.found.begin();
}

// What is waited for is changed by a plain store, which nobody is told of.
std::string plain_store() {
    Members team(128);
    std::atomic<bool> there = false;
    std::atomic<int> looks = 0;
    std::uint32_t passed = 0;
    team.run(2, [&](std::uint32_t me) {
        if (me == 1) {
            while (looks < 3) std::this_thread::yield();
            there = true;
            while (there) std::this_thread::yield();  // whose end would be told
            return;
        }
        team.wait(me, [&] { return ++looks, there.load(); }, [] { return "a store"; });
        ++passed;
        there = false;
    });
    return std::to_string(passed) + " " + std::to_string(team.found.size());
}

// Fibers in each member of a team.
std::string nested() {
    Members team(128);
    std::vector<std::string> each(4);
    team.run(4, [&](std::uint32_t me) { each[me] = meet(64 + me, 2); });
    return each[0] + ", " + each[1] + ", " + each[2] + ", " + each[3];
}

struct To {
    int target;
    int by() const { return target; }
};
std::string chain(const std::map<int, int>& holds, int first) {
    const auto found = follow(first, [&](int who) { return holds.count(who) ? std::optional(To{holds.at(who)}) : std::nullopt; });
    std::vector<int> way;
    for (const To& step : found.steps) way.push_back(step.target);
    return list(way) + (found.circle ? " circle from step " + std::to_string(*found.circle) : " to " + std::to_string(found.last));
}

}  // namespace

int main() {
    say("meet 2048", meet(2048, 3));
    for (const unsigned threads : {1, 2}) say("carry", carry(threads, 20000));
    say("still", stand_still(false));
    say("gives up", stand_still(true));
    for (const std::uint64_t seed : {0, 1, 1, 2, 3, 4, 5}) say("order", std::to_string(seed) + " = " + order(seed));
    say("in turn", in_turn(300, 128));
    say("too many", too_many(300, 128));
    say("different", different_waits());
    say("plain store", plain_store());
    say("nested", nested());
    say("chain", chain({{1, 2}, {2, 3}, {3, 4}, {4, 2}}, 1));
    say("chain", chain({{1, 2}, {2, 3}}, 1));
    say("chain", chain({}, 5));
    std::fflush(stdout);
    _exit(0);  // threads of a schedule stay
}
