// One of very many with stacks of their own, all on one thread of the host: switching costs what a call costs, as it asks nothing
// of the system. Who it is and what it waits for is known to whoever runs them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::threads {

class Strand {
  public:
    void begin(std::uint8_t* stack_end, void (*body)(void*), void* argument);
    void resume();  // until it leaves, or has ended
    void leave();   // on its own stack
    bool has_ended() const { return ended_; }

  private:
    [[noreturn]] static void start(Strand* self);

    void* here_ = nullptr;   // where its stack is while it does not run
    void* there_ = nullptr;  // and that of whoever resumed it
    void (*body_)(void*) = nullptr;
    void* argument_ = nullptr;
    bool ended_ = true;
};

// Room for the stacks of many, taken once and kept. Pages that nobody touches cost nothing.
class Stacks {
  public:
    static constexpr std::size_t bytes = 128 << 10;  // of each, with a guard below it
    Stacks() = default;
    ~Stacks();
    Stacks(const Stacks&) = delete;

    bool have(std::size_t count);  // false: there is no room
    std::uint8_t* end(std::size_t which) const;

  private:
    std::uint8_t* first_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace lanewise::threads
