// Global memory: buffers at stable addresses, each with guard bytes after it.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "memory/bytes.hpp"

namespace lanewise {

struct Buffer {
    std::uint64_t address;
    std::uint64_t size = 0;  // what copies of the host reach
    std::uint64_t spare;  // and what the chip's allocator gives with it: copies of whole blocks reach there
    std::uint64_t total;  // with guard bytes
    Bytes host;
    std::uint32_t number;
    const char* name;
    bool borrowed = false;  // `host` is an array that only its owner changes, and nothing lies after it
    const char* role = "";  // what a kernel knows it as, where somebody has said so
    bool doubles = false;  // an array of float64 came there
    std::uint64_t asked = size;  // which is what messages call its size: runtimes give more than they were asked for

    // Where what is behind it ends that programs reach with whole tiles: chips go on there.
    std::uint64_t slack() const { return slack_behind(spare); }
    const char* known_as() const { return *role ? role : name; }

    // `spare` is the size in whole blocks, and a block more.
    static std::uint64_t slack_behind(std::uint64_t spare) {
        constexpr std::uint64_t page = 512, block = 32;
        return (spare - block + page - 1) / page * page + page;
    }
};

// An access past the end of a buffer, inside its guard bytes.
struct Overrun {
    std::uint16_t opcode;
    std::uint8_t operand;
    std::uint32_t buffer;
    std::uint64_t first, last;
};

class Gm {
  public:
    void add(std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, std::uint8_t* host, std::string name,
             std::uint64_t asked = 0);  // 0: the size
    bool remove(std::uint64_t address);  // false: no buffer starts there
    // What a kernel knows a buffer as; nothing happens where none starts, or, unless it is `better`, where somebody has said before.
    void call(std::uint64_t address, const std::string& role, bool better = true);
    void holds_doubles(std::uint64_t address);

    // A buffer without a copy of the array that it holds. Who writes there, or reaches past its end, has to own it first: then it
    // is a copy, with bytes `guard` behind it.
    void borrow(std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, const std::uint8_t* host, std::uint8_t guard,
                std::string name);
    std::uint8_t* own(std::uint64_t address);
    bool borrows(std::uint64_t address) const;
    // What was written into the array, piece by piece, so that it is never there twice; then it is borrowed again.
    void give_back(std::uint64_t address, std::uint8_t* array);

    // False: no buffer ever was there.
    bool may_hold(std::uint64_t address) const {
        return address >= first_.load(std::memory_order_relaxed) && address < end_.load(std::memory_order_relaxed);
    }
    bool find(std::uint64_t address, Buffer& found) const { return may_hold(address) && look_up(address, found); }
    // What an address that no buffer has is instead, and what to do about it.
    std::string instead(std::uint64_t address) const;
    std::vector<Buffer> all() const;
    void note(const Overrun& overrun);
    std::vector<Overrun> overruns() const;

    std::mutex atomic_lock;  // held while an atomic copy reads, combines and writes

  private:
    std::string freed(std::uint64_t address) const;  // what was there that lies there no more; empty: nothing
    bool look_up(std::uint64_t address, Buffer& found) const;
    void insert(Buffer buffer, std::string name);
    void changed();  // who holds the lock says so

    struct Loan {
        std::uint64_t address, total;
        const std::uint8_t* array;
        std::uint8_t guard;
        std::uint8_t* copy = nullptr;  // of an owned buffer; it stays as long as somebody may look at it
        Loan(std::uint64_t address, std::uint64_t total, const std::uint8_t* array, std::uint8_t guard)
            : address(address), total(total), array(array), guard(guard) {}
        Loan(const Loan&) = delete;
        ~Loan();
    };
    std::pair<Buffer&, Loan&> loan_of(std::uint64_t address);

    std::atomic<std::uint64_t> first_ = ~0ull, end_ = 0;  // of all buffers that there ever were
    std::atomic<std::uint64_t> version_ = 0;              // of the list, among all lists; 0: it was always empty
    std::vector<Buffer> buffers_;  // by address
    std::deque<Buffer> removed_;   // the last ones
    std::deque<std::string> names_;
    std::set<std::string> roles_;
    std::uint32_t added_ = 0;
    mutable std::shared_mutex lock_;
    std::vector<Overrun> overruns_;
    std::deque<Loan> loans_;
};

}  // namespace lanewise
