// The scalar unit's data caches: what it writes is in its own cache until the line is cleaned, and what it has read stays there until the
// line is dropped. Reading what another block wrote, through a cache that was not cleaned or dropped in between, gives old bytes.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

#include "check/rule.hpp"
#include "isa.hpp"
#include "memory/gm.hpp"

namespace lanewise::check {

namespace {

// Of one launch: when a kernel begins caches are empty, and when it ends they are written back.
class CacheLines final : public Shared {
  public:
    void touch(const Access& a, std::uint16_t opcode, const Gm& gm, const BlockFindings& findings) {
        const bool cached = a.pipe == scalar_pipe && !a.around;
        if (!cached && !used_.load(std::memory_order_relaxed)) return;
        std::lock_guard guard(lock_);
        const std::uint64_t from = a.address / line_bytes, to = (a.address + a.bytes - 1) / line_bytes;
        if (cached) {
            used_ = true;
            for (std::uint64_t number = from; number <= to; ++number) lines_.try_emplace(number);
        }
        for (auto at = lines_.lower_bound(from); at != lines_.end() && at->first <= to; ++at) {
            Line& line = at->second;
            const std::uint64_t bytes = mask(at->first, a.address, a.bytes);
            if (!a.write) {
                if (line.dirty & bytes && line.writer != a.block) tell("clean", a, opcode, line.dirty_place, gm, findings);
                if (cached && line.seen[a.block] & bytes) tell("drop", a, opcode, line.changed_place, gm, findings);
                continue;
            }
            line.written(a, bytes, cached);
        }
    }

    // Many scalar accesses as one. False: something is to be found in them, and nothing was noted.
    bool touch_quietly(const Access& a) {
        std::lock_guard guard(lock_);
        const std::uint64_t from = a.address / line_bytes, to = (a.address + a.bytes - 1) / line_bytes;
        const bool cached = !a.around;
        for (auto at = lines_.lower_bound(from); !a.write && at != lines_.end() && at->first <= to; ++at) {
            const std::uint64_t bytes = mask(at->first, a.address, a.bytes);
            const auto seen = at->second.seen.find(a.block);
            if (at->second.dirty & bytes && at->second.writer != a.block) return false;
            if (cached && seen != at->second.seen.end() && seen->second & bytes) return false;
        }
        if (cached) used_ = true;
        auto at = lines_.lower_bound(from);
        for (std::uint64_t number = from; cached && number <= to; ++number, ++at)
            if (at == lines_.end() || at->first != number) at = lines_.try_emplace(at, number);
        for (at = lines_.lower_bound(from); at != lines_.end() && at->first <= to; ++at)
            if (a.write) at->second.written(a, mask(at->first, a.address, a.bytes), cached);
            else if (cached) at->second.seen.try_emplace(a.block);
        return true;
    }

    // DataCacheCleanAndInvalid of a block: of the line at an address, or of all.
    void clean(std::uint16_t block, std::uint64_t address, bool all) {
        std::lock_guard guard(lock_);
        const auto forget = [&](Line& line) {
            if (line.writer == block) line.dirty = 0;
            line.seen.erase(block);
        };
        if (all) {
            for (auto& [number, line] : lines_) forget(line);
        } else if (const auto at = lines_.find(address / line_bytes); at != lines_.end()) {
            forget(at->second);
        }
    }

  private:
    static constexpr std::uint64_t line_bytes = 64;
    struct Line {
        std::uint64_t dirty = 0, dirty_place = 0, changed_place = 0;  // one bit a byte
        std::uint16_t writer = 0;                                     // whose cache holds the dirty ones
        std::unordered_map<std::uint16_t, std::uint64_t> seen;        // blocks that hold the line, and the bytes that others changed since

        void written(const Access& a, std::uint64_t bytes, bool cached) {
            for (auto& [block, stale] : seen)
                if (block != a.block) stale |= bytes;
            changed_place = a.place;
            if (!cached) {
                dirty &= ~bytes;
                return;
            }
            dirty = writer == a.block ? dirty | bytes : bytes;
            writer = a.block;
            dirty_place = a.place;
        }
    };

    static std::uint64_t mask(std::uint64_t number, std::uint64_t first, std::uint64_t bytes) {
        const std::uint64_t start = number * line_bytes, low = first > start ? first - start : 0;
        const std::uint64_t end = std::min(first + bytes - start, line_bytes), count = end - low;
        return (count >= 64 ? ~0ull : (1ull << count) - 1) << low;
    }
    static void tell(const char* which, const Access& a, std::uint16_t opcode, std::uint64_t other, const Gm& gm, const BlockFindings& findings) {
        Buffer buffer;
        const bool known = gm.find(a.address, buffer);
        const std::uint64_t first = known ? a.address - buffer.address : a.address;
        findings.add({"RACE-004", a.place, other,
                      {{"case", which}, {"op", name_of(opcode)}, {"first", std::to_string(first)}, {"last", std::to_string(first + a.bytes - 1)},
                       {"buffer", known ? buffer.name : ""}, {"block", std::to_string(a.block)}}});
    }

    std::atomic<bool> used_ = false;  // by any scalar access
    std::mutex lock_;
    std::map<std::uint64_t, Line> lines_;  // those that the scalar unit has touched
};

class Caches final : public Rule {
  public:
    explicit Caches(Block& block) : Rule(block), lines_(block.launch.shared<CacheLines>()) {}
    static Hears hears() { return {.records = {Opcode::data_cache_clean_and_invalid_}, .accesses = in_gm}; }

    void record(const Record&, const std::int64_t* payload) override {
        if (payload[0]) lines_.clean(static_cast<std::uint16_t>(block_.number), static_cast<std::uint64_t>(payload[1]), payload[2]);
    }
    void access(const Access& a) override {
        if (!a.atomic) lines_.touch(a, block_.by(a), *block_.core.gm, block_.findings());
    }
    bool quiet(const Access&) override { return true; }
    bool touch_quietly(const Access& run) override { return lines_.touch_quietly(run); }

  private:
    CacheLines& lines_;
};

const Registered<Caches> caches{"caches", [](const Wanted& wanted) { return wanted.race; }};

}  // namespace

}  // namespace lanewise::check
