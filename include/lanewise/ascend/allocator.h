// LocalMemAllocator: addresses one after the other, without rounding, as hardware programs expect it.
#pragma once

#include "lanewise/ascend/tensor.h"

namespace AscendC {

template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
    static_assert(hard != Hardware::GM && hard != Hardware::MAX, "LocalMemAllocator works on the memories of a core");

    // Memories stand in the order of the vendor's numbers, behind GM.
    static constexpr auto memory = static_cast<lanewise::Space>(static_cast<int>(hard) - 1);
    static constexpr TPosition plain = [] {
        int position = lanewise::plain_position;
        if (memory != lanewise::Space::vector)
            for (position = 0; lanewise::memory_by_position[position] != static_cast<int>(memory); ++position) {}
        return static_cast<TPosition>(position);
    }();

  public:
    LANEWISE_API LocalMemAllocator()
        : owner_(++lw_current()->owners), head_(LANEWISE_HAS_STATIC_UB && memory == lanewise::Space::vector ? lw_current()->ub_static : 0) {}
    std::uint32_t GetCurAddr() const { return head_; }

    template <class T, std::uint32_t count>
    LANEWISE_API LocalTensor<T> Alloc() { return next<T>(plain, count); }
    template <TPosition pos, class T, std::uint32_t count>
    LANEWISE_API LocalTensor<T> Alloc() { return next<T>(pos, count); }
    template <class T>
    LANEWISE_API LocalTensor<T> Alloc(std::uint32_t count) { return next<T>(plain, count); }
    template <TPosition pos, class T>
    LANEWISE_API LocalTensor<T> Alloc(std::uint32_t count) { return next<T>(pos, count); }
    template <class T>
        requires(is_tensorTrait<T>::value)
    LANEWISE_API LocalTensor<T> Alloc() { return next<T>(T::tPos, trait_elements<T>()); }
    template <class T, class LayoutType>
        requires(is_tensorTrait<T>::value && is_layout_v<LayoutType>)
    LANEWISE_API LocalTensor<T> Alloc(const LayoutType& layout) { return next<T>(T::tPos, layout_elements(layout)); }

  private:
    template <class T>
    LANEWISE_API LocalTensor<T> next(TPosition position, std::uint32_t count) {
        LocalTensor<T> made = LocalTensor<T>::lanewise_at(position, head_, count);
        lanewise::tell_life(lanewise::Opcode::local_mem_alloc_, owner_, given_++, head_, made.GetLength(), position);
        head_ += static_cast<std::uint32_t>(std::uint64_t{count} * lanewise::bits_of<PrimT<T>> / 8);
        return made;
    }

    std::uint32_t owner_, given_ = 0;
    std::uint32_t head_;
};

}  // namespace AscendC
