// Of GM: behind what was asked for lie bytes that the chip's allocator gives with it, and then those of somebody else.
#include <array>
#include <cstddef>
#include <cstdint>

#include "check/rule.hpp"
#include "memory/gm.hpp"

namespace lanewise::check {

namespace {

class Bounds final : public Rule {
  public:
    using Rule::Rule;
    static Hears hears() { return {.accesses = in_gm, .copies = Hears::asked}; }

    void access(const Access& a) override {
        std::uint64_t end = a.address + a.bytes;
        if (inside(a.address, a.bytes)) return;
        Buffer buffer{};
        if (!block_.core.gm->find(a.address, buffer)) return;
        recent_[next_++ % recent_.size()] = {buffer.address, buffer.address + buffer.asked};
        block_.launch.program.asked.use(buffer.address);
        while (end > a.address && !a.touches(static_cast<std::uint32_t>(end - a.address - 1))) --end;
        if (end <= buffer.address + buffer.asked || !block_.wanted().mem) return;
        block_.findings().add({"MEM-004", a.place, 0,
                                      {{"op", name_of(block_.by(a))}, {"operand", a.write ? "a write" : "a read"},
                                       {"first", std::to_string(a.address - buffer.address)}, {"last", std::to_string(end - 1 - buffer.address)},
                                       {"buffer", buffer.known_as()}, {"size", std::to_string(buffer.asked)},
                                       {"case", block_.threads() ? "thread" : ""}}});
    }

    bool quiet(const Access& run) override {
        Buffer buffer;
        return block_.core.gm->find(run.address, buffer) && run.address + run.bytes <= buffer.address + buffer.asked;
    }
    bool touch_quietly(const Access& run) override { return access(run), true; }
    void touch_changes(const Access& all, std::uint32_t, std::span<const std::uint64_t>) override { access(all); }

    bool lets_pass(const PlainCopy& call) override { return inside(call.gm, call.bytes) || quiet(run_of(call)); }
    void passes(const PlainCopy& call) override {
        if (!inside(call.gm, call.bytes)) access(run_of(call));
    }

  private:
    struct Part {
        std::uint64_t first, end;
    };
    bool inside(std::uint64_t first, std::uint64_t bytes) const {
        for (const Part& one : recent_)
            if (first >= one.first && first + bytes <= one.end) return true;
        return false;
    }
    static Access run_of(const PlainCopy& call) {
        return {call.gm, 0, call.place, nullptr, call.bytes, 0, static_cast<std::uint8_t>(Space::gm), call.pipe, call.out, false};
    }

    std::array<Part, 4> recent_{};  // buffers that were touched last: kernels take turns between a few
    std::size_t next_ = 0;
};

const Registered<Bounds> bounds{"bounds", [](const Wanted& wanted) { return wanted.mem || wanted.hints; }};

}  // namespace

}  // namespace lanewise::check
