// Flags between cores of a launch: each core has a counter for every id, which sets of others raise and its own waits lower.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/group.hpp"

namespace lanewise::runtime {

// All inside of Launch::change or look.
class CrossFlags {
  public:
    static constexpr int ids = 16, limit = 15, apart_mode = 4;

    // What one set left, for steps: see Launch::steps.
    struct Left {
        const void* word;
        std::int64_t value;
    };

    void begin(const CoreGroup& group, std::uint32_t members);

    // Why a core can not set a flag in a mode, as a case of SYNC-004; null: it can.
    const char* refusal(int mode) const;
    // How often the core has set the flag in the mode: the word that `raise` counts up.
    std::uint32_t& sets(std::uint32_t member, int flag, int mode) { return sets_[{mode, flag, member}]; }
    // The core has set the flag: counters of those it is meant for go up when all have that share in it. False: one of them is full.
    bool raise(std::uint32_t member, int flag, int mode);

    bool is_up(std::uint32_t member, int flag) const;
    // A wait passes: the sets that let it.
    std::vector<Left> lower(std::uint32_t member, int flag);

    // What is missing for a core that waits, in words; `name` says who a core is.
    template <class Name>
    std::string missing(std::uint32_t member, int flag, const Name& name) const {
        bool set_once = false;
        for (const auto& [which, count] : sets_) {
            const auto [mode, set, setter] = which;
            if (!count || !is_meant(setter, set, mode, member, flag)) continue;
            set_once = true;
            std::string late;
            for (const std::uint32_t one : share(setter, mode)) {
                const auto at = sets_.find({mode, set, one});
                if (const std::uint32_t own = at == sets_.end() ? 0 : at->second; own < count) late += ", " + name(one) + did(own);
            }
            if (!late.empty()) return "mode " + std::to_string(mode) + ": " + name(setter) + did(count) + late;
        }
        return set_once ? "every set of it was waited for" : "nobody has set it";
    }

  private:
    static std::string did(std::uint32_t count) {
        return count == 0 ? " has never set it" : count == 1 ? " has set it once" : " has set it " + std::to_string(count) + " times";
    }
    std::vector<std::uint32_t> share(std::uint32_t member, int mode) const;    // who must set, too
    std::vector<std::uint32_t> targets(std::uint32_t member, int flag, int mode) const;  // whose counters go up
    int target_flag(std::uint32_t member, int flag, int mode) const;           // by which id they know it
    bool is_meant(std::uint32_t setter, int set, int mode, std::uint32_t member, int flag) const;
    std::vector<std::uint32_t> of_group(std::uint32_t number, std::uint8_t kind) const;

    CoreGroup group_;
    std::uint32_t members_ = 0;
    std::map<std::tuple<int, int, std::uint32_t>, std::uint32_t> sets_;    // by mode, flag and core
    std::map<std::tuple<int, int, std::uint32_t>, std::uint32_t> rounds_;  // that are complete, by the first of a share
    std::map<std::pair<std::uint32_t, int>, std::deque<std::vector<Left>>> counters_;  // by core and flag
};

}  // namespace lanewise::runtime
