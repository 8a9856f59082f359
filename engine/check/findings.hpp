// What was found: the same finding once, with how often. src/lanewise/check says what each one means and what to write.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lanewise::check {

struct Finding {
    const char* id;
    std::uint64_t place = 0;  // of the instruction that shows it, as in its record
    std::uint64_t other = 0;  // and of an earlier one that takes part; 0: none
    std::vector<std::pair<std::string, std::string>> fields;
    std::uint64_t count = 1;
    bool milder = false;  // as far as this one shows: another with the same places may be worse
};

class Findings {
  public:
    void add(Finding found);
    // In the order of their first appearance; forgets them.
    std::vector<Finding> take();

  private:
    std::mutex lock_;
    std::vector<Finding> all_;
    std::map<std::tuple<std::string, std::uint64_t, std::uint64_t, std::string>, std::size_t> known_;
};

// What an instruction is called; empty for none: scalar code.
std::string name_of(std::uint16_t opcode);

// One finding as JSON.
std::string json(const Finding& found);

}  // namespace lanewise::check
