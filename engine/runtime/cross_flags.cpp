#include "runtime/cross_flags.hpp"

#include <algorithm>

#include "lanewise/generated/cores.hpp"

namespace lanewise::runtime {

void CrossFlags::begin(const CoreGroup& group, std::uint32_t members) { group_ = group, members_ = members; }

std::vector<std::uint32_t> CrossFlags::of_group(std::uint32_t number, std::uint8_t kind) const {
    std::vector<std::uint32_t> found;
    const std::uint32_t cores = group_.cores();
    for (std::uint32_t member = number * cores; member < (number + 1) * cores; ++member)
        if (seat_of(group_, member).kind == kind) found.push_back(member);
    return found;
}

const char* CrossFlags::refusal(int mode) const {
    if (mode == 0 || mode == 1) return nullptr;
    if (mode != 2 && mode != apart_mode) return "no_mode";
    if (group_.mixed()) return nullptr;
    return group_.apart ? "one_kind" : "one_core";
}

std::vector<std::uint32_t> CrossFlags::share(std::uint32_t member, int mode) const {
    const Seat seat = seat_of(group_, member);
    if (mode == apart_mode) return {member};
    if (mode != 0) return of_group(seat.group, seat.kind);
    std::vector<std::uint32_t> found;
    for (std::uint32_t other = 0; other < members_; ++other)
        if (seat_of(group_, other).kind == seat.kind) found.push_back(other);
    return found;
}

std::vector<std::uint32_t> CrossFlags::targets(std::uint32_t member, int flag, int mode) const {
    const Seat seat = seat_of(group_, member);
    if (mode < 2) return share(member, mode);
    const auto others = of_group(seat.group, seat.kind == cube_core ? vector_core : cube_core);
    if (mode != apart_mode || seat.kind != cube_core) return others;
    const auto which = static_cast<std::size_t>(flag / ids);  // of the vector cores
    return which < others.size() ? std::vector{others[which]} : std::vector<std::uint32_t>{};
}

int CrossFlags::target_flag(std::uint32_t member, int flag, int mode) const {
    if (mode != apart_mode) return flag;
    const Seat seat = seat_of(group_, member);
    return seat.kind == cube_core ? flag % ids : flag + ids * static_cast<int>(seat.index % seat.subs);
}

bool CrossFlags::is_meant(std::uint32_t setter, int set, int mode, std::uint32_t member, int flag) const {
    const auto whom = targets(setter, set, mode);
    return target_flag(setter, set, mode) == flag && std::find(whom.begin(), whom.end(), member) != whom.end();
}

bool CrossFlags::raise(std::uint32_t member, int flag, int mode) {
    ++sets(member, flag, mode);
    const auto all = share(member, mode);
    std::uint32_t least = UINT32_MAX;
    for (const std::uint32_t one : all) least = std::min(least, sets(one, flag, mode));
    std::uint32_t& round = rounds_[{mode, flag, all.front()}];
    if (least <= round) return true;
    round = least;
    std::vector<Left> left;
    for (const std::uint32_t one : all) left.push_back({&sets(one, flag, mode), round});
    bool fits = true;
    for (const std::uint32_t target : targets(member, flag, mode)) {
        auto& counter = counters_[{target, target_flag(member, flag, mode)}];
        counter.push_back(left);
        fits &= counter.size() <= static_cast<std::size_t>(limit);
    }
    return fits;
}

bool CrossFlags::is_up(std::uint32_t member, int flag) const {
    const auto found = counters_.find({member, flag});
    return found != counters_.end() && !found->second.empty();
}

std::vector<CrossFlags::Left> CrossFlags::lower(std::uint32_t member, int flag) {
    auto& counter = counters_[{member, flag}];
    std::vector<Left> left = std::move(counter.front());
    counter.pop_front();
    return left;
}

}  // namespace lanewise::runtime
