#include "graph/fiber.hpp"

#include <sys/mman.h>

#include <new>

namespace lanewise::graph {

namespace {

constexpr std::size_t stack_bytes = 4 << 20, guard_bytes = 1 << 16;
thread_local Fiber* running = nullptr;

}  // namespace

[[gnu::noinline]] Fiber* Fiber::current() { return running; }  // schedule.cpp says why not inline

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
    } while (!gave_up_ && !what.ready(what.data));
    waiting_ = nullptr;
    gave_up_ = false;
}

const aie::call_stack& Fiber::where() {
    where_ = {};
    if (waiting_ && !done_) {
        asked_ = true;
        resume();
    }
    return where_;
}

bool Fiber::give_up(std::uint64_t changes) {
    if (done_ || !waiting_ || !waiting_->gives_up || given_up_at_ == changes) return false;
    given_up_at_ = changes;
    return gave_up_ = true;
}

}  // namespace lanewise::graph
