#include "timing/reach.hpp"

#include <algorithm>
#include <bit>

#include "tables.hpp"

namespace lanewise::timing {

namespace {

// Bytes from the start of a repeat to the end of its first `lanes` lanes.
std::int64_t end_of(std::int64_t lanes, std::int64_t block, std::int64_t size) {
    const std::int64_t per_block = block_bytes / size, full = lanes / per_block, rest = lanes % per_block;
    return std::max(full ? (full - 1) * block + block_bytes : 0, rest ? full * block + rest * size : 0);
}

// Bytes up to the last one that a lane may touch.
std::int64_t walked(const InstructionInfo& ins, const Record& record, const Operand& o, std::int64_t lanes) {
    const std::int64_t repeats = record.repeat, count = static_cast<std::uint32_t>(record.mask[0]), size = element_bytes(o.dtype);
    if (record.overload == static_cast<std::uint8_t>(Overload::COUNT)) return count * size;
    const std::int64_t block = std::int64_t{o.block_stride} * block_bytes, repeat = std::int64_t{o.repeat_stride} * block_bytes;
    std::int64_t whole = lanes, last = count - (repeats - 1) * lanes;
    if (record.mask_mode == static_cast<std::uint8_t>(MaskMode::normal)) {
        whole = 0;
        for (int w = 0; w < 4; ++w)
            if (record.mask[w]) whole = 64 * w + std::bit_width(record.mask[w]);
        whole = last = std::min(lanes, whole);
    } else if (ins.counts_each_repeat) {
        whole = last = count;
    }
    const std::int64_t end = (repeats - 1) * repeat + end_of(last, block, size);
    return repeats > 1 ? std::max(end, (repeats - 2) * repeat + end_of(whole, block, size)) : end;
}

// Bytes of the results of a reduction.
std::int64_t reduced(const InstructionInfo& ins, const Record& record, const Operand& o, std::int64_t lanes) {
    const std::int64_t size = element_bytes(o.dtype);
    std::int64_t each = 1, pitch;
    if (ins.group == lanewise::Group::pair) {
        each = lanes / 2;
        pitch = std::int64_t{o.repeat_stride} * 128;
    } else {
        if (ins.group == lanewise::Group::block) each = blocks_of_repeat;
        else if (ins.group == lanewise::Group::repeat && ins.fold != Fold::sum) each = 2;  // value and index
        pitch = o.repeat_stride * each * size;
    }
    return (std::int64_t{record.repeat} - 1) * pitch + each * size;
}

}  // namespace

bool Room::shared(int operand) const {
    for (int other = 0; other < max_operands; ++other)
        if (other != operand && there[other] && spans[operand].first < spans[other].last && spans[other].first < spans[operand].last) return true;
    return false;
}

bool Room::move(int operand, std::int64_t by, std::int64_t longer) {
    Span& span = spans[operand];
    span = {span.first + by, span.last + by + longer};
    return span.first >= 0 && span.last <= end && !shared(operand);
}

Room room_of(const Rules& chip, const Record& record) {
    const InstructionInfo& ins = instructions[record.opcode];
    Room room;
    room.end = static_cast<std::int64_t>(chip.usable[static_cast<int>(Space::vector)]);
    const std::int64_t lanes = repeat_bytes / lane_bytes(ins, record);
    for (int i = 0; i < record.operand_count; ++i) {
        const Operand& o = record.operands[i];
        if (o.space != static_cast<std::uint8_t>(Space::vector)) continue;
        const auto first = static_cast<std::int64_t>(o.address);
        std::int64_t length;
        if (ins.roles[i] == role_scratch || (unstrided[record.opcode] >> i & 1 && !ins.compares))
            length = o.extent ? o.extent : room.end - first;  // its bytes are not known: all of the tensor
        else if (ins.compares && !reads(ins.roles[i])) length = (record.repeat * lanes + 7) / 8;
        else if (ins.executor == Executor::reduce && !reads(ins.roles[i])) length = reduced(ins, record, o, lanes);
        else length = walked(ins, record, o, lanes);
        room.spans[i] = {first, first + length};
        room.there[i] = true;
    }
    return room;
}

}  // namespace lanewise::timing
