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

    void append(const Record& issued, const std::int64_t* extra) {
        Record& record = records.emplace_back(issued);
        record.sequence = records.size() - 1;
        record.file = file;
        record.line = line;
        record.payload = payload.size();
        payload.insert(payload.end(), extra, extra + record.payload_count);
    }
    void clear() {
        records.clear();
        payload.clear();
    }
};

}  // namespace lanewise
