// Pointers that kernels take from tensors in GM whose size they have said (GetPhyAddr). A pointer does not know where it came from, so this asks
// what can be seen: the line of a loop that begins inside such a tensor and ends a few bytes behind it, where no other tensor is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "stream/listener.hpp"

namespace lanewise::check {

class GmPointers {
  public:
    struct Tensor {
        std::uint64_t first, end;
    };
    // What one line has touched.
    struct Line {
        std::uint64_t first, end;
        bool writes;
    };

    void ask(std::uint64_t first, std::uint64_t end) {
        for (const Tensor& one : tensors_)
            if (one.first == first && one.end == end) return;
        if (tensors_.size() < most) tensors_.push_back({first, end});
    }
    void touch(const Access& run) {
        if (tensors_.empty()) return;
        const auto [at, fresh] = lines_.try_emplace(run.place, Line{run.address, run.address + run.bytes, run.write});
        if (fresh) return;
        at->second.first = std::min(at->second.first, run.address);
        at->second.end = std::max(at->second.end, run.address + run.bytes);
    }
    // Each line that goes over the end of its tensor.
    template <class Tell>
    void end(const Tell& tell) const {
        if (tensors_.size() >= most) return;
        for (const auto& [place, line] : lines_) {
            const Tensor* left = nullptr;
            bool covered = false;
            for (const Tensor& one : tensors_) {
                covered = covered || (line.end > one.first && line.end <= one.end);
                if (line.first >= one.first && line.first < one.end && line.end > one.end && line.end <= one.end + few) left = &one;
            }
            if (left && !covered) tell(place, line, *left);
        }
    }

  private:
    static constexpr std::size_t most = 64;
    static constexpr std::uint64_t few = 64;  // bytes: who goes further means to

    std::vector<Tensor> tensors_;
    std::unordered_map<std::uint64_t, Line> lines_;  // by place
};

}  // namespace lanewise::check
