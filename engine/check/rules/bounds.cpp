// Of GM: behind what was asked for lie bytes that the chip's allocator gives with it, and then those of somebody else.
#include "check/rule.hpp"
#include "memory/gm.hpp"

namespace lanewise::check {

namespace {

class Bounds final : public Rule {
  public:
    using Rule::Rule;
    static Hears hears() { return {.accesses = in_gm}; }

    void access(const Access& a) override {
        std::uint64_t end = a.address + a.bytes;
        if (a.address >= buffer_.address && end <= buffer_.address + buffer_.size) return;
        if (!block_.core.gm->find(a.address, buffer_)) return;
        buffer_.size = buffer_.asked;
        block_.launch.program.asked.use(buffer_.address);
        while (end > a.address && !a.touches(static_cast<std::uint32_t>(end - a.address - 1))) --end;
        if (end <= buffer_.address + buffer_.size || !block_.wanted().mem) return;
        block_.findings().add({"MEM-004", a.place, 0,
                                      {{"op", name_of(block_.by(a))}, {"operand", a.write ? "a write" : "a read"},
                                       {"first", std::to_string(a.address - buffer_.address)}, {"last", std::to_string(end - 1 - buffer_.address)},
                                       {"buffer", buffer_.known_as()}, {"size", std::to_string(buffer_.size)},
                                       {"case", block_.threads() ? "thread" : ""}}});
    }

    bool quiet(const Access& run) override {
        Buffer buffer;
        return block_.core.gm->find(run.address, buffer) && run.address + run.bytes <= buffer.address + buffer.asked;
    }
    bool touch_quietly(const Access& run) override { return access(run), true; }

  private:
    Buffer buffer_{};  // that was touched last
};

const Registered<Bounds> bounds{"bounds", [](const Wanted& wanted) { return wanted.mem || wanted.hints; }};

}  // namespace

}  // namespace lanewise::check
