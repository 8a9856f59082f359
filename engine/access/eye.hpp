// Forms are compiled twice: for cores whose accesses nobody hears, and for those that are heard. Which one runs is decided once for
// a core (listen), never for an access. What a form is made of lives in a namespace named after the eye, so that the linker never
// mixes the two.
#pragma once

#ifndef LANEWISE_HEARS
#error "only forms reach memory: the build compiles them with LANEWISE_HEARS=0 and with LANEWISE_HEARS=1"
#elif LANEWISE_HEARS
#define LANEWISE_EYE observed
#else
#define LANEWISE_EYE silent
#endif

#include "isa.hpp"
#include "machine/core.hpp"
#include "stream/stores.hpp"

namespace lanewise {

// Nobody hears: nothing is left of it.
template <bool hears>
class EyeOf {
  public:
    struct Pattern {
        Pattern from(std::uint64_t) const { return {}; }
    };

    EyeOf() = default;
    explicit EyeOf(Core&) {}
    bool heard(Space) const { return false; }
    Pattern pattern(const std::uint8_t*, std::uint64_t) const { return {}; }
    void touch(Space, std::uint64_t, std::uint64_t, Pattern, bool, bool = false) const {}
    std::size_t mark() const { return 0; }
    void rewind(std::size_t) const {}
    std::uint8_t* stored(Space, std::uint64_t, std::uint64_t, Pattern, std::uint8_t* place) const { return place; }
};

template <>
class EyeOf<true> {
  public:
    // Which bytes of a touch count; several touches may share one.
    struct Pattern {
        Touches::Mask mask = Touches::every_byte;
        // As it goes on that many bytes further.
        Pattern from(std::uint64_t bytes) const { return {mask < 0 ? mask : mask + static_cast<Touches::Mask>(bytes)}; }
    };

    EyeOf() = default;
    explicit EyeOf(Core& core) : touches_(&core.touches), stores_(core.stores) {}
    // Whether somebody hears of that memory: patterns that nobody looks at need not be made.
    bool heard(Space space) const { return touches_->hears(static_cast<std::uint8_t>(space)); }
    Pattern pattern(const std::uint8_t* mask, std::uint64_t bytes) const { return {touches_->keep(mask, bytes)}; }
    // Every access of the engine begins here.
    void touch(Space space, std::uint64_t address, std::uint64_t bytes, Pattern pattern, bool write, bool atomic = false) const {
        touches_->add(static_cast<std::uint8_t>(space), address, bytes, pattern.mask, write, atomic);
    }
    // What was touched since a mark was only looked at, to check the call.
    std::size_t mark() const { return touches_->mark(); }
    void rewind(std::size_t mark) const { touches_->rewind(mark); }
    // Where what is written to a place goes: there, or among the stores that reach UB later.
    std::uint8_t* stored(Space space, std::uint64_t address, std::uint64_t bytes, Pattern pattern, std::uint8_t* place) const {
        return stores_ && space == Space::vector && pattern.mask < 0 ? stores_->keep(address, bytes) : place;
    }

  private:
    Touches* touches_ = nullptr;
    Stores* stores_ = nullptr;
};

inline namespace LANEWISE_EYE {

inline constexpr bool hears = LANEWISE_HEARS;
using Eye = EyeOf<hears>;

// Whether the instruction is only checked: forms ask when they are about to change memory. It runs later (engine/schedule).
inline bool rehearsing([[maybe_unused]] const Core& core) {
    if constexpr (hears) return core.rehearsing;
    else return false;
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
