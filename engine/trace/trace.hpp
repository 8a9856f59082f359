// The writer: a listener that keeps the records of what was issued, with a pool for parameters that do not fit a record.
#pragma once

#include <cstdint>
#include <vector>

#include "stream/listener.hpp"

namespace lanewise {

struct Trace final : Listener {
    std::vector<Record> records;
    std::vector<std::int64_t> payload;

    bool hears_accesses() const override { return false; }
    void record(const Record& issued, const std::int64_t* extra) override {
        Record& record = records.emplace_back(issued);
        record.payload = payload.size();
        payload.insert(payload.end(), extra, extra + record.payload_count);
    }
    void clear() {
        records.clear();
        payload.clear();
    }
};

}  // namespace lanewise
