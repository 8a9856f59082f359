// Where the tensor ends that a pointer into a core's memory came from. While a program is checked it is mapped once more for each such end, always at an address
// whose low 32 bits are zero: the upper half of a pointer says where its tensor ends, and the lower half is its address there, as usual.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanewise::runtime {

// Memory at an address whose low 32 bits are zero; null: there is no room.
std::uint8_t* map_memory(std::size_t bytes);

class Views {
  public:
    ~Views();

    // The memory for pointers of tensors that end there; itself where there are too many.
    std::uint8_t* of(std::uint8_t* memory, std::size_t bytes, std::uint32_t end);

  private:
    bool share(std::uint8_t* memory, std::size_t bytes);

    std::vector<std::pair<std::uint32_t, std::uint8_t*>> ends_;
    std::size_t bytes_ = 0;  // of each; 0: it is not shared yet
};

// Where the tensor of a pointer ends, if the pointer is in a view of this memory; 0: it is not.
std::uint32_t end_behind(const std::uint8_t* memory, std::uint64_t pointer);

}  // namespace lanewise::runtime
