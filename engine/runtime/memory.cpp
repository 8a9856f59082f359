// Global memory as programs see it: host memory that the engine knows about.
#include <cstdio>
#include <cstring>
#include <mutex>

#include "lanewise/shared/abi.h"
#include "machine/fault.hpp"
#include "moves/atomic.hpp"
#include "numerics/convert.hpp"
#include "runtime/quarantine.hpp"
#include "runtime/block.hpp"
#include "runtime/host.hpp"
#include "runtime/launch.hpp"
#include "runtime/host_arrays.hpp"
#include "runtime/mapped.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::size_t slack = 64 * 1024;   // guard bytes after every buffer
constexpr std::uint8_t overrun = 0xFB;     // what programs find there that reach behind a buffer
// What a new device buffer holds, and its guard bytes. Hardware promises nothing, but programs that forget to clear a workspace
// pass there; strict mode gives them NaN in every float type.
std::uint8_t unwritten() { return strict() ? 0xFF : 0; }

}  // namespace

Gm& device_memory() {
    static auto& gm = *new Gm();
    return gm;
}

namespace {

void* add_device(std::uint8_t* address, std::size_t size, std::size_t usable, const std::string& name) {
    if (!address) return nullptr;
    const std::size_t total = usable + slack;
    device_memory().add(reinterpret_cast<std::uint64_t>(address), usable, usable, total, address, name, size);
    std::memset(address + usable, overrun, Buffer::slack_behind(usable) - usable);
    return address;
}

}  // namespace

void* allocate_device(std::size_t size, std::size_t usable, const std::string& name) {
    return add_device(map_memory(usable + slack, unwritten()), size, usable, name);
}

void* lend_device(const void* source, std::size_t size, std::size_t usable, const std::string& name) {
    return add_device(map_lent(source, size, usable + slack, unwritten()), size, usable, name);
}

bool free_device(void* address) {
    Buffer buffer;
    if (!device_memory().find(reinterpret_cast<std::uint64_t>(address), buffer)) return false;
    if (!device_memory().remove(reinterpret_cast<std::uint64_t>(address))) return false;
    if (unmap_lent(address)) return true;
    host_is_heard() ? set_aside(address, buffer.total, unmap_memory) : unmap_memory(address, buffer.total);
    return true;
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_call_buffer(const void* address, const char* role) {
    device_memory().call(reinterpret_cast<std::uint64_t>(address), role);
}

extern "C" void lw_holds_doubles(const void* address) { device_memory().holds_doubles(reinterpret_cast<std::uint64_t>(address)); }

extern "C" void lw_check_gm(const char* what, const void* address, std::size_t bytes) {
    Buffer buffer;
    const auto start = reinterpret_cast<std::uint64_t>(address);
    if (!device_memory().find(start, buffer)) {
        char text[32];
        std::snprintf(text, sizeof text, "%p", address);
        stop(Fault("MEM-005", {{"op", what}, {"operand", "the tensor"}, {"address", text}, {"instead", device_memory().instead(start)}}));
    }
    const std::uint64_t end = start - buffer.address + bytes;
    if (end > buffer.size)
        stop(Fault("MEM-004", {{"op", what}, {"operand", "the tensor"}, {"first", end - bytes}, {"last", end - 1},
                               {"buffer", buffer.known_as()}, {"size", buffer.asked}}));
}

// SetStoreAtomicConfig: the register says which type the stores have; the only operation is a sum.
extern "C" void lw_store_gm(void* address, const void* value, int dtype) {
    Block* block = running();
    const AtomicMode mode = atomic_mode((block->state.atomic & 7) << 6);
    auto* to = static_cast<std::uint8_t*>(address);
    const auto* from = static_cast<const std::uint8_t*>(value);
    const std::size_t bytes = mode ? static_cast<std::size_t>(mode.size()) : static_cast<std::size_t>(dtype_bits[dtype] / 8);
    if (mode) lw_scalar(address, bytes, false, true, __builtin_return_address(0));
    lw_scalar(address, bytes, true, bool{mode}, __builtin_return_address(0));
    std::lock_guard guard(device_memory().atomic_lock);
    if (mode) combine(*block->core.rules, mode, to, from, static_cast<std::size_t>(mode.size()));
    else std::memcpy(to, from, dtype_bits[dtype] / 8);
}

namespace {

template <class T>
std::uint64_t atomically(int operation, void* address, std::uint64_t value, std::uint64_t expected) {
    T old, fresh, wanted;
    std::memcpy(&fresh, &value, sizeof(T));
    std::memcpy(&wanted, &expected, sizeof(T));
    std::lock_guard guard(device_memory().atomic_lock);
    std::memcpy(&old, address, sizeof(T));
    T result = fresh;
    switch (operation) {
        case 0:
            if constexpr (std::is_integral_v<T>) result = static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) + static_cast<std::make_unsigned_t<T>>(fresh));
            else result = old + fresh;
            break;
        case 1: result = old > fresh ? old : fresh; break;
        case 2: result = old < fresh ? old : fresh; break;
        case 4: result = old == wanted ? fresh : old; break;
        default: break;
    }
    std::memcpy(address, &result, sizeof(T));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &old, sizeof(T));
    return bits;
}

}  // namespace

extern "C" std::uint64_t lw_atomic_gm(int operation, void* address, std::uint64_t value, std::uint64_t expected, int dtype) {
    lw_check_gm("a scalar atomic", address, dtype_bits[dtype] / 8);
    for (const bool write : {false, true})
        lw_scalar(address, static_cast<std::size_t>(dtype_bits[dtype] / 8), write, true, __builtin_return_address(0));
    switch (static_cast<DType>(dtype)) {
        case DType::int32_: return atomically<std::int32_t>(operation, address, value, expected);
        case DType::uint32_: return atomically<std::uint32_t>(operation, address, value, expected);
        case DType::int64_: return atomically<std::int64_t>(operation, address, value, expected);
        case DType::uint64_: return atomically<std::uint64_t>(operation, address, value, expected);
        case DType::float_: return atomically<float>(operation, address, value, expected);
        default:
            stop(Fault("OP-002", {{"op", "a scalar atomic"}, {"chip", lw_in_kernel() ? running()->core.rules->name : ""},
                                  {"types", dtype_names[dtype]}, {"known", "int32, uint32, int64, uint64, float"}}));
    }
}

extern "C" void lw_convert(int from, int to, int mode, bool saturate, const void* source, void* target) {
    convert(static_cast<DType>(from), static_cast<DType>(to), static_cast<RoundMode>(mode), saturate, true, source, target, 1);
}
