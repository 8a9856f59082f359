// Whose bytes of a core's memories are whose: a tensor that was given back to its queue is not to be touched until it is allocated again, and what is
// never given back is told when its pipe ends.
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "check/memory_shadow.hpp"
#include "check/rule.hpp"

namespace lanewise::check {

namespace {

class Lifetimes final : public Rule {
  public:
    explicit Lifetimes(Block& block)
        : Rule(block), findings_(block.findings()), core_(block.core), tells_leaks_(block.wanted().hints), tells_uses_(block.wanted().mem), bytes_(core_) {}
    static Hears hears() {
        return {.records = {Opcode::alloc_tensor_, Opcode::free_tensor_, Opcode::init_buffer_, Opcode::tbuf_get_, Opcode::local_mem_alloc_,
                            Opcode::pop_stack_buffer_, Opcode::ub_array_, Opcode::local_tensor_auto_, Opcode::reset_buf_pool_, Opcode::tpipe_destroy_,
                            Opcode::tpipe_init_},
                .accesses = on_cores,
                .briefs = Hears::weighed,
                .copies = Hears::weighed};
    }

    void record(const Record& record, const std::int64_t* p) override {
        const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
        switch (static_cast<Opcode>(record.opcode)) {
            case Opcode::alloc_tensor_:
                each(of_queue(p[0]), p, [](Bytes& bytes) { ++bytes.held, bytes.freed = 0; });
                if (tells_leaks_) live_[{p[0], p[1]}] = {place, p[2], p[3]};
                break;
            case Opcode::free_tensor_:
                // Whoever else holds these bytes (queues may be given the same memory) keeps them.
                each(of_queue(p[0]), p, [&](Bytes& bytes) {
                    bytes.held -= bytes.held > 0;
                    if (!bytes.held && !bytes.elsewhere) bytes.freed = place;
                });
                live_.erase({p[0], p[1]});
                break;
            case Opcode::init_buffer_:
                if (const Space space = at_position(p[4]); space != Space::vector) elsewhere_[p[0]] = space;
                each(at_position(p[4]), p, [](Bytes& bytes) { bytes.freed = 0; });
                break;
            case Opcode::tbuf_get_:
            case Opcode::local_mem_alloc_:
            case Opcode::pop_stack_buffer_:
            case Opcode::ub_array_:
            case Opcode::local_tensor_auto_:
                each(at_position(p[4]), p, [](Bytes& bytes) { bytes.freed = 0, bytes.elsewhere = true; });
                break;
            case Opcode::reset_buf_pool_:
                each(at_position(p[4]), p, [](Bytes& bytes) { bytes = {}; });
                std::erase_if(live_, [&](const auto& one) { return one.second.address >= p[2] && one.second.address < p[2] + p[3]; });
                break;
            case Opcode::tpipe_destroy_:
                end();
                [[fallthrough]];
            case Opcode::tpipe_init_:
                bytes_ = MemoryShadows<Bytes>(core_);
                elsewhere_.clear();
                live_.clear();
                break;
            default: break;
        }
    }

    bool lets_pass(const Brief& call) override {
        for (int i = 0; i < call.reads; ++i)
            if (freed(Space::vector, call.read[i].address, call.read[i].bytes)) return false;
        return !freed(Space::vector, call.written.address, call.written.bytes);
    }
    bool lets_pass(const PlainCopy& call) override { return !freed(Space::vector, call.address, call.bytes); }
    bool quiet(const Access& run) override { return !freed(static_cast<Space>(run.space), run.address, run.bytes); }

    void touch_changes(const Access&, std::uint32_t, std::span<const std::uint64_t>) override {}
    void access(const Access& a) override {
        if (!tells_uses_) return;
        const std::uint64_t last = a.address + a.bytes - 1;
        const auto space = static_cast<Space>(a.space);
        for (const std::uint64_t at : {a.address, last}) {
            const std::uint64_t freed = bytes_[space].at(at).freed;
            if (!freed) continue;
            findings_.add({"MEM-007", a.place, freed,
                           {{"op", name_of(block_.by(a))}, {"did", a.write ? "writes" : "reads"}, {"space", name_of(space)}, {"first", std::to_string(a.address)},
                            {"last", std::to_string(last)}}});
            return;
        }
    }

    // Tensors that nobody gave back.
    void end() override {
        if (tells_leaks_)
            for (const auto& [key, tensor] : live_)
                findings_.add({"QUE-010", tensor.place, 0, {{"bytes", std::to_string(tensor.bytes)}, {"address", std::to_string(tensor.address)}}});
        live_.clear();
    }

  private:
    static constexpr std::uint64_t block = 32;  // memory is given out in blocks
    struct Bytes {
        std::uint64_t freed = 0;  // where; 0: it is not
        std::uint16_t held = 0;   // by how many tensors of queues
        bool elsewhere = false;   // given out by something that frees nothing
    };
    struct Live {
        std::uint64_t place;
        std::int64_t address, bytes;
    };
    // Whether one of these bytes was given back.
    bool freed(Space space, std::uint64_t first, std::uint64_t count) const {
        bool found = false;
        if (tells_uses_) bytes_[space].look(first, count, [&](const Bytes& bytes) { found |= bytes.freed != 0; });
        return found;
    }
    // In which memory a step happens: that of its position, and for tensors of a queue that of its buffers.
    static Space at_position(std::int64_t position) {
        return position >= 0 && position <= position_count ? space_by_position[position] : Space::vector;
    }
    Space of_queue(std::int64_t owner) const {
        const auto found = elsewhere_.find(owner);
        return found == elsewhere_.end() ? Space::vector : found->second;
    }

    // Whole blocks of the bytes of a step.
    template <class Change>
    void each(Space space, const std::int64_t* p, const Change& change) {
        const std::int64_t address = p[2], bytes = p[3];
        const auto round = [](std::int64_t at) { return static_cast<std::uint64_t>(std::max<std::int64_t>(at, 0)) / block * block; };
        const std::uint64_t from = round(address), to = round(address + bytes + static_cast<std::int64_t>(block) - 1);
        if (from < to) bytes_[space].each(from, to - from, false, [&](Bytes& cell, std::uint64_t, std::uint64_t) { change(cell); });
    }

    const BlockFindings findings_;
    const Core& core_;
    const bool tells_leaks_, tells_uses_;  // of tensors that are never given back, and of those that are used afterwards
    MemoryShadows<Bytes> bytes_;
    std::map<std::int64_t, Space> elsewhere_;  // queues and buffers whose memory is not the vector memory
    std::map<std::pair<std::int64_t, std::int64_t>, Live> live_;  // by queue and buffer
};

const Registered<Lifetimes> lifetimes{"lifetimes", [](const Wanted& wanted) { return wanted.mem || wanted.hints; }};

}  // namespace

}  // namespace lanewise::check
