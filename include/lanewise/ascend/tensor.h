// LocalTensor and GlobalTensor: views of UB and of global memory. Copies are views of the same bytes.
#pragma once

#include <cstdint>
#include <string>

#include "lanewise/ascend/constants.h"
#include "lanewise/ascend/fault.h"
#include "lanewise/ascend/tell.h"
#include "lanewise/ascend/trait.h"
#include "lanewise/shared/kind.h"

namespace AscendC {

struct ShapeInfo {
    std::uint8_t shapeDim = 0, originalShapeDim = 0;
    std::uint32_t shape[K_MAX_SHAPE_DIM] = {}, originalShape[K_MAX_SHAPE_DIM] = {};
    DataFormat dataFormat = DataFormat::ND;

    ShapeInfo() = default;
    ShapeInfo(std::uint8_t dim, const std::uint32_t sizes[], DataFormat format = DataFormat::ND)
        : ShapeInfo(dim, sizes, dim, sizes, format) {}
    ShapeInfo(std::uint8_t dim, const std::uint32_t sizes[], std::uint8_t originalDim, const std::uint32_t originals[], DataFormat format)
        : shapeDim(dim), originalShapeDim(originalDim), dataFormat(format) {
        for (int i = 0; i < dim && i < K_MAX_SHAPE_DIM; ++i) shape[i] = sizes[i];
        for (int i = 0; i < originalDim && i < K_MAX_SHAPE_DIM; ++i) originalShape[i] = originals[i];
    }
};

inline std::uint64_t GetShapeSize(const ShapeInfo& info) {
    std::uint64_t size = 1;
    for (int i = 0; i < info.shapeDim; ++i) size *= info.shape[i];
    return size;
}

// dst = a op b: carried out when it is assigned to a tensor.
template <class T, class Operation>
struct TensorExpression;

// Where a tensor lies. Programs that carve memories themselves read and write it; its constructor has the order in which they name the parts.
struct TBuffAddr {
    std::uint32_t bufferAddr = 0, dataLen = 0;  // lw_element takes the two together
    TBufHandle bufferHandle = nullptr;
    std::uint8_t logicPos = static_cast<std::uint8_t>(TPosition::VECCALC);

    constexpr TBuffAddr() = default;
    constexpr TBuffAddr(std::uint32_t bytes, std::uint32_t address, TBufHandle handle, std::uint8_t position)
        : bufferAddr(address), dataLen(bytes), bufferHandle(handle), logicPos(position) {}
};

template <class T>
class LocalTensor {
  public:
    using PrimType = PrimT<T>;

    LocalTensor() = default;
    LocalTensor(TPosition position, std::uint32_t address, std::uint32_t count)
        : address_(static_cast<std::uint32_t>(count * lanewise::bits_of<PrimType> / 8), address, nullptr, static_cast<std::uint8_t>(position)) {
        lw_place(lanewise::held_at(address_.logicPos, address_.bufferAddr), address_.dataLen);
    }
    explicit LocalTensor(std::uint32_t address)
        requires(is_tensorTrait<T>::value)
        : LocalTensor(T::tPos, address, trait_elements<T>()) {}
    template <class LayoutType>
    LocalTensor(std::uint32_t address, const LayoutType&)
        requires(is_tensorTrait<T>::value)
        : LocalTensor(address) {}

    template <class Operation, class S>
    LocalTensor& operator=(const TensorExpression<S, Operation>& expression) {
        expression.run(*this);
        return *this;
    }

    LANEWISE_API LocalTensor operator[](std::uint32_t offset) const {
        LocalTensor view = *this;
        const std::uint32_t bytes = static_cast<std::uint32_t>(std::uint64_t{offset} * lanewise::bits_of<PrimType> / 8);
        view.address_.bufferAddr += bytes;
        view.address_.dataLen -= bytes;
        return view;
    }
    LANEWISE_API PrimType& operator()(std::uint32_t offset) const { return *at(offset); }
    LANEWISE_API PrimType GetValue(std::uint32_t index) const {
        if constexpr (lanewise::bits_of<PrimType> == 4) {
            const std::uint8_t pair = at(index)->storage;
            return PrimType(static_cast<std::int32_t>(index % 2 ? pair >> 4 : pair & 15));
        } else {
            return *at(index);
        }
    }
    template <class U>
    LANEWISE_API void SetValue(std::uint32_t index, const U value) const {
        if constexpr (lanewise::bits_of<PrimType> == 4) {
            std::uint8_t& pair = at(index)->storage;
            const std::uint8_t four = static_cast<std::uint8_t>(value) & 15;
            pair = index % 2 ? (pair & 15) | four << 4 : (pair & 0xF0) | four;
        } else {
            *at(index) = static_cast<PrimType>(value);
        }
    }

