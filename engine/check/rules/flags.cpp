// Flags that are set twice, that nobody waits for, or whose id a queue uses.
#include <cstdint>
#include <unordered_map>

#include "check/keyed.hpp"
#include "check/rule.hpp"

namespace lanewise::check {

namespace {

class Flags final : public Rule {
  public:
    using Rule::Rule;
    static Hears hears() {
        return {.records = {Opcode::set_flag_, Opcode::wait_flag_, Opcode::alloc_tensor_, Opcode::free_tensor_, Opcode::tpipe_init_, Opcode::tpipe_destroy_,
                            Opcode::reset_buf_pool_}};
    }

    void record(const Record& record, const std::int64_t* payload) override {
        const auto op = static_cast<Opcode>(record.opcode);
        const auto flag_of = [](std::int64_t event, std::int64_t id) { return static_cast<std::uint64_t>(event) << 8 | static_cast<std::uint64_t>(id & 0xFF); };
        const auto buffer_of = [&] { return static_cast<std::uint64_t>(payload[0]) << 32 | static_cast<std::uint64_t>(payload[1] & 0xFFFFFFFF); };
        if (op == Opcode::free_tensor_ && payload[5] >= 0) held_[buffer_of()] = flag_of(payload[4], payload[5]);
        if (op == Opcode::alloc_tensor_) held_[buffer_of()] = none;
        if (op == Opcode::tpipe_init_ || op == Opcode::tpipe_destroy_ || op == Opcode::reset_buf_pool_) held_.clear();
        if (op != Opcode::set_flag_ && op != Opcode::wait_flag_) return;
        const auto event = static_cast<int>(payload[0]), id = static_cast<int>(payload[1]);
        const std::uint64_t key = flag_of(event, id), place = std::uint64_t{record.file} << 32 | record.line;
        block_.launch.program.ids.use(event, id);
        if (op == Opcode::set_flag_) {
            bool of_a_queue = false;
            held_.each([&](std::uint64_t, std::uint64_t flag) { of_a_queue |= flag == key; });
            if (of_a_queue) block_.findings().add({"SYNC-103", place, 0, {{"event", std::to_string(event)}, {"id", std::to_string(id)}}});
        }
        if (op == Opcode::wait_flag_) {
            flags_.erase(key);
            return;
        }
        const auto [at, fresh] = flags_.try_emplace(key, Flag{place, event, id});
        if (!fresh)
            block_.findings().add({"SYNC-101", place, at->second.place, {{"event", std::to_string(event)}, {"id", std::to_string(id)}}});
        at->second.place = place;
    }

    void end() override {
        for (const auto& [key, flag] : flags_)
            block_.findings().add({"SYNC-102", flag.place, 0, {{"event", std::to_string(flag.event)}, {"id", std::to_string(flag.id)}}});
    }

  private:
    struct Flag {
        std::uint64_t place;
        int event, id;
    };
    std::unordered_map<std::uint64_t, Flag> flags_;  // set and not yet waited for
    static constexpr std::uint64_t none = ~0ull;
    Keyed<std::uint64_t> held_;  // flags that a queue has set when a tensor was freed, by its buffer; none: it is in use
};

const Registered<Flags> flags{"flags", [](const Wanted& wanted) { return wanted.sync; }};

}  // namespace

}  // namespace lanewise::check
