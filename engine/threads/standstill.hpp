// Why nobody can go on, as far as that needs no knowledge of who they are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lanewise::threads {

struct Standstill {
    struct Wait {
        std::uint32_t who;
        std::string what;
    };
    std::vector<Wait> waits;  // by number
    std::uint32_t ended = 0, members = 0, most_at_once = 0;

    // "blocks 0, 2 wait for this; block 1 waits for that; 1 block has ended", where `one` is "block" and `many` "blocks".
    // With `name` each is called as it says: "AIC 0, AIV 1 wait for this".
    std::string text(const std::string& one, const std::string& many, const std::function<std::string(std::uint32_t)>& name = {}) const;
};

// Who holds whom, from one who waits: holds(who) is a step with by(), who has to act before that one goes on; none: nobody in particular.
template <class Step, class Who>
struct Chain {
    std::vector<Step> steps;
    Who last;                          // whom it leads to
    std::optional<std::size_t> circle;  // the step that it leads back to
};

template <class Who, class Holds>
auto follow(Who first, const Holds& holds) {
    using Step = typename decltype(holds(first))::value_type;
    std::vector<Who> seen{first};
    Chain<Step, Who> chain{{}, first, {}};
    while (const auto next = holds(chain.last)) {
        chain.steps.push_back(*next);
        chain.last = next->by();
        const auto again = std::find(seen.begin(), seen.end(), chain.last);
        if (again != seen.end()) {
            chain.circle = static_cast<std::size_t>(again - seen.begin());
            break;
        }
        seen.push_back(chain.last);
    }
    return chain;
}

}  // namespace lanewise::threads
