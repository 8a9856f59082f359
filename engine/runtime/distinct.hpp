// Kernels are loops: of thousands of records few differ. Files hold those once, and numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "trace/trace.hpp"

namespace lanewise::runtime {

struct Distinct {
    std::vector<Record> records;
    std::vector<std::int64_t> payload;
    std::vector<std::uint32_t> rows;  // which of the records each instruction was

    Distinct(const Trace& trace, std::size_t count) {
        rows.reserve(count);
        for (std::size_t i = 0; i < count; ++i) rows.push_back(number(trace.records[i], trace.payload.data()));
    }

  private:
    // A record without its place in the trace: what lies before and after the index of its parameters.
    static constexpr std::size_t head = offsetof(Record, operands), middle = offsetof(Record, payload), tail = middle + 8;

    static std::uint64_t mix(std::uint64_t hash, const void* data, std::size_t bytes) {
        const auto* at = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < bytes; i += 8) {
            std::uint64_t word;
            std::memcpy(&word, at + i, 8);
            hash = (hash ^ word) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 29;
        }
        return hash;
    }
    static const unsigned char* bytes(const Record& record) { return reinterpret_cast<const unsigned char*>(&record); }

    std::uint32_t number(const Record& record, const std::int64_t* pool) {
        const std::int64_t* params = pool + record.payload;
        const std::size_t size = record.payload_count * sizeof *params;
        std::uint64_t hash = mix(0, bytes(record) + head, middle - head);
        hash = mix(hash, bytes(record) + tail, sizeof(Record) - tail);
        hash = mix(hash, params, size);
        for (std::size_t slot = hash >> 50;; slot = (slot + 1) % table_.size()) {
            if (!table_[slot]) {
                records.push_back(record);
                records.back().payload = payload.size();
                payload.insert(payload.end(), params, params + record.payload_count);
                return (table_[slot] = static_cast<std::uint32_t>(records.size())) - 1;
            }
            const Record& known = records[table_[slot] - 1];
            if (std::memcmp(bytes(known) + head, bytes(record) + head, middle - head) == 0 &&
                std::memcmp(bytes(known) + tail, bytes(record) + tail, sizeof(Record) - tail) == 0 &&
                (!size || std::memcmp(payload.data() + known.payload, params, size) == 0))
                return table_[slot] - 1;
        }
    }
    static_assert((middle - head) % 8 == 0 && (sizeof(Record) - tail) % 8 == 0);

    std::array<std::uint32_t, 1 << 14> table_{};  // number of a record + 1; never more than half full
};

}  // namespace lanewise::runtime
