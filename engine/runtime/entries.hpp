// What a program leaves for the lenses: files of entries, or a socket for them (channel.hpp), each a header and two pieces of data; src/lanewise/cpp/recorded.py reads them.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>

namespace lanewise::runtime {

class Entries {
  public:
    explicit Entries(const char* path);
    explicit Entries(int socket) : fd_(socket), is_socket_(true) {}
    ~Entries();
    Entries(const Entries&) = delete;

    // `number`: of a block, or of blocks. Whoever writes holds the lock.
    void add(const char* kind, std::uint32_t launch, std::uint32_t number, const void* a, std::size_t first, const void* b = nullptr,
             std::size_t second = 0);
    // The module of an address that something comes from, each address once.
    void place(std::uint64_t address);

    std::mutex lock;

  private:
    int fd_;
    bool is_socket_ = false;
    pid_t owner_ = -1;
    std::set<std::uint64_t> known_;
};

// The file that a variable of the environment names; null: none.
std::unique_ptr<Entries> entries_of(const char* variable);

}  // namespace lanewise::runtime
