// The records of what was issued, with a pool for parameters that do not fit a record.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/generated/layouts.hpp"

namespace lanewise {

struct Trace {
    std::vector<Record> records;
    std::vector<std::int64_t> payload;
    std::uint32_t file = 0, line = 0;  // of the call being issued

    void append(Record record, const std::int64_t* extra) {
        record.sequence = records.size();
        record.file = file;
        record.line = line;
        record.payload = payload.size();
        payload.insert(payload.end(), extra, extra + record.payload_count);
        records.push_back(record);
    }
    void clear() {
        records.clear();
        payload.clear();
    }
};

}  // namespace lanewise
