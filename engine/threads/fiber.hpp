// Threads of the machine that is simulated take turns where they wait for each other. A fiber is one with a stack of its own,
// which any thread of the host may continue while it is not busy, and only the one that ran it last while it is.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "threads/waiting.hpp"

namespace lanewise::threads {

class Fiber {
  public:
    static constexpr std::size_t usual_stack = 4 << 20;  // bytes; those that nobody touches cost nothing

    explicit Fiber(std::function<void()> body, std::size_t stack_bytes = usual_stack);
    virtual ~Fiber();
    Fiber(const Fiber&) = delete;

    bool can_go_on() const { return !done_ && (!waiting_ || gave_up_ || waiting_->ready()); }
    bool has_ended() const { return done_; }
    // All stand still, after so many changes: who asks again and again is answered once for each.
    bool give_up(std::uint64_t changes);
    void resume();
    std::string waits_for() const { return waiting_ ? waiting_->text() : ""; }

    static Fiber* current();
    void wait(const Waiting& what);
    void rest() { leave(); }  // and go on, perhaps on another thread
    bool is_busy = false;     // in the middle of something that a thread of the host has begun and must end

  protected:
    // What else belongs to it than its stack: it comes to the thread that continues it, and leaves with it.
    virtual void arrive() {}
    virtual void depart() {}
    // On its own stack, where it waits: somebody has asked where that is.
    virtual void locate() {}
    void ask();

  private:
    static void start();
    void leave();

    std::function<void()> body_;
    std::size_t stack_bytes_;
    void* stack_;
    ucontext_t here_, back_;
    const Waiting* waiting_ = nullptr;
    bool done_ = false, asked_ = false, gave_up_ = false;
    std::uint64_t given_up_at_ = ~std::uint64_t{0};
};

// The fiber that runs here goes on when `ready()` holds; `text()` says for what it waits until then.
template <class Ready, class Text>
void wait_until(const Ready& ready, const Text& text, bool gives_up = false) {
    if (!ready()) Fiber::current()->wait(WaitingFor<Ready, Text>(ready, text, gives_up));
}

}  // namespace lanewise::threads
