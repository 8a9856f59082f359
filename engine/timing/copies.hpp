// What a copy between GM and UB costs: its pieces, the bytes the memory really moves, and where they come from.
#pragma once

#include <unordered_map>

#include "timing/first_reads.hpp"
#include "timing/numbers.hpp"

namespace lanewise::timing {

// A copy as GM sees it: so many pieces of so many bytes, so many bytes from one to the next.
struct Pieces {
    std::int64_t count, bytes, pitch;
};
Pieces pieces(const Rules& chip, const Record& record, const std::int64_t* payload);

struct CopyCost {
    double cycles = 0;
    double memory = 0;  // cycles of this core's share of the memory behind L2
    bool known = false;
    std::int64_t bytes = 0;
    bool near = false;  // all of it found in L2
};

// Cores of each kind that work at a time. A launch has one kind, which is then both, or groups of both.
struct CoresAtWork {
    std::uint32_t vectors, cubes;
};

// The copies of one block, in order.
class Copies {
  public:
    // Cores of its kind share what moves with it, `blocks` blocks share L2.
    Copies(const Rules& chip, const Numbers& numbers, CoresAtWork active, std::uint32_t blocks, std::span<const GmBuffer> buffers)
        : chip_(chip), numbers_(numbers), active_(active), share_(numbers.copy_in_l2_bytes / blocks), first_(buffers, numbers.copy_in_l2_bytes) {}
    CopyCost of(const Record& record, const std::int64_t* payload);

  private:
    // Where a span was when it was asked for: read or written before, and held since.
    struct Past {
        bool fresh, near;
    };
    Past past_of(std::uint64_t address, std::int64_t bytes);
    double copy_in(const Pieces& made, double near, double far, bool to_cube) const;
    double copy_out(std::int64_t bytes) const;
    std::int64_t push_out(std::int64_t bytes);
    void forget();

    struct Span {
        std::uint64_t address;
        std::int64_t bytes;
        bool operator==(const Span&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Span& s) const { return (s.address ^ static_cast<std::uint64_t>(s.bytes) << 40) * 0x9E3779B97F4A7C15; }
    };

    const Rules& chip_;
    const Numbers& numbers_;
    CoresAtWork active_;
    double share_;            // of L2, in bytes
    std::int64_t moved_ = 0;  // by this block so far
    std::int64_t held_ = 0;   // in its share of L2
    std::int64_t dirty_ = 0;  // of that: written, and not yet in memory
    FirstReads first_;
    std::unordered_map<Span, std::int64_t, Hash> last_;  // what had been moved when a span was copied last
    std::size_t enough_ = 4096;
};

}  // namespace lanewise::timing
