// Te: memories as types, and pointers into them.
#pragma once

#include "lanewise/ascend/te/numbers.h"

namespace AscendC::Te {

// The position says which memory it is; the scales of matrices lie in memories that have none.
struct Location {
    struct GM {};
    struct UB { static constexpr TPosition position = TPosition::VECCALC; };
    struct L1 { static constexpr TPosition position = TPosition::A1; };
    struct L0A { static constexpr TPosition position = TPosition::A2; };
    struct L0B { static constexpr TPosition position = TPosition::B2; };
    struct L0C { static constexpr TPosition position = TPosition::CO1; };
    struct BIAS { static constexpr TPosition position = TPosition::C2; };
    struct FIXBUF { static constexpr TPosition position = TPosition::C2PIPE2GM; };
    struct L0ScaleA {};
    struct L0ScaleB {};
    struct SSBUF {};
    struct INVALID {};
};

template <class Place>
inline constexpr bool lanewise_has_pointers = std::is_same_v<Place, Location::GM> || std::is_same_v<Place, Location::UB>;

// In global memory and UB a pointer of the host's; elsewhere the address in that memory, as programs calculate with it.
template <class Place, class Pointer>
class HardwareMemPtr {
  public:
    using ptrPattern = Place;
    using elementType = std::remove_pointer_t<Pointer>;
    using valueType = std::remove_cv_t<elementType>;
    using reference = elementType&;

    constexpr HardwareMemPtr() = default;
    constexpr HardwareMemPtr(Pointer pointer) : pointer_(pointer) {}

    constexpr Pointer Get() const { return pointer_; }
    constexpr operator Pointer() const { return pointer_; }
    LANEWISE_API reference operator*() const { return (*this)[0]; }
    template <class I>
    LANEWISE_API reference operator[](const I& i) const {
        static_assert(lanewise_has_pointers<Place>, "a core's scalar unit reaches elements in global memory and UB only");
        return *(*this + i).pointer_;
    }
    // Two elements of four bits share a byte.
    template <class I>
    constexpr HardwareMemPtr operator+(const I& i) const {
        return moved(static_cast<std::int64_t>(i) * lanewise::te::element_bits<valueType> / 8);
    }
    HardwareMemPtr operator&(std::uint64_t mask) const { return reinterpret_cast<Pointer>(reinterpret_cast<std::uint64_t>(pointer_) & mask); }
    HardwareMemPtr operator|(std::uint64_t mask) const { return reinterpret_cast<Pointer>(reinterpret_cast<std::uint64_t>(pointer_) | mask); }
    friend constexpr bool operator==(HardwareMemPtr a, HardwareMemPtr b) { return a.pointer_ == b.pointer_; }
    friend constexpr bool operator<(HardwareMemPtr a, HardwareMemPtr b) { return a.pointer_ < b.pointer_; }

  private:
    HardwareMemPtr moved(std::int64_t bytes) const { return reinterpret_cast<Pointer>(reinterpret_cast<std::uint64_t>(pointer_) + static_cast<std::uint64_t>(bytes)); }

    Pointer pointer_ = nullptr;
};

template <class T> inline constexpr bool lanewise_is_placed = false;
template <class Place, class Pointer> inline constexpr bool lanewise_is_placed<HardwareMemPtr<Place, Pointer>> = true;

// Bytes from the start of a memory.
template <class Place, class T, class I>
LANEWISE_API auto MakeMemPtr(const I& offset) {
    std::uint64_t address = static_cast<std::uint64_t>(offset);
    if constexpr (std::is_same_v<Place, Location::UB>) address = LocalTensor<T>::lanewise_at(Place::position, static_cast<std::uint32_t>(address), 0).GetPhyAddr();
    return HardwareMemPtr<Place, T*>(reinterpret_cast<T*>(address));
}
// A pointer into a memory that is named. What tensors of memories without pointers say is their address in its low half.
template <class Place, class T>
LANEWISE_API auto MakeMemPtr(T* pointer) {
    if constexpr (!lanewise_has_pointers<Place>) pointer = reinterpret_cast<T*>(reinterpret_cast<std::uint64_t>(pointer) & 0xFFFFFFFFu);
    return HardwareMemPtr<Place, T*>(pointer);
}
template <class Place, class From, class Pointer>
LANEWISE_API auto MakeMemPtr(const HardwareMemPtr<From, Pointer>& pointer) {
    return HardwareMemPtr<Place, Pointer>(pointer.Get());
}
// Without a name: what a kernel is called with points into global memory.
template <class T>
LANEWISE_API auto MakeMemPtr(T* pointer) {
    return HardwareMemPtr<Location::GM, T*>(pointer);
}
template <class From, class Pointer>
LANEWISE_API auto MakeMemPtr(const HardwareMemPtr<From, Pointer>& pointer) {
    return pointer;
}

// A pointer with what L2 is to do with what lies there.
template <class Pointer>
class ViewEngine {
  public:
    using pointerType = Pointer;
    using elementType = typename Pointer::valueType;

    constexpr ViewEngine() = default;
    constexpr ViewEngine(const Pointer& pointer, CacheMode mode = CacheMode::CACHE_MODE_NORMAL) : pointer_(pointer), mode_(mode) {}
    constexpr const Pointer& Begin() const { return pointer_; }
    constexpr CacheMode GetCacheMode() const { return mode_; }
    constexpr void SetCacheMode(CacheMode mode) { mode_ = mode; }
    template <class I>
    constexpr ViewEngine operator+(const I& i) const {
        return {pointer_ + i, mode_};
    }

  private:
    Pointer pointer_{};
    CacheMode mode_ = CacheMode::CACHE_MODE_NORMAL;
};

}  // namespace AscendC::Te
