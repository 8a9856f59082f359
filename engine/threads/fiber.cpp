#include "threads/fiber.hpp"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace lanewise::threads {

namespace {

constexpr std::size_t guard_bytes = 1 << 16;
thread_local Fiber* running = nullptr;

}  // namespace

[[gnu::noinline]] Fiber* Fiber::current() { return running; }  // README.md says why not inline

Fiber::Fiber(std::function<void()> body, std::size_t stack_bytes) : body_(std::move(body)), stack_bytes_(stack_bytes + guard_bytes) {
    stack_ = mmap(nullptr, stack_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack_ == MAP_FAILED) throw std::bad_alloc();
    mprotect(stack_, guard_bytes, PROT_NONE);
    getcontext(&here_);
    here_.uc_stack.ss_sp = stack_;
    here_.uc_stack.ss_size = stack_bytes_;
    here_.uc_link = nullptr;
    makecontext(&here_, &Fiber::start, 0);
}

Fiber::~Fiber() { munmap(stack_, stack_bytes_); }

void Fiber::start() {
    Fiber* self = running;
    self->body_();
    self->done_ = true;
    self->leave();
}

void Fiber::resume() {
    Fiber* const outer = std::exchange(running, this);
    arrive();
    swapcontext(&back_, &here_);
    depart();
    running = outer;
}

void Fiber::leave() { swapcontext(&here_, &back_); }

void Fiber::wait(const Waiting& what) {
    waiting_ = &what;
    do {
        leave();
        if (asked_) locate();
        asked_ = false;
    } while (!gave_up_ && !what.ready());
    waiting_ = nullptr;
    gave_up_ = false;
}

void Fiber::ask() {
    if (!waiting_ || done_) return;
    asked_ = true;
    resume();
}

bool Fiber::give_up(std::uint64_t changes) {
    if (done_ || !waiting_ || !waiting_->gives_up || given_up_at_ == changes) return false;
    given_up_at_ = changes;
    return gave_up_ = true;
}

}  // namespace lanewise::threads
