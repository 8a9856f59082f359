// Pointers that kernels take from tensors in GM whose size they have said (GetPhyAddr). A pointer does not know where it came from, so this asks
// what can be seen: the line of a loop that begins inside such a tensor and ends a few bytes behind it, where no other tensor is.
#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "check/rule.hpp"
#include "isa.hpp"

namespace lanewise::check {

namespace {

class Pointers final : public Rule {
  public:
    using Rule::Rule;
    static Hears hears() { return {.accesses = gm_by_scalar}; }

    void gives_pointer(std::uint64_t first, std::uint64_t end) override {
        for (const Tensor& one : tensors_)
            if (one.first == first && one.end == end) return;
        if (tensors_.size() < most) tensors_.push_back({first, end});
    }
    void access(const Access& run) override {
        if (tensors_.empty()) return;
        const auto [at, fresh] = lines_.try_emplace(run.place, Line{run.address, run.address + run.bytes, run.write});
        if (fresh) return;
        at->second.first = std::min(at->second.first, run.address);
        at->second.end = std::max(at->second.end, run.address + run.bytes);
    }
    bool quiet(const Access&) override { return true; }
    bool touch_quietly(const Access& run) override { return access(run), true; }

    // Of UB, tensors know themselves where pointers came from.
    void leaves_tensor(std::uint64_t first, std::uint64_t bytes, std::uint64_t end, bool write, std::uint64_t place) override {
        if (block_.core.vector_memory().held.by_nobody_else(end - 1, std::max(first, end), first + bytes)) return;
        block_.findings().add({"MEM-011", place, 0,
                                      {{"did", write ? "writes" : "reads"}, {"space", name_of(Space::vector)}, {"first", std::to_string(first)},
                                       {"last", std::to_string(first + bytes - 1)}, {"end", std::to_string(end)}, {"op", block_.threads() ? name_of(block_.opcode) : ""}}});
    }

    // Each line that goes over the end of its tensor.
    void end() override {
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
    struct Tensor {
        std::uint64_t first, end;
    };
    // What one line has touched.
    struct Line {
        std::uint64_t first, end;
        bool writes;
    };

    void tell(std::uint64_t place, const Line& line, const Tensor& tensor) {
        const Gm& gm = *block_.core.gm;
        Buffer buffer{};
        if (!gm.find(tensor.first, buffer) || line.end > buffer.address + buffer.asked) return;  // else it has been told
        block_.findings().add({"MEM-011", place, 0,
                               {{"did", line.writes ? "writes" : "reads"}, {"first", std::to_string(tensor.end - buffer.address)},
                                {"last", std::to_string(line.end - 1 - buffer.address)}, {"end", std::to_string(tensor.end - tensor.first)},
                                {"buffer", buffer.known_as()}, {"op", ""}, {"case", "gm"}}});
    }

    static constexpr std::size_t most = 64;
    static constexpr std::uint64_t few = 64;  // bytes: who goes further means to

    std::vector<Tensor> tensors_;
    std::unordered_map<std::uint64_t, Line> lines_;  // by place
};

const Registered<Pointers> pointers{"pointers", [](const Wanted& wanted) { return wanted.mem; }};

}  // namespace

}  // namespace lanewise::check
