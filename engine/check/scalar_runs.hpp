// Loops of scalar code touch elements one behind the other: many accesses as a few, where that says the same. Bytes that are read and written
// have to be read first, each of them; everything else is left as it came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stream/listener.hpp"

namespace lanewise::check {

class ScalarRuns {
  public:
    const std::vector<Access>& all() const { return runs_; }

    // False: they are to be taken one by one.
    bool join(const Access* accesses, std::size_t count) {
        runs_.clear();
        for (std::size_t i = 0; i < count; ++i)
            if (!add(accesses[i])) return false;
        return true;
    }

    // Of a loop, each access is a run. What has read first after the first round and after the last one has in between.
    bool join(const ScalarLoop& loop) {
        runs_.clear();
        for (const ScalarLoop::Step& step : loop.steps) {
            if (step.first.atomic) return false;
            runs_.push_back(step.first);
            runs_.back().bytes = step.bytes(loop.rounds);
        }
        for (std::size_t later = 1; later < runs_.size(); ++later)
            for (std::size_t i = 0; i < later; ++i)
                if (meet(runs_[i], runs_[later]) && !(reads_first(runs_[i], runs_[later]) && end(loop.steps[later].first) <= end(loop.steps[i].first))) return false;
        return true;
    }

  private:
    static constexpr std::size_t most = 16;

    static std::uint64_t end(const Access& run) { return run.address + run.bytes; }

    bool add(const Access& a) {
        if (a.atomic) return false;
        Access* run = nullptr;
        for (Access& one : runs_)
            if (end(one) == a.address && one.place == a.place && one.write == a.write && one.space == a.space && one.around == a.around) {
                run = &one;
                break;
            }
        if (!run) {
            if (runs_.size() == most) return false;
            runs_.push_back(a);
            run = &runs_.back();
        } else {
            run->bytes += a.bytes;
        }
        for (const Access& other : runs_)
            if (&other != run && meet(other, *run) &&
                !(other.write ? reads_first(*run, other) : reads_first(other, *run)))
                return false;
        return true;
    }

    static bool meet(const Access& one, const Access& other) {
        return one.space == other.space && (one.write || other.write) && one.address < end(other) && other.address < end(one);
    }
    // One run has read before all that the other has written.
    static bool reads_first(const Access& read, const Access& write) {
        return !read.write && write.write && &read < &write && read.address <= write.address && end(write) <= end(read);
    }

    std::vector<Access> runs_;  // in the order of their first bytes
};

}  // namespace lanewise::check