    // An integer that casts to a pointer; its low 32 bits are the UB address.
    LANEWISE_API std::uint64_t GetPhyAddr() const {
#ifdef LANEWISE_OBSERVED
        return lw_pointer(address_.bufferAddr, address_.dataLen);
#else
        return reinterpret_cast<std::uint64_t>(lw_current()->ub + address_.bufferAddr);
#endif
    }
    LANEWISE_API std::uint64_t GetPhyAddr(std::uint32_t offset) const {
        return GetPhyAddr() + std::uint64_t{offset} * lanewise::bits_of<PrimType> / 8;
    }
    template <class U>
    LANEWISE_API LocalTensor<U> ReinterpretCast() const {
        return LocalTensor<U>::lanewise_view(*this);
    }
    LANEWISE_API std::uint32_t GetSize() const {
        return static_cast<std::uint32_t>(std::uint64_t{address_.dataLen} * 8 / lanewise::bits_of<PrimType>);
    }
    LANEWISE_API void SetSize(std::uint32_t size) { address_.dataLen = static_cast<std::uint32_t>(std::uint64_t{size} * lanewise::bits_of<PrimType> / 8); }
    LANEWISE_API std::uint32_t GetLength() const { return address_.dataLen; }
    LANEWISE_API void SetBufferLen(std::uint32_t elements) { SetSize(elements); }
    LANEWISE_API std::int32_t GetPosition() const { return address_.logicPos; }
    LANEWISE_API void SetUserTag(TTagType tag) { tag_ = tag; }
    LANEWISE_API TTagType GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo& info) { shape_ = info; }
    ShapeInfo GetShapeInfo() const { return shape_; }
    template <class S>
    void SetAddrWithOffset(LocalTensor<S>& source, std::uint32_t offset) {
        *this = source[offset].template ReinterpretCast<T>();
    }
    LANEWISE_API void SetAddr(const TBuffAddr& address) { address_ = address; }
    LANEWISE_API void SetAddr(std::uint32_t elements) { *this = (*this)[elements]; }  // assumed: from where it starts now
    void Print(std::uint32_t count) const;
    void Print() const { Print(GetSize()); }
    std::int32_t ToFile(const std::string& name) const;

    TBuffAddr address_;

    // What only our own headers use.
    static LANEWISE_API LocalTensor lanewise_at(TPosition position, std::uint32_t address, std::uint32_t count) {  // of bytes that have a holder
        LocalTensor made;
        made.address_.bufferAddr = address, made.address_.logicPos = static_cast<std::uint8_t>(position);
        made.SetSize(count);
        return made;
    }
    template <class S>
    static LANEWISE_API LocalTensor lanewise_view(const LocalTensor<S>& source) {
        LocalTensor view;
        view.address_.bufferAddr = source.lanewise_address();
        view.address_.dataLen = source.GetLength();
        view.address_.logicPos = static_cast<std::uint8_t>(source.GetPosition());
        view.lanewise_set_buffer(source.lanewise_buffer(), source.lanewise_turn());
        view.tag_ = source.GetUserTag();
        view.shape_ = source.GetShapeInfo();
        return view;
    }
    LANEWISE_API std::uint32_t lanewise_address() const { return address_.bufferAddr; }
    LANEWISE_API lanewise::Space lanewise_space() const { return lanewise::space_by_position[address_.logicPos]; }
    LANEWISE_API std::uint32_t lanewise_place() const { return lanewise::place_in(lanewise_space(), address_.bufferAddr); }
    LANEWISE_API void* lanewise_buffer() const { return address_.bufferHandle; }  // the queue buffer it was allocated from
    LANEWISE_API std::uint32_t lanewise_turn() const { return turn_; }
    LANEWISE_API void lanewise_set_buffer(void* buffer, std::uint32_t turn = 0) {
        address_.bufferHandle = static_cast<TBufHandle>(buffer);
        turn_ = turn;
    }
    // Somebody listens: is the tensor still the one that its queue gave out?
    LANEWISE_API void lanewise_is_alive() const {
        if (turn_ && reinterpret_cast<const lw_buffer*>(address_.bufferHandle)->turn != turn_) [[unlikely]] lanewise::warn("MEM-010", {});
    }

