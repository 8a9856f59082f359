// What a listener may ask of a core. It sees one that it cannot change: this is the one way to have it do something, and each request leaves
// everything as it was.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/core.hpp"

namespace lanewise {

class Requests {
  public:
    using Part = std::span<const std::uint8_t>;  // of a memory of the core, or of a register

    explicit Requests(Core& core) : core_(core) {}

    const Core& core() const { return core_; }

    // Before() and after() of instructions between registers, too, from now on or no longer. Only for a listener that does without them otherwise.
    void hear_between_registers(bool yes);

    // --- the instruction at hand, again, with other bytes in some places ---

    // Before it runs: which it is, and the state that it finds.
    void begin(const Record& record, const std::int64_t* payload);
    // Bytes that it may change, or that others are tried in place of, as they are now. Before it runs, or where it does not change them.
    void keep(Part bytes) { found_.emplace_back(bytes); }

    struct Kept {
        explicit Kept(Part bytes) : at(bytes.data()), was(bytes.begin(), bytes.end()) {}
        const std::uint8_t* at;
        std::vector<std::uint8_t> was;
    };

    // After it has run, while one of these lives; then all is as it was.
    class Trials {
      public:
        // `results`: what it has written.
        Trials(Requests& requests, std::span<const Part> results);
        ~Trials();
        Trials(const Trials&) = delete;

        // Runs it on what it found, but with another byte in these places, and nobody hears of it. False: it is refused. What it leaves is in memory.
        bool run(std::span<const Part> places, std::uint8_t other);

      private:
        void put_back_others();

        Requests& of_;
        std::vector<Kept> left_;   // by the instruction itself, where it was
        std::vector<Kept> under_;  // what other bytes stand in place of
        const State state_;
        const std::uint64_t issued_;
        Listener* const listener_;
        decltype(Core::run) const run_;
        const bool short_between_, briefly_;
        decltype(Core::tolerate) const tolerate_;
    };

  private:
    Core& core_;
    bool hears_between_ = false;
    Record record_{};
    std::vector<std::int64_t> payload_;
    State state_{};
    std::vector<Kept> found_;
};

}  // namespace lanewise
