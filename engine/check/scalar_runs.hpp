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
            if (&other != run && other.space == run->space && (other.write || run->write) && other.address < end(*run) && run->address < end(other) &&
                !(other.write ? reads_first(*run, other) : reads_first(other, *run)))
                return false;
        return true;
    }

    // One run has read before all that the other has written.
    static bool reads_first(const Access& read, const Access& write) {
        return !read.write && write.write && &read < &write && read.address <= write.address && end(write) <= end(read);
    }

    std::vector<Access> runs_;  // in the order of their first bytes
};

}  // namespace lanewise::check
