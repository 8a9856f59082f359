#include "runtime/requests.hpp"

namespace lanewise::runtime {

void GroupRequests::begin(const CoreGroup& group, std::uint32_t members) {
    group_ = group;
    const std::uint32_t groups = members / group.cores() + 1;
    waiting_.assign(groups, {});
    served_.assign(groups, 0);
    asked_.assign(members, 0), taken_.assign(members, 0), answered_.assign(members, 0);
    gone_.assign(members, false);
}

bool GroupRequests::all_gone(std::uint32_t member) const {
    const std::uint32_t first = member / group_.cores() * group_.cores();
    for (std::uint32_t i = group_.cubes; i < group_.cores(); ++i)
        if (!gone_[first + i]) return false;
    return true;
}

}  // namespace lanewise::runtime
