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
    std::uint32_t block = 0, other_block = 0;  // that found it, and another one that takes part; 0: the first one, or the host
    bool between = false;                      // blocks: either might have found it
};

class Findings {
  public:
    void add(Finding found);
    // Block by block, in the order in which each has found them, whichever of them was faster; forgets them.
    std::vector<Finding> take();

  private:
    std::mutex lock_;
    std::vector<Finding> all_;
    std::map<std::tuple<std::string, std::uint64_t, std::uint64_t, std::string>, std::size_t> known_;
};

// Those of one block, which say so.
class BlockFindings {
  public:
    BlockFindings(Findings& all, std::uint32_t block) : all_(all), block_(block) {}
    void add(Finding found) const {
        found.block = block_;
        all_.add(std::move(found));
    }

  private:
    Findings& all_;
    std::uint32_t block_;
};

// What an instruction is called; empty for none: scalar code.
std::string name_of(std::uint16_t opcode);

// One finding as JSON.
std::string json(const Finding& found);

}  // namespace lanewise::check
