// The scalar unit's data caches: what it writes is in its own cache until the line is cleaned, and what it has read stays there until the
// line is dropped. Reading what another block wrote, through a cache that was not cleaned or dropped in between, gives old bytes.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

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
            hold(from, to);
        }
        each(from, to, [&](std::uint64_t number, Line& line) {
            const std::uint64_t bytes = mask(number, a.address, a.bytes);
            if (a.write) return line.written(a, bytes, cached);
            if (line.dirty & bytes && line.writer != a.block) tell("clean", a, opcode, line.dirty_place, gm, findings);
            if (!cached) return;
            if (line.stale(a.block) & bytes) tell("drop", a, opcode, line.changed_place, gm, findings);
            line.read_by(a.block);
        });
    }

    bool used() const { return used_.load(std::memory_order_relaxed); }

    // Many scalar accesses as one. False: something is to be found in them, and nothing was noted.
    bool touch_quietly(const Access& a) {
        std::lock_guard guard(lock_);
        const std::uint64_t from = a.address / line_bytes, to = (a.address + a.bytes - 1) / line_bytes;
        const bool cached = !a.around;
        bool calm = true;
        if (!a.write)
            each(from, to, [&](std::uint64_t number, const Line& line) {
                const std::uint64_t bytes = mask(number, a.address, a.bytes);
                calm = calm && !(line.dirty & bytes && line.writer != a.block) && !(cached && line.stale(a.block) & bytes);
            });
        if (!calm) return false;
        if (cached) {
            used_ = true;
            hold(from, to);
        }
        each(from, to, [&](std::uint64_t number, Line& line) {
            if (a.write) line.written(a, mask(number, a.address, a.bytes), cached);
            else if (cached) line.read_by(a.block);
        });
        return true;
    }

    // DataCacheCleanAndInvalid of a block: of the line at an address, or of all.
    void clean(std::uint16_t block, std::uint64_t address, bool all) {
        std::lock_guard guard(lock_);
        const auto forget = [&](Line& line) {
            if (line.writer == block) line.dirty = 0;
            std::erase_if(line.holders, [&](const Holder& holder) { return holder.block == block; });
        };
        if (!all) return each(address / line_bytes, address / line_bytes, [&](std::uint64_t, Line& line) { forget(line); });
        for (auto& [number, page] : pages_)
            for (Line& line : page.lines) forget(line);
    }

  private:
    static constexpr std::uint64_t line_bytes = 64, page_lines = 64;
    struct Holder {
        std::uint16_t block;
        std::uint64_t stale;  // bytes that others changed since
    };
    struct Line {
        std::uint64_t dirty = 0, dirty_place = 0, changed_place = 0;  // one bit a byte
        std::uint16_t writer = 0;                                     // whose cache holds the dirty ones
        std::vector<Holder> holders;                                  // blocks that have read the line: few

        // Bytes that are old in the cache of a block; none where it does not hold the line.
        std::uint64_t stale(std::uint16_t block) const {
            for (const Holder& one : holders)
                if (one.block == block) return one.stale;
            return 0;
        }
        void read_by(std::uint16_t block) {
            if (std::none_of(holders.begin(), holders.end(), [&](const Holder& one) { return one.block == block; })) holders.push_back({block, 0});
        }

        void written(const Access& a, std::uint64_t bytes, bool cached) {
            for (Holder& holder : holders)
                if (holder.block != a.block) holder.stale |= bytes;
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

    // Lines side by side.
    struct Page {
        std::uint64_t touched = 0;  // a bit each
        std::array<Line, page_lines> lines;
    };

    // The scalar unit touches these lines.
    void hold(std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t number = from; number <= to;) {
            const std::uint64_t end = std::min(to, number | (page_lines - 1)) + 1, count = end - number;
            pages_[number / page_lines].touched |= (count == page_lines ? ~0ull : (1ull << count) - 1) << number % page_lines;
            number = end;
        }
    }
    // Those among them that it has touched: act(number, line).
    template <class Act>
    void each(std::uint64_t from, std::uint64_t to, const Act& act) {
        for (std::uint64_t number = from; number <= to;) {
            const std::uint64_t end = std::min(to, number | (page_lines - 1)) + 1;
            if (const auto page = pages_.find(number / page_lines); page != pages_.end())
                for (; number < end; ++number)
                    if (page->second.touched >> number % page_lines & 1) act(number, page->second.lines[number % page_lines]);
            number = end;
        }
    }

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
    std::unordered_map<std::uint64_t, Page> pages_;  // where the scalar unit has touched a line
};

class Caches final : public Rule {
  public:
    explicit Caches(Block& block) : Rule(block), lines_(block.launch.shared<CacheLines>()), alone_(block.launch.histories.size() == 1) {}
    static Hears hears() { return {.records = {Opcode::data_cache_clean_and_invalid_}, .accesses = in_gm, .copies = Hears::asked}; }

    void record(const Record&, const std::int64_t* payload) override {
        if (payload[0] && !alone_) lines_.clean(static_cast<std::uint16_t>(block_.number), static_cast<std::uint64_t>(payload[1]), payload[2]);
    }
    void access(const Access& a) override {
        if (!a.atomic && !alone_) lines_.touch(a, block_.by(a), *block_.core.gm, block_.findings());
    }
    bool quiet(const Access&) override { return true; }
    bool touch_quietly(const Access& run) override { return alone_ || lines_.touch_quietly(run); }
    bool touch_lanes(const Access& run, std::uint32_t) override { return access(run), true; }
    void touch_changes(const Access&, std::uint32_t, std::span<const std::uint64_t>) override {}  // they go past caches
    bool lets_pass(const PlainCopy&) override { return alone_ || !lines_.used(); }

  private:
    CacheLines& lines_;
    const bool alone_;  // no other block is there, whose bytes could be old or unseen
};

const Registered<Caches> caches{"caches", [](const Wanted& wanted) { return wanted.race; }};

}  // namespace

}  // namespace lanewise::check
