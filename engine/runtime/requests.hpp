// What vector cores ask of the cube core of their group: a high-level product is a request, and its answer says that the result is there.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "runtime/group.hpp"

namespace lanewise::runtime {

// All inside of Launch::change or look, but for begin.
class GroupRequests {
  public:
    struct Request {
        std::uint32_t member;  // who asks
        std::vector<std::uint8_t> content;
    };

    void begin(const CoreGroup& group, std::uint32_t members);
    void leave(std::uint32_t member) { gone_[member] = true; }

    // Counts of what a core has asked and got: words of steps, see Launch::steps.
    std::uint32_t& asked(std::uint32_t member) { return asked_[member]; }
    std::uint32_t& answered(std::uint32_t member) { return answered_[member]; }
    std::deque<Request>& waiting(std::uint32_t member) { return waiting_[member / group_.cores()]; }
    std::uint32_t& taken(std::uint32_t member) { return taken_[member]; }
    // Who the cube core works for.
    std::uint32_t& served(std::uint32_t member) { return served_[member / group_.cores()]; }
    bool all_gone(std::uint32_t member) const;  // the vector cores of its group

  private:
    CoreGroup group_;
    std::vector<std::deque<Request>> waiting_;  // by group
    std::vector<std::uint32_t> served_;
    std::vector<std::uint32_t> asked_, taken_, answered_;  // by core
    std::vector<bool> gone_;
};

}  // namespace lanewise::runtime
