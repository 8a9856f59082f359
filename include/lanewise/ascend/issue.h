// One instruction on its way to the engine.
#pragma once

#include <utility>

#include "lanewise/ascend/call_field.h"
#include "lanewise/shared/kind.h"
#include "lanewise/ascend/tensor.h"

namespace lanewise {

// Bytes behind a pointer into UB up to the end of the tensor that it came from, where an observed program knows that.
LANEWISE_API std::uint32_t left_behind([[maybe_unused]] const volatile void* pointer) {
#ifdef LANEWISE_OBSERVED
    return lw_left_behind(const_cast<const void*>(pointer));
#else
    return UINT32_MAX;
#endif
}

template <class T>
LANEWISE_API void describe(Operand& o, const AscendC::LocalTensor<T>& t) {
    o.address = t.lanewise_address();
    o.extent = t.GetLength();
    o.block_stride = 1;
    o.repeat_stride = 0;
    set_kind(o, kind(static_cast<unsigned>(dtype_of<AscendC::PrimT<T>>), t.lanewise_space(), AscendC::is_tensorTrait<T>::value));
}

template <class T>
LANEWISE_API void describe(Operand& o, const AscendC::GlobalTensor<T>& t) {
    o.address = reinterpret_cast<std::uint64_t>(t.lanewise_address());
    o.extent = t.lanewise_extent();
    o.block_stride = 1;
    o.repeat_stride = 0;
    set_kind(o, kind(static_cast<unsigned>(dtype_of<AscendC::PrimT<T>>), Space::gm, static_cast<unsigned>(AscendC::is_tensorTrait<T>::value | t.lanewise_around())));
}

// Whether an operand is still what it was when it was made: asked when somebody listens.
template <class T>
concept Mortal = requires(const std::remove_cvref_t<T>& t) { t.lanewise_is_alive(); };
template <class T>
LANEWISE_API void is_alive(const T& t) {
    if constexpr (Mortal<T>) t.lanewise_is_alive();
}

// Tensors whose element types are all that a call has to say of them.
template <class... T>
concept Shaped = sizeof...(T) <= shape_operands && !(AscendC::is_tensorTrait<T>::value || ...);

// In an observed program g++ tells of every store to what another function may see. What calls fill in none sees, and a copy of it leaves: in halves,
// which are so short that no function is called for them, and which are no value of a type, of which it would tell, too.
template <class T>
LANEWISE_API void copy_untold(T& to, const T& from) {
    constexpr std::size_t half = sizeof(T) / 2;
    __builtin_memcpy(&to, &from, half);
    __builtin_memcpy(reinterpret_cast<char*>(&to) + half, reinterpret_cast<const char*>(&from) + half, sizeof(T) - half);
}

// A record as a call fills it in. Calls chain: Call(op, how).tensors(dst, src).count(n).issue().
struct Call {
    Record record;

    LANEWISE_API Call(Opcode op, Overload how, std::uint32_t flags = SET_MASK) {
        record.opcode = static_cast<std::uint16_t>(op);
        record.overload = static_cast<std::uint8_t>(how);
        record.flags = flags;
        record.repeat = 1;
        record.payload_count = 0;
        record.mask[0] = record.mask[1] = record.mask[2] = record.mask[3] = 0;  // no loop: programs are compiled soon, not well
        record.scalars[0] = record.scalars[1] = 0;
    }
    template <class... T>
    LANEWISE_API Call& tensors(T&&... t) {
        return tensors_from(0, std::forward<T>(t)...);
    }
    template <class... T>
    LANEWISE_API Call& tensors_from(int operand, T&&... t) {
        if constexpr ((Mortal<T> || ...))
            if (listened()) [[unlikely]] (is_alive(t), ...);
        (describe(record.operands[operand++], std::forward<T>(t)), ...);
        return *this;
    }
    template <class Block, class Repeat>
    LANEWISE_API Call& strides(int operand, const Block& block, const Repeat& repeat) {
        record.operands[operand].block_stride = static_cast<std::int32_t>(asked(block));
        record.operands[operand].repeat_stride = static_cast<std::int32_t>(asked(repeat));
        return *this;
    }
    // A count, or the mask of every repeat: as a number of elements or as bits.
    LANEWISE_API Call& count(std::int64_t n) {
        record.mask[0] = static_cast<std::uint64_t>(n);
        return *this;
    }
    LANEWISE_API Call& bits(const std::uint64_t* words, int n = 2) {
        for (int i = 0; i < n; ++i) record.mask[i] = words[i];
        return *this;
    }
    LANEWISE_API Call& repeat(std::int32_t times) {
        record.repeat = static_cast<std::uint32_t>(times);
        return *this;
    }
    template <class T>
    LANEWISE_API Call& scalar(T value) {
        record.scalars[0] = raw_bits(value);
        return *this;
    }
    LANEWISE_API void issue() { send(nullptr); }
    template <class... P>
    LANEWISE_API void issue_with(const P&... params) {
        const std::int64_t payload[] = {static_cast<std::int64_t>(asked(params))...};
        record.payload_count = sizeof...(params);
#ifdef __SANITIZE_THREAD__
        std::int64_t sent[sizeof...(params)];
        __builtin_memcpy(sent, payload, sizeof sent);
        send(sent);
#else
        send(payload);
#endif
    }
    LANEWISE_API void issue_list(const std::int64_t* params, std::uint32_t n) {
        record.payload_count = n;
        send(params);
    }

  private:
    LANEWISE_API void send(const std::int64_t* payload) {
#ifdef __SANITIZE_THREAD__
        Record sent;
        copy_untold(sent, record);
        lw_issue(&sent, payload);
#else
        lw_issue(&record, payload);
#endif
    }
};

// Where a tensor lies, in one number.
template <class T>
LANEWISE_API std::uint64_t placed(const AscendC::LocalTensor<T>& t) {
    return t.lanewise_place() | std::uint64_t{t.GetLength()} << 32;
}

// On whole tensors by a count: nothing is filled in where types say everything else.
template <class... T>
LANEWISE_API void issue_counted(Opcode op, std::uint32_t flags, std::uint64_t scalar, std::int64_t count, const AscendC::LocalTensor<T>&... t) {
    if constexpr (Shaped<T...>) {
        if (listened()) [[unlikely]] (is_alive(t), ...);
        lw_counted(shape(op, Overload::COUNT, flags, dtype_of<AscendC::PrimT<T>>...), scalar, count,
                   placed(t)...);
    } else {
        Call call(op, Overload::COUNT, flags);
        call.tensors(t...);
        call.count(count);
        call.record.scalars[0] = scalar;
        call.issue();
    }
}

// The same with a rounding mode.
template <class Mode, class... T>
LANEWISE_API void issue_rounded(Opcode op, std::uint32_t flags, Mode mode, std::int64_t count, const AscendC::LocalTensor<T>&... t) {
    if constexpr (Shaped<T...>) {
        if (listened()) [[unlikely]] (is_alive(t), ...);
        lw_rounded(shape(op, Overload::COUNT, flags, dtype_of<AscendC::PrimT<T>>...), static_cast<std::int64_t>(mode), count, placed(t)...);
    } else {
        Call call(op, Overload::COUNT, flags);
        call.tensors(t...);
        call.count(count);
        call.issue_with(mode);
    }
}

}  // namespace lanewise
