// Who goes on when. Fibers and what moves data run on a few threads of the host, each until it waits; what is computed depends
// on nothing but the program, as links have one reader and one writer who both wait. Whoever would look at the time looks at a
// standstill instead: the caller goes on when nobody else can, and so does who does not want to wait any longer.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <vector>

#include "threads/fiber.hpp"
#include "threads/link.hpp"

namespace lanewise::threads {

// What moves data by itself, as far as it can.
struct Mover {
    virtual ~Mover() = default;
    virtual bool move() = 0;  // whether anything moved
    virtual bool give_up() { return false; }  // nobody can go on: whether it now can
};

class Schedule {
  public:
    // Fibers of one place run one at a time.
    void add(Fiber* fiber, int place);
    void add(Mover* mover);
    void watch(const Link* link) { links_.push_back(link); }  // that they change
    void want(unsigned threads) { wanted_threads_ = threads; }  // of the host; else as many as it has cores
    void limit(unsigned threads);  // not more of them; where there are more already, they take turns
    void follow_time() { follows_time_ = true; }  // nobody ever stands still: the caller goes on as soon as it can

    // Everybody goes on until all stand still; false: `done` does not hold then.
    bool until(const std::function<bool()>& done);
    void until_still(std::uint64_t milliseconds = 0);  // who never stands still is left after that time

    // Others may see what this thread has done to links.
    void show();
    // Orders that hardware might have, by a seed; 0: none.
    void shuffle(std::uint64_t seed);
    bool has_threads() const { return threads_ > 1; }
    bool is_random() const { return random_; }
    std::uint64_t draw(std::uint64_t below) { return dice_() % below; }
    const Fiber* running() const;  // one of those that run
    std::uint64_t changes() const;  // of all links, while all stand still or there is one thread

  private:
    struct Unit {
        std::vector<Fiber*> fibers;
        Mover* mover = nullptr;
        int place = -1;
        std::atomic<bool> taken{false};
        std::atomic<unsigned> home{0};    // the thread that ran it last
        std::atomic<bool> stays{false};   // there: one of them is busy
        std::atomic<Fiber*> inside{nullptr};  // what runs now
    };
    void start_threads();
    void work(unsigned me);         // until all stand still
    bool scan(unsigned me);         // whether anybody went on
    bool run(Unit& unit, unsigned me);
    bool run_inside(Unit& unit);
    void wake();
    bool somebody_gives_up();

    std::vector<std::unique_ptr<Unit>> units_;
    std::vector<const Link*> links_;
    unsigned threads_ = 0, wanted_threads_ = 0, most_threads_ = 64;
    bool follows_time_ = false, random_ = false, takes_turns_ = false;
    std::mutex turn_;
    std::mt19937_64 dice_;
    // Who finds nothing to do becomes drowsy, looks once more, and sleeps unless something was shown meanwhile.
    std::mutex lock_;
    std::condition_variable changed_;
    std::atomic<unsigned> drowsy_{0};
    std::uint64_t news_ = 0;
    unsigned sleeping_ = 0;
};

}  // namespace lanewise::threads
