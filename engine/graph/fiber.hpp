// Kernels take turns where they wait for each other: each has a stack of its own, on which any thread may go on between two
// calls, and the one that started a call until it has ended.
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
    bool gives_up = false;  // when all stand still
};

class Fiber {
  public:
    Fiber(std::function<void()> body, void* owner);
    ~Fiber();
    Fiber(const Fiber&) = delete;

    bool can_go_on() const { return !done_ && (!waiting_ || gave_up_ || waiting_->ready(waiting_->data)); }
    // All stand still, after so many changes of links: who asks again and again is answered once for each.
    bool give_up(std::uint64_t changes);
    void resume();
    std::string waits_for() const { return waiting_ ? waiting_->text(waiting_->data) : ""; }
    const aie::call_stack& where();  // it stands

    static Fiber* current();
    void* owner() const { return owner_; }
    void wait(const Waiting& what);
    void rest() { leave(); }  // and go on, perhaps on another thread
    bool in_call = false;  // of a kernel

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
    bool done_ = false, asked_ = false, gave_up_ = false;
    std::uint64_t given_up_at_ = ~std::uint64_t{0};
};

// Goes on when `ready()` holds; `text()` says for what until then.
template <class Ready, class Text>
void wait_until(const Ready& ready, const Text& text, bool gives_up = false) {
    if (ready()) return;
    struct Both {
        const Ready& ready;
        const Text& text;
    } const both{ready, text};
    Fiber::current()->wait({[](const void* b) { return static_cast<const Both*>(b)->ready(); },
                            [](const void* b) { return std::string(static_cast<const Both*>(b)->text()); }, &both, gives_up});
}

}  // namespace lanewise::graph
