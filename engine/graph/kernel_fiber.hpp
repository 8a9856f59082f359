// The stack that a kernel runs on, with the call that it is in: signals end calls, and not threads of the host.
#pragma once

#include <utility>

#include "lanewise/shared/aie/guard.h"
#include "threads/fiber.hpp"

namespace lanewise::graph {

class Kernel;

class KernelFiber final : public threads::Fiber {
  public:
    KernelFiber(Kernel& kernel, std::function<void()> body) : Fiber(std::move(body)), kernel_(kernel) {}

    static Kernel* kernel_of(const Fiber* fiber) { return fiber ? &static_cast<const KernelFiber*>(fiber)->kernel_ : nullptr; }
    const aie::call_stack& where() {  // it waits
        where_ = {};
        ask();
        return where_;
    }

  private:
    void arrive() override { outer_ = lw_kernel_swap(call_); }
    void depart() override { call_ = lw_kernel_swap(outer_); }
    void locate() override { lw_note_stack(&where_); }

    Kernel& kernel_;
    aie::kernel_call *call_ = nullptr, *outer_ = nullptr;
    aie::call_stack where_;
};

}  // namespace lanewise::graph
