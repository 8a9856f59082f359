// Some who run at once and wait for each other, each on a thread of the host: their code may look at memory again and again
// without asking anybody, and on a thread that it shares it would keep the others from changing it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "threads/standstill.hpp"
#include "threads/waiting.hpp"

namespace lanewise::threads {

class Team {
  public:
    explicit Team(std::uint32_t most_at_once) : most_at_once_(most_at_once) {}
    virtual ~Team() = default;
    void at_most(std::uint32_t members) { most_at_once_ = members; }  // run at once
    void are_independent() { independent_ = true; }  // none waits for another: one begins here, and others help where that takes long

    // A member goes on when `ready()` holds, which is asked while nobody changes anything; `text()` says for what it waits.
    template <class Ready, class Text>
    void wait(std::uint32_t who, Ready ready, Text text) {
        std::unique_lock guard(lock_);
        if (!ready()) wait(guard, who, std::make_unique<WaitingFor<Ready, Text>>(std::move(ready), std::move(text)));
    }
    // Changes that others may be waiting for happen inside.
    template <class Step>
    void change(const Step& step) {
        const std::lock_guard guard(lock_);
        step();
        changed_.notify_all();
    }
    // What others may be changing is looked at inside.
    template <class Look>
    void look(const Look& at) {
        const std::lock_guard guard(lock_);
        at();
    }

    bool stopped = false;  // something went wrong: who waits leaves, and nobody begins. Set inside of change()

  protected:
    // Calls `worker` on as many threads as `members` need, and here where one is enough. It takes one after the other.
    void run_members(std::uint32_t members, const std::function<void()>& worker);
    std::optional<std::uint32_t> next();
    // Around what a member does, with a step that nobody else sees half done. false: the team has stopped.
    template <class Step>
    bool begin(const Step& step) {
        const std::lock_guard guard(lock_);
        if (stopped) return false;
        step();
        ++running_;
        return true;
    }
    template <class Step>
    void end(const Step& step) {
        const std::lock_guard guard(lock_);
        step();
        --running_;
        ++ended_;
        changed_.notify_all();
    }

    // A member that waits leaves: the team has stopped.
    [[noreturn]] virtual void leave() = 0;
    // Nobody can go on. Called by one of those who wait.
    [[noreturn]] virtual void stand_still(const Standstill& found) = 0;

  private:
    void wait(std::unique_lock<std::mutex>& guard, std::uint32_t who, std::unique_ptr<const Waiting> what);
    bool somebody_goes_on() const;

    std::uint32_t most_at_once_;
    bool independent_ = false;
    std::function<void()> help_;  // has others begin; empty: they have, or there are none
    std::chrono::steady_clock::time_point begun_;
    std::uint32_t members_ = 0, next_ = 0, running_ = 0, ended_ = 0;
    std::mutex lock_;
    std::condition_variable changed_;
    std::map<std::uint32_t, std::unique_ptr<const Waiting>> waits_;  // also of those who were made to leave
};

}  // namespace lanewise::threads
