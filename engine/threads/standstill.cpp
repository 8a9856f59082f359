#include "threads/standstill.hpp"

#include <map>

namespace lanewise::threads {

std::string Standstill::text(const std::string& one, const std::string& many, const std::function<std::string(std::uint32_t)>& name) const {
    constexpr std::size_t most_named = 8;
    std::map<std::string, std::vector<std::uint32_t>> by_reason;
    for (const Wait& wait : waits) by_reason[wait.what].push_back(wait.who);
    std::string said;
    for (const auto& [what, who] : by_reason) {
        said += said.empty() ? "" : "; ";
        if (!name) said += (who.size() == 1 ? one : many) + " ";
        for (std::size_t i = 0; i < who.size() && i < most_named; ++i) said += (i ? ", " : "") + (name ? name(who[i]) : std::to_string(who[i]));
        if (who.size() > most_named) said += ", ...";
        said += (who.size() == 1 ? " waits for " : " wait for ") + what;
    }
    if (ended) said += "; " + std::to_string(ended) + " " + (ended == 1 ? one + " has ended" : many + " have ended");
    if (members > most_at_once) said += "; at most " + std::to_string(most_at_once) + " " + many + " run at once";
    return said;
}

}  // namespace lanewise::threads
