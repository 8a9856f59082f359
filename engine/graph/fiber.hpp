// Kernels take turns where they wait for each other: each has a stack of its own, all run on the thread of main(). So what
// a graph computes depends on nothing but the program.
#pragma once

#include <ucontext.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lanewise/aie/guard.h"

namespace lanewise::graph {

// What somebody waits for. Lives on the stack of who waits.
struct Waiting {
    bool (*ready)(const void*);
    std::string (*text)(const void*);
    const void* data;
};

class Fiber {
  public:
    Fiber(std::function<void()> body, void* owner);
    ~Fiber();
    Fiber(const Fiber&) = delete;

    bool can_go_on() const { return !done_ && (!waiting_ || waiting_->ready(waiting_->data)); }
    void resume();
    std::string waits_for() const { return waiting_ ? waiting_->text(waiting_->data) : ""; }
    const aie::call_stack& where();  // it stands

    static Fiber* current();
    void* owner() const { return owner_; }
    void wait(const Waiting& what);

  private:
    static void start();
    void leave();

    std::function<void()> body_;
    void* owner_;
    void* stack_;
    ucontext_t here_, back_;
    const Waiting* waiting_ = nullptr;
    aie::kernel_call* call_ = nullptr;
    aie::call_stack where_;
    bool done_ = false, asked_ = false;
};

// Goes on when `ready()` holds; `text()` says for what until then.
template <class Ready, class Text>
void wait_until(const Ready& ready, const Text& text) {
    if (ready()) return;
    struct Both {
        const Ready& ready;
        const Text& text;
    } const both{ready, text};
    Fiber::current()->wait({[](const void* b) { return static_cast<const Both*>(b)->ready(); },
                            [](const void* b) { return std::string(static_cast<const Both*>(b)->text()); }, &both});
}

// What moves data by itself, as far as it can: files, packets, memory tiles.
struct Mover {
    virtual ~Mover() = default;
    virtual bool move() = 0;  // whether anything moved
    virtual std::string stuck() const { return ""; }  // what it cannot go on with; empty: it has nothing to do
};

class Schedule {
  public:
    void add(Fiber* fiber) { fibers_.push_back(fiber); }
    void add(Mover* mover) { movers_.push_back(mover); }
    // Everybody goes on in turn until `done` holds (true) or nobody can.
    bool until(const std::function<bool()>& done);
    bool until_still(std::uint64_t milliseconds = 0);  // false: it was still moving after that time

  private:
    bool round();
    std::vector<Fiber*> fibers_;
    std::vector<Mover*> movers_;
};
Schedule& schedule();

}  // namespace lanewise::graph
