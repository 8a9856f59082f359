// The start of a memory, which only a window can look into: no form reaches a byte without saying so.
#pragma once

#include <cstdint>

namespace lanewise {

template <bool hears>
class WindowOf;

class Bytes {
  public:
    Bytes() = default;
    Bytes(std::uint8_t* start) : start_(start) {}

  private:
    template <bool hears>
    friend class WindowOf;
    std::uint8_t* start_ = nullptr;
};

}  // namespace lanewise
