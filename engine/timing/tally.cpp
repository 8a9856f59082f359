#include "timing/tally.hpp"

#include <algorithm>
#include <cstring>

namespace lanewise::timing {

void Tallies::add(const Row& row, const Record& record, int bits, double issue) {
    const auto act = static_cast<Act>(row.act);
    const bool works = act == Act::WORK || act == Act::INSIDE;
    const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
    const std::uint8_t type0 = record.operands[0].dtype, type1 = record.operands[1].dtype;
    std::uint64_t kind = record.opcode;
    for (const std::uint8_t part : {record.pipe, row.act, row.source, row.why}) kind = kind << 5 | part;
    kind = kind << 18 | std::uint64_t{type0} << 10 | std::uint64_t{type1} << 2 | std::uint64_t{row.known} << 1 | row.near;
    bool fresh;
    last_ = groups.number({{place, kind}}, fresh);
    Tally& sum = groups.things[last_];
    if (fresh) {
        sum.place = place;
        sum.opcode = record.opcode;
        sum.repeat = record.repeat;
        sum.bits = static_cast<std::uint16_t>(bits);
        sum.pipe = works ? row.pipe : record.pipe;
        sum.act = row.act;
        sum.source = row.source;
        sum.why = row.why;
        sum.known = row.known;
        sum.near = row.near;
        sum.type0 = type0;
        sum.type1 = type1;
    }
    spent_ = works ? row.end - row.start : 0;
    lost_ = row.lost;
    ++sum.calls;
    sum.spent += spent_;
    sum.scalar += row.scalar;
    sum.wait += row.wait;
    sum.stall += row.stall;
    sum.lost += row.lost;
    sum.met += std::min(row.lost, spent_);
    sum.moved += row.moved;
    sum.stated |= row.scalar > issue;
}

void Tallies::lengthen(double cycles) {
    Tally& sum = groups.things[last_];
    sum.spent += cycles;
    sum.met += std::min(lost_, spent_ + cycles) - std::min(lost_, spent_);
}

int Tallies::use(const Record& record, const std::int64_t* payload, double lost) {
    Keyed<Use, use_words>::Key key{};
    std::memcpy(key.word, record.operands, sizeof record.operands);
    std::memcpy(key.word + operand_words, record.mask, sizeof record.mask);
    key.word[use_words - 2] = std::uint64_t{record.opcode} << 32 | record.repeat;
    key.word[use_words - 1] = std::uint64_t{record.file} << 32 | record.line;
    bool fresh;
    const std::size_t number = uses.number(key, fresh);
    Use& use = uses.things[number];
    if (fresh) {
        use.record = record;
        use.told = record.payload_count ? payload[0] : 0;
    }
    ++use.calls;
    use.lost += lost;
    return static_cast<int>(number);
}

}  // namespace lanewise::timing
