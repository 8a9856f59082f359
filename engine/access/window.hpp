// The one accessor: every byte that an instruction reads or writes goes through a window, in memories and registers alike.
#pragma once

#include <cstring>
#include <vector>

#include "access/eye.hpp"

namespace lanewise {

// Memory from an address on. Whoever takes a pointer says which bytes after it are read or written. For speed more of them may be
// loaded, or stored as they were, as long as they decide nothing.
template <bool hears>
class WindowOf {
  public:
    using Eye = EyeOf<hears>;
    using Pattern = typename Eye::Pattern;

    WindowOf() = default;
    static WindowOf on(Core& core, Space space, std::uint64_t address) {
        return {Eye(core), space, address, core.memory(space).bytes.start_ + address};
    }
    // The same where addresses go on in the memory of the second of two cores.
    static WindowOf behind(Core& core, Space space, std::uint64_t address) {
        const Memory& memory = core.memory(space);
        return {Eye(core), space, address, memory.next.start_ + (static_cast<std::int64_t>(address) - static_cast<std::int64_t>(memory.size))};
    }
    static WindowOf vector(Core& core, std::uint64_t address) { return on(core, Space::vector, address); }
    static WindowOf gm(Core& core, const Buffer& buffer, std::uint64_t address) {
        return {Eye(core), Space::gm, address, buffer.host.start_ + (address - buffer.address)};
    }
    // A register: it lies where its operand says.
    static WindowOf of(Core& core, const Operand& o) {
        return {Eye(core), static_cast<Space>(o.space), o.address, reinterpret_cast<std::uint8_t*>(o.address)};
    }

    template <class T>
    T load(std::int64_t offset) const {
        T value;
        std::memcpy(&value, read(offset, sizeof(T)), sizeof(T));
        return value;
    }
    template <class T>
    void store(std::int64_t offset, const T& value) const {
        std::memcpy(write(offset, sizeof(T)), &value, sizeof(T));
    }

    const std::uint8_t* read(std::int64_t offset, std::uint64_t bytes, Pattern pattern = {}) const {
        eye_.touch(space_, address_ + static_cast<std::uint64_t>(offset), bytes, pattern, false);
        return data_ + offset;
    }
    std::uint8_t* write(std::int64_t offset, std::uint64_t bytes, Pattern pattern = {}) const {
        const std::uint64_t address = address_ + static_cast<std::uint64_t>(offset);
        eye_.touch(space_, address, bytes, pattern, true);
        return eye_.stored(space_, address, bytes, pattern, data_ + offset);
    }
    // Bytes that are read and written with nothing in between.
    std::uint8_t* update(std::int64_t offset, std::uint64_t bytes) const {
        for (bool writes : {false, true})
            eye_.touch(space_, address_ + static_cast<std::uint64_t>(offset), bytes, {}, writes, true);
        return data_ + offset;
    }

    bool heard() const { return eye_.heard(space_); }
    // One byte of `mask` for each byte of a touch.
    Pattern pattern(const std::uint8_t* mask, std::uint64_t bytes) const { return eye_.pattern(mask, bytes); }

    WindowOf at(std::int64_t offset) const { return {eye_, space_, address_ + static_cast<std::uint64_t>(offset), data_ + offset}; }
    // The same place as it is now, whatever is written to it later: its bytes are kept in `room`.
    WindowOf kept(std::uint64_t bytes, std::vector<std::uint8_t>& room) const {
        room.assign(data_, data_ + bytes);
        return {eye_, space_, address_, room.data()};
    }
    std::uint64_t address() const { return address_; }

  private:
    WindowOf(Eye eye, Space space, std::uint64_t address, std::uint8_t* data) : eye_(eye), space_(space), address_(address), data_(data) {}

    [[no_unique_address]] Eye eye_;
    Space space_;
    std::uint64_t address_;
    std::uint8_t* data_;
};

inline namespace LANEWISE_EYE {

using Window = WindowOf<hears>;

}  // namespace LANEWISE_EYE
}  // namespace lanewise