  private:
    LANEWISE_API PrimType* at(std::uint32_t index) const {
#ifdef LANEWISE_OBSERVED  // one call, so that what this reads itself is not observed
        if (void* element = lw_element(&address_.bufferAddr, std::uint64_t{index} * lanewise::bits_of<PrimType> / 8, sizeof(PrimType))) [[likely]]
            return static_cast<PrimType*>(element);
#endif
        const lw_block* block = lw_current();
        const std::uint64_t place = address_.bufferAddr + std::uint64_t{index} * lanewise::bits_of<PrimType> / 8;
        if (place + sizeof(PrimType) > std::uint64_t{address_.bufferAddr} + address_.dataLen) [[unlikely]] beyond(index);
        if (place + sizeof(PrimType) > block->ub_bytes) [[unlikely]] outside(place);
        return reinterpret_cast<PrimType*>(block->ub + place);
    }
    LANEWISE_APART [[noreturn, gnu::noinline, gnu::cold]] void outside(std::uint64_t place) const {
        if (lanewise_space() != lanewise::Space::vector)
            lanewise::fault("PARAM-001", {{"op", "GetValue/SetValue"}, {"what", "the memory of the tensor"}, {"value", lanewise::name_of(lanewise_space())},
                                          {"need", lanewise::name_of(lanewise::Space::vector) + std::string(" (VECIN, VECOUT, VECCALC): a core's scalar unit reaches elements there and in global memory only")}});
        lanewise::fault("MEM-001", {{"op", "GetValue/SetValue"}, {"operand", "the tensor"}, {"memory", lanewise::name_of(lanewise::Space::vector)}, {"first", place},
                                    {"last", place + sizeof(PrimType) - 1}, {"chip", LANEWISE_CHIP}, {"size", lw_current()->ub_bytes}});
    }

    LANEWISE_APART [[gnu::noinline, gnu::cold]] void beyond(std::uint32_t index) const {
        lanewise::warn("MEM-006", {{"op", "GetValue/SetValue"}, {"index", index}, {"size", GetSize()}});
    }

    TTagType tag_ = -1;
    std::uint32_t turn_ = 0;  // of the queue's buffer, when it was allocated
    ShapeInfo shape_;
};

template <class T>
class GlobalTensor {
  public:
    using PrimType = PrimT<T>;

