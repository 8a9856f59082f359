// What an instruction of the vector unit costs: a fixed part, a part per repeat, and its bank conflicts.
#pragma once

#include <memory>
#include <vector>

#include "timing/banks.hpp"

namespace lanewise::timing {

struct Cost {
    double cycles = 0, lost = 0;  // `lost`: bank conflict cycles, which are part of the cycles
    bool known = false;
};

int lane_bytes(const InstructionInfo& ins, const Record& record);
// Counter mode with a last repeat that is not whole.
bool has_tail(const InstructionInfo& ins, const Record& record);
// The operands that walk UB by strides; returns how many there are.
int walks(const InstructionInfo& ins, const Record& record, Walk* out);

Cost vector_cost(const Numbers& numbers, const Record& record, const std::int64_t* payload);

// The same; bank conflicts are worked out once for a use of memory that comes again.
class VectorCosts {
  public:
    explicit VectorCosts(const Numbers& numbers) : numbers_(numbers), known_(places) {}
    Cost of(const Record& record, const std::int64_t* payload);

  private:
    static constexpr std::size_t places = 256;
    struct Known {
        Record record{};
        Cost cost;
        bool is_set = false;
    };
    const Numbers& numbers_;
    std::vector<Known> known_;
};

}  // namespace lanewise::timing
