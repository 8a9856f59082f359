// Whether the order in which blocks add floats to GM decides their sum (check/sums.hpp).
#include "check/sums.hpp"

#include <cstdint>
#include <cstring>

#include "check/copied_out.hpp"
#include "check/rule.hpp"

namespace lanewise::check {

namespace {

// The type of floats that copies to GM add up, as CTRL says; none: they do not.
DType added_type(std::uint64_t ctrl) {
    const auto operation = ctrl >> 9 & 3, type = ctrl >> 6 & 7;
    if (operation) return DType::none_;
    return type == 1 ? DType::float_ : type == 2 ? DType::half_ : type == 6 ? DType::bfloat16_ : DType::none_;
}

class AddedUp final : public Rule {
  public:
    explicit AddedUp(Block& block) : Rule(block), sums_(block.launch.shared<Sums>()) {}
    static Hears hears() { return {.accesses = Accesses(core_by_pipes | gm_by_pipes), .around = true, .briefs = Hears::unheard, .copies = Hears::unheard, .order = true}; }

    void access(const Access& a) override {
        if (block_.launch.histories.size() > 1) copied_.keep(a);
    }
    void before(const Core&, const Record& record, const std::int64_t*) override { converts_ = record.operands[0].dtype != record.operands[1].dtype; }
    void after(const Core& core) override {
        if (!copied_.empty() && !converts_) add_up(core.place);
        copied_.clear();
    }

  private:
    void add_up(std::uint64_t place) {
        const DType type = added_type(block_.core.state->ctrl);
        if (type == DType::none_ || copied_.to.empty() || !copied_.to[0].atomic) return;
        const std::uint64_t size = type == DType::float_ ? 4 : 2;
        const Epoch here{block_.tick, static_cast<std::uint16_t>(block_.number), static_cast<std::uint8_t>(block_.pipe), true, block_.launch.task.number};
        const auto comes_after = [&](const Epoch& other) { return block_.order.clock(block_.pipe).after(other.block, other.pipe, other.tick); };
        std::size_t piece = 0;
        std::uint64_t taken = 0;  // of that piece
        for (const CopiedOut::Piece& to : copied_.to)
            for (std::uint64_t at = 0; at + size <= to.bytes; at += size) {
                while (piece < copied_.from.size() && taken + size > copied_.from[piece].bytes) ++piece, taken = 0;
                if (piece == copied_.from.size()) return;
                const std::uint8_t* number = block_.memories.at(copied_.from[piece].space, copied_.from[piece].address + taken);
                taken += size;
                std::uint32_t bits = 0;
                std::memcpy(&bits, number, size);
                sums_.add(to.address + at, type, bits, here, place, block_.opcode, comes_after);
            }
    }

    Sums& sums_;
    CopiedOut copied_;
    bool converts_ = false;  // the instruction at hand: what it adds is not what it has read
};

const Registered<AddedUp> sums{"sums", [](const Wanted& wanted) { return wanted.numbers; }};

}  // namespace

}  // namespace lanewise::check
