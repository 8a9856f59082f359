#include "threads/strand.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#define LANEWISE_NAME_2(prefix, name) #prefix name
#define LANEWISE_NAME_1(prefix, name) LANEWISE_NAME_2(prefix, name)
#define LANEWISE_NAME(name) LANEWISE_NAME_1(__USER_LABEL_PREFIX__, name)

extern "C" {
// Keeps what a call must leave as it was, and the stack, in *save; goes on where `to` was kept.
void lanewise_strand_switch(void** save, void* to);
void lanewise_strand_first();  // what a new stack returns to: calls the function with the argument that were kept on it
}

// An unwinder that comes to the first function of a strand has come to the end.
#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl " LANEWISE_NAME("lanewise_strand_switch") "\n"
    LANEWISE_NAME("lanewise_strand_switch") ":\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  retq\n"
    ".globl " LANEWISE_NAME("lanewise_strand_first") "\n"
    LANEWISE_NAME("lanewise_strand_first") ":\n"
    "  .cfi_startproc\n"
    "  .cfi_undefined rip\n"
    "  xorl %ebp, %ebp\n"
    "  subq $8, %rsp\n"
    "  movq %rbx, %rdi\n"
    "  callq *%r12\n"
    "  ud2\n"
    "  .cfi_endproc\n");
namespace {
constexpr std::size_t kept = 8 * sizeof(void*);  // six registers, the return address, and what keeps the first of them at 16 bytes
void prepare(void** at, void (*first)(), void* function, void* argument) {
    at[3] = function;  // r12
    at[4] = argument;  // rbx
    at[6] = reinterpret_cast<void*>(first);
}
}  // namespace
#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".globl " LANEWISE_NAME("lanewise_strand_switch") "\n"
    ".p2align 2\n"
    LANEWISE_NAME("lanewise_strand_switch") ":\n"
    "  sub sp, sp, #160\n"
    "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n  stp x25, x26, [sp, #48]\n"
    "  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
    "  mov x9, sp\n"
    "  str x9, [x0]\n"
    "  mov sp, x1\n"
    "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n  ldp x25, x26, [sp, #48]\n"
    "  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
    "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
    "  add sp, sp, #160\n"
    "  ret\n"
    ".globl " LANEWISE_NAME("lanewise_strand_first") "\n"
    ".p2align 2\n"
    LANEWISE_NAME("lanewise_strand_first") ":\n"
    "  .cfi_startproc\n"
    "  .cfi_undefined x30\n"
    "  mov x29, xzr\n"
    "  mov x0, x19\n"
    "  blr x20\n"
    "  brk #0\n"
    "  .cfi_endproc\n");
namespace {
constexpr std::size_t kept = 160;
void prepare(void** at, void (*first)(), void* function, void* argument) {
    at[0] = argument;   // x19
    at[1] = function;   // x20
    at[11] = reinterpret_cast<void*>(first);  // x30
}
}  // namespace
#else
#include <ucontext.h>

// Elsewhere the C library switches, which takes longer.
namespace {
constexpr std::size_t kept = sizeof(ucontext_t) + 64;
void prepare(void** at, void (*first)(), void* function, void* argument) {
    auto* context = reinterpret_cast<ucontext_t*>(at);
    getcontext(context);
    context->uc_stack.ss_sp = reinterpret_cast<char*>(at) - lanewise::threads::Stacks::bytes / 2;
    context->uc_stack.ss_size = lanewise::threads::Stacks::bytes / 2;
    context->uc_link = nullptr;
    const auto whole = reinterpret_cast<std::uintptr_t>(argument), what = reinterpret_cast<std::uintptr_t>(function);
    (void)first;
    makecontext(context, reinterpret_cast<void (*)()>(+[](unsigned a, unsigned b, unsigned c, unsigned d) {
                    const auto join = [](unsigned high, unsigned low) { return static_cast<std::uintptr_t>(std::uint64_t{high} << 32 | low); };
                    reinterpret_cast<void (*)(void*)>(join(a, b))(reinterpret_cast<void*>(join(c, d)));
                }),
                4, static_cast<unsigned>(std::uint64_t{what} >> 32), static_cast<unsigned>(what), static_cast<unsigned>(std::uint64_t{whole} >> 32),
                static_cast<unsigned>(whole));
}
}  // namespace
extern "C" void lanewise_strand_switch(void** save, void* to) {
    ucontext_t here;
    *save = &here;
    swapcontext(&here, static_cast<ucontext_t*>(to));
}
extern "C" void lanewise_strand_first() {}
#endif

namespace lanewise::threads {

void Strand::start(Strand* self) {
    self->body_(self->argument_);
    self->ended_ = true;
    for (;;) self->leave();
}

void Strand::begin(std::uint8_t* stack_end, void (*body)(void*), void* argument) {
    body_ = body;
    argument_ = argument;
    ended_ = false;
    auto* at = reinterpret_cast<void**>((reinterpret_cast<std::uintptr_t>(stack_end) & ~std::uintptr_t{15}) - kept);
    std::memset(static_cast<void*>(at), 0, kept);
    prepare(at, &lanewise_strand_first, reinterpret_cast<void*>(&Strand::start), this);
    here_ = at;
}

void Strand::resume() { lanewise_strand_switch(&there_, here_); }
void Strand::leave() { lanewise_strand_switch(&here_, there_); }

namespace {

constexpr std::size_t guard = 16 << 10;
// Stacks that all began at the same place of a page would keep each other out of the cache.
constexpr std::size_t stagger = 448, ways = 32;

}  // namespace

bool Stacks::have(std::size_t count) {
    if (count <= count_) return true;
    // Not private: the limit on a program's data counts address space.
    // One more than asked for, which nobody can reach: what lies behind is far from all of them.
    void* room = mmap(nullptr, (count + 1) * bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return false;
    if (first_) munmap(first_, (count_ + 1) * bytes);
    first_ = static_cast<std::uint8_t*>(room);
    count_ = count;
    mprotect(first_ + count * bytes, bytes, PROT_NONE);
    for (std::size_t i = 0; i < count; ++i) mprotect(first_ + i * bytes, guard, PROT_NONE);
    return true;
}

Stacks::~Stacks() {
    if (first_) munmap(first_, (count_ + 1) * bytes);
}

std::uint8_t* Stacks::end(std::size_t which) const { return first_ + (which + 1) * bytes - which % ways * stagger; }

}  // namespace lanewise::threads
