#include "schedule/plan.hpp"

#include <charconv>

namespace lanewise::schedule {

std::optional<Plan> plan_of(const std::string& text) {
    if (text.empty() || text == "early") return Plan{};
    if (text == "late") return Plan{Plan::Kind::late};
    const std::string word = "random:";
    if (text.rfind(word, 0) != 0) return {};
    Plan plan{Plan::Kind::random};
    const char *first = text.data() + word.size(), *last = text.data() + text.size();
    const auto [end, problem] = std::from_chars(first, last, plan.seed);
    if (problem != std::errc() || end != last) return {};
    return plan;
}

}  // namespace lanewise::schedule
