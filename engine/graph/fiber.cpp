#include "graph/fiber.hpp"

#include <sys/mman.h>

#include <chrono>
#include <new>

namespace lanewise::graph {

namespace {

constexpr std::size_t stack_bytes = 4 << 20, guard_bytes = 1 << 16;
Fiber* running = nullptr;

}  // namespace

Fiber* Fiber::current() { return running; }

Fiber::Fiber(std::function<void()> body, void* owner) : body_(std::move(body)), owner_(owner) {
    stack_ = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack_ == MAP_FAILED) throw std::bad_alloc();
    mprotect(stack_, guard_bytes, PROT_NONE);
    getcontext(&here_);
    here_.uc_stack.ss_sp = stack_;
    here_.uc_stack.ss_size = stack_bytes;
    here_.uc_link = nullptr;
    makecontext(&here_, &Fiber::start, 0);
}

Fiber::~Fiber() { munmap(stack_, stack_bytes); }

void Fiber::start() {
    Fiber* self = running;
    self->body_();
    self->done_ = true;
    self->leave();
}

void Fiber::resume() {
    running = this;
    aie::kernel_call* const outer = lw_kernel_swap(call_);
    swapcontext(&back_, &here_);
    call_ = lw_kernel_swap(outer);
    running = nullptr;
}

void Fiber::leave() { swapcontext(&here_, &back_); }

void Fiber::wait(const Waiting& what) {
    waiting_ = &what;
    do {
        leave();
        if (asked_) lw_note_stack(&where_);
        asked_ = false;
    } while (!what.ready(what.data));
    waiting_ = nullptr;
}

const aie::call_stack& Fiber::where() {
    where_ = {};
    if (waiting_ && !done_) {
        asked_ = true;
        resume();
    }
    return where_;
}

Schedule& schedule() {
    static auto& one = *new Schedule();
    return one;
}

bool Schedule::round() {
    bool moved = false;
    for (std::size_t i = 0; i < movers_.size(); ++i) moved |= movers_[i]->move();
    for (std::size_t i = 0; i < fibers_.size(); ++i) {
        if (!fibers_[i]->can_go_on()) continue;
        fibers_[i]->resume();
        moved = true;
    }
    return moved;
}

bool Schedule::until(const std::function<bool()>& done) {
    while (!done())
        if (!round()) return done();
    return true;
}

bool Schedule::until_still(std::uint64_t milliseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (round())
        if (milliseconds && std::chrono::steady_clock::now() > end) return false;
    return true;
}

}  // namespace lanewise::graph