    LANEWISE_API void SetGlobalBuffer(PrimType* buffer, std::uint64_t size = 0) {
        address_ = buffer;
        SetSize(size);
    }
    LANEWISE_API const PrimType* GetPhyAddr() const {
        keeps_end();
        return address_;
    }
    LANEWISE_API PrimType* GetPhyAddr(std::uint64_t offset) const {
        keeps_end();
        return forward(offset);
    }
    LANEWISE_API const PrimType* lanewise_address() const { return address_; }
    LANEWISE_API PrimType GetValue(std::uint64_t index) const {
        PrimType* place = inside("GetValue", index);
        lw_check_gm("GetValue", place, sizeof(PrimType));
        if constexpr (lanewise::bits_of<PrimType> == 4)
            return PrimType(static_cast<std::int32_t>(index % 2 ? place->storage >> 4 : place->storage & 15));
        else return lanewise::load_shared(place);
    }
    LANEWISE_API void SetValue(std::uint64_t index, PrimType value) const {
        PrimType* place = inside("SetValue", index);
        lw_check_gm("SetValue", place, sizeof(PrimType));
        if (lw_current()->state->atomic) [[unlikely]] lw_store_gm(place, &value, static_cast<int>(lanewise::dtype_of<PrimType>));
        else lanewise::store_shared(place, value);
    }
    LANEWISE_API PrimType& operator()(std::uint64_t index) const { return *inside("an element", index); }
    LANEWISE_API GlobalTensor operator[](std::uint64_t offset) const {
        GlobalTensor view = *this;
        view.address_ = forward(offset);
        return view;
    }
    LANEWISE_API std::uint64_t GetSize() const { return size_; }
    LANEWISE_API void SetSize(std::uint64_t size) {
        size_ = size;
        end_ = size ? forward(size) : nullptr;
    }
    void SetShapeInfo(const ShapeInfo& info) { shape_ = info; }
    ShapeInfo GetShapeInfo() const { return shape_; }
    // A hint: no effect on values.
    template <CacheRwMode which = CacheRwMode::RW>
    LANEWISE_API void SetL2CacheHint(CacheMode mode) {
        constexpr int reads = static_cast<int>(CacheRwMode::READ), writes = static_cast<int>(CacheRwMode::WRITE), of = static_cast<int>(which);
        constexpr int bits = (of & reads ? lanewise::trait_read_around : 0) | (of & writes ? lanewise::trait_write_around : 0);
        const bool around = mode == CacheMode::CACHE_MODE_DISABLE;
        around_ = static_cast<std::uint8_t>(around ? around_ | bits : around_ & ~bits);
        lanewise::tell(lanewise::Opcode::set_l2_cache_hint_, reinterpret_cast<std::uint64_t>(address_),
                       size_ * lanewise::bits_of<PrimType> / 8, mode, which);
    }
    // Bytes up to the end that SetGlobalBuffer was told; views move their start and keep it. Behind it the least that is not "unknown".
    LANEWISE_API std::uint32_t lanewise_extent() const {
        const auto first = reinterpret_cast<std::uint64_t>(address_), end = reinterpret_cast<std::uint64_t>(end_);
        if (!end) return UINT32_MAX;
        return end <= first ? 1 : end - first > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(end - first);
    }
    LANEWISE_API void lanewise_set_end(const void* end) { end_ = static_cast<PrimType*>(const_cast<void*>(end)); }
    LANEWISE_API std::uint8_t lanewise_around() const { return around_; }
    LANEWISE_API void lanewise_set_around(std::uint8_t bits) { around_ = bits; }
    template <class U>
    LANEWISE_API GlobalTensor<U> ReinterpretCast() const {
        GlobalTensor<U> view;
        view.SetGlobalBuffer(reinterpret_cast<PrimT<U>*>(address_), size_ * lanewise::bits_of<PrimType> / lanewise::bits_of<PrimT<U>>);
        view.lanewise_set_end(end_);
        view.lanewise_set_around(around_);
        return view;
    }
    void Print(std::uint32_t count) const;
    std::int32_t ToFile(const std::string& name) const;

  private:
    LANEWISE_API PrimType* forward(std::uint64_t elements) const {
        if constexpr (lanewise::bits_of<PrimType> == 4) return address_ + static_cast<std::int64_t>(elements) / 2;
        else return address_ + elements;
    }
    // Where an element is; a check wants it inside the size that SetGlobalBuffer was told.
    LANEWISE_API PrimType* inside([[maybe_unused]] const char* what, std::uint64_t index) const {
        PrimType* place = forward(index);
#ifdef LANEWISE_OBSERVED
        if (end_ && place >= end_) [[unlikely]] beyond(what, index);
#endif
        return place;
    }
    LANEWISE_APART [[gnu::noinline, gnu::cold]] void beyond(const char* what, std::uint64_t index) const {
        lanewise::warn("MEM-008", {{"op", what}, {"operand", "the tensor"}, {"need", (index + 1) * lanewise::bits_of<PrimType> / 8},
                                   {"have", end_ > address_ ? reinterpret_cast<std::uint64_t>(end_) - reinterpret_cast<std::uint64_t>(address_) : 0}});
    }
    // A check looks at where the pointer goes that is taken.
    LANEWISE_API void keeps_end() const {
#ifdef LANEWISE_OBSERVED
        lw_gm_pointer(address_, end_ ? end_ : address_ + (UINT32_MAX / sizeof(PrimType)));
#endif
    }

    PrimType* address_ = nullptr;
    PrimType* end_ = nullptr;  // null: nobody said a size
    std::uint64_t size_ = 0;
    std::uint8_t around_ = 0;  // L2: bits of the records
    ShapeInfo shape_;
};

}  // namespace AscendC

#define ASCENDC_SHAPE(dim, ...) (const std::uint32_t[dim]) { __VA_ARGS__ }
