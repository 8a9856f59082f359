// How long a launch takes: the model, fed with the records of its blocks while they run or afterwards.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "stream/listener.hpp"
#include "timing/copies.hpp"
#include "timing/functions.hpp"
#include "timing/pipes.hpp"
#include "timing/tally.hpp"
#include "timing/vector.hpp"

namespace lanewise::timing {

// What the blocks of a launch share: the memory, and the times at which they meet.
class Shared {
  public:
    static constexpr std::int64_t every_row = std::numeric_limits<std::int64_t>::max();

    // `blocks` of them share the memory, where these buffers lie. Rows are kept as long as there are no more than `rows`.
    // `group`: of cores of both kinds that a block has; none where all blocks are of one kind.
    Shared(const Rules& chip, std::uint32_t blocks, std::int64_t rows, std::vector<GmBuffer> buffers = {}, CoresAtWork group = {});

    const Rules& chip;
    const Numbers& numbers;
    const std::uint32_t blocks;
    const CoresAtWork active;
    std::vector<GmBuffer> buffers;       // by address
    std::atomic<std::int64_t> room;      // for rows

    // Steps between blocks, by the numbers that they drew: when others may go on, if that is known.
    void leave(std::int64_t number, double at);
    std::optional<double> left(std::int64_t number);
    struct Last {
        double at = 0;             // of the last of them,
        std::int64_t number = 0;   // which is this one;
        std::int64_t first = 0;    // the lowest number
        std::int64_t count = 0;    // of those that are known
    };
    Last last_of(std::span<const std::int64_t> numbers);

    // The same for rows that run again: a SyncAll that `count` blocks come to, by its name.
    void arrive(std::uint64_t meeting, double at);
    std::optional<double> met(std::uint64_t meeting, std::int64_t count);

  private:
    struct Arrived {
        std::int64_t count = 0;
        double last = 0;
    };
    std::mutex lock_;
    std::unordered_map<std::int64_t, double> left_;
    std::unordered_map<std::uint64_t, Arrived> meetings_;
};

// One block, as a listener.
class BlockTime final : public Listener {
  public:
    explicit BlockTime(Shared& shared);

    bool hears_accesses() const override { return false; }
    void record(const Record& record, const std::int64_t* payload) override;
    // Ends what is open: a vector function, a step between blocks.
    void settle();

    // Whether what a record waited for has been told; it never will when no block can go on.
    bool can_hear(const Record& record, const std::int64_t* payload);

    // The time as the scalar unit reads it, which takes it a cycle.
    double read();
    // Instructions without a number that came since this was asked last.
    std::vector<std::uint16_t> take_unknown();
    Summary summary() const;
    Tallies& tallies() { return tallies_; }
    std::vector<Row>& rows() { return rows_; }

  private:
    // A step that lets other blocks go on, until it is known whether it waits for them, too.
    struct Held {
        Row row;
        Record record;
    };

    void work(Row& row, const Record& record, const std::int64_t* payload);
    void take(Row& row, const Record& record, const std::int64_t* payload);
    void between(Row& row, const Record& record, std::span<const std::int64_t> followed);
    void meet(const Record& record, const std::int64_t* payload);
    void finish(const Row& row, const Record& record);
    void end_function();
    void go_on();

    Shared& shared_;
    const Numbers& numbers_;
    VectorCosts vector_;
    Copies copies_;
    Function function_;
    Pipes pipes_;
    Tallies tallies_;
    std::vector<Row> rows_;
    bool keeps_ = true;
    bool inside_ = false;  // a vector function
    bool hf32_ = false;    // products cut float to HF32
    std::int64_t number_ = 0;
    std::uint64_t crossings_ = 0;
    std::size_t asked_ = 0;  // tallies that were looked at for unknown ones
    double ended_[pipe_count] = {};
    std::optional<Held> held_;
};

// Lets blocks go on in turns, each until it waits for the others. Where none can, somebody never comes: all go on without.
template <class Blocks>
void in_turns(Blocks& blocks) {
    for (bool alone = false;;) {
        bool any = false, left = false;
        for (auto& block : blocks) {
            if (block.ended()) continue;
            left = true;
            if (!alone && !block.can_go_on()) continue;
            block.run();
            any = true;
        }
        if (!left) return;
        alone = !any;
    }
}

// What a block issued: records whose parameters lie in a pool.
struct Issued {
    std::span<const Record> records;
    const std::int64_t* payload;
};
// All blocks of a launch, from what they issued.
std::vector<std::unique_ptr<BlockTime>> time_all(Shared& shared, std::span<const Issued> blocks);

// The same rows once more, with other costs, a list for each block: the cycles of each. Times in the rows are those of this run.
std::vector<double> replay(const Rules& chip, std::span<const std::span<Row>> blocks);

}  // namespace lanewise::timing
