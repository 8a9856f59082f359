#include "forms/macro.hpp"

#include "forms/move.hpp"
#include "macros/macro.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {
namespace {

class Reached final : public Macro {
  public:
    using Macro::Macro;

  private:
    Window window(int operand, std::uint64_t first, std::uint64_t bytes, bool writes) {
        return reach(core, ins, record, operand, static_cast<std::int64_t>(first), static_cast<std::int64_t>(first + bytes), writes);
    }
    const std::uint8_t* reads(int operand, std::uint64_t first, std::uint64_t bytes) override {
        return window(operand, first, bytes, false).read(static_cast<std::int64_t>(first), bytes);
    }
    std::uint8_t* writes(int operand, std::uint64_t first, std::uint64_t bytes) override {
        return window(operand, first, bytes, true).write(static_cast<std::int64_t>(first), bytes);
    }
};

}  // namespace

void run_macro(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params) {
    Reached macro(core, ins, row, record, params);
    macro.run();
    if (!rehearsing(core)) macro.write();
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
