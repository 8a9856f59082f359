// Memory as the host sees it: device buffers, pinned host memory and copies between them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <map>

#include "runtime/acl_error.hpp"
#include "runtime/acl_stream.hpp"
#include "runtime/quarantine.hpp"
#include "runtime/device.hpp"
#include "runtime/host.hpp"
#include "runtime/launch.hpp"
#include "runtime/pinned.hpp"
#include "runtime/host_arrays.hpp"
#include "runtime/runtime.hpp"
#include "runtime/signature.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::size_t unit = 32;             // device memory comes in blocks of 32 bytes
constexpr std::size_t host_alignment = 64;

std::mutex memory_lock;
std::size_t allocated = 0;
std::uint32_t allocations = 0;

// A debugger stops at every signal, and a piece that comes is one.
bool debugged() {
    std::FILE* status = std::fopen("/proc/self/status", "re");
    if (!status) return false;
    char line[256];
    int tracer = 0;
    while (std::fgets(line, sizeof line, status))
        if (std::sscanf(line, "TracerPid: %d", &tracer) == 1) break;
    std::fclose(status);
    return tracer != 0;
}

std::string bytes(std::size_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

// Memory that the host reaches, too, is told apart: it is written where nobody sees it.
enum class Reach { device, both };

// With a source it may be lent what is there, which `lent` says.
aclError allocate(const void* from, const char* call, void** place, std::size_t size, std::size_t extra, Reach reach = Reach::device,
                  const void* source = nullptr, bool* lent = nullptr) {
    if (!place) return fail(ACL_ERROR_INVALID_PARAM, call, "no_result");
    *place = nullptr;
    if (size == 0) return fail(ACL_ERROR_INVALID_PARAM, call, "no_size");
    if (size > device().memory_bytes)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, call, "too_large", {{"bytes", bytes(size)}});
    const std::size_t usable = (size + unit - 1) / unit * unit + extra;
    std::lock_guard guard(memory_lock);
    const std::string number = std::to_string(++allocations);
    const std::string name = "device buffer " + number + " (" + call + " of " + bytes(size) + ")";
    if (source) *place = lend_device(source, size, usable, name);
    if (*place) *lent = true;
    else *place = allocate_device(size, usable, name);
    if (!*place) return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, call, "no_memory", {{"bytes", bytes(size)}});
    allocated += usable;
    note_host(from, Opcode::device_malloc_, *place, usable, size, reach == Reach::both);
    return ACL_SUCCESS;
}

enum class Side { host, device, outside };

// Where a range lies; outside: it begins in a device buffer, or in the guard bytes after one, and leaves it.
Side side_of(const void* address, std::size_t size) {
    const auto first = reinterpret_cast<std::uint64_t>(address);
    Buffer buffer;
    if (!device_memory().find(first, buffer)) return Side::host;
    return first + size <= buffer.address + buffer.size ? Side::device : Side::outside;
}

// A range of a copy must lie where its kind says.
aclError check_side(const char* call, const char* name, const void* address, std::size_t size, bool any,
                    bool device_wanted) {
    const Side side = side_of(address, size);
    if (side == Side::outside)
        return fail_memory(ACL_ERROR_RT_PARAM_INVALID, call, "leaves", {{"bytes", bytes(size)}, {"from", name}});
    if (any || (side == Side::device) == device_wanted) return ACL_SUCCESS;
    return fail_memory(ACL_ERROR_RT_PARAM_INVALID, call, device_wanted ? "not_on_device" : "not_on_host", {{"which", name}});
}

struct Copy {
    const char* call;
    void* dst;
    const void* src;
    std::size_t dst_pitch, src_pitch, width, height;
    aclrtMemcpyKind kind;
    const void* from;
    std::int64_t stream = host_waits;

    std::size_t dst_bytes() const { return height ? (height - 1) * dst_pitch + width : 0; }
    std::size_t src_bytes() const { return height ? (height - 1) * src_pitch + width : 0; }

    aclError check() const {
        if (!dst || !src) return fail_memory(ACL_ERROR_INVALID_PARAM, call, "null", {{"which", dst ? "src" : "dst"}});
        if (kind < ACL_MEMCPY_HOST_TO_HOST || kind > ACL_MEMCPY_INTER_DEVICE_TO_DEVICE)
            return fail(ACL_ERROR_INVALID_PARAM, call, "no_kind", {{"kind", static_cast<int>(kind)}});
        const bool any = kind == ACL_MEMCPY_DEFAULT;
        const bool from_device = kind == ACL_MEMCPY_DEVICE_TO_HOST || kind == ACL_MEMCPY_DEVICE_TO_DEVICE ||
                                 kind == ACL_MEMCPY_INNER_DEVICE_TO_DEVICE || kind == ACL_MEMCPY_INTER_DEVICE_TO_DEVICE;
        const bool to_device = kind != ACL_MEMCPY_HOST_TO_HOST && kind != ACL_MEMCPY_DEVICE_TO_HOST;
        if (const aclError wrong = check_side(call, "dst", dst, dst_bytes(), any, to_device)) return wrong;
        return check_side(call, "src", src, src_bytes(), any, from_device);
    }
    aclrtMemcpyKind kind_of_sides() const {
        const bool from_device = side_of(src, 0) != Side::host, to_device = side_of(dst, 0) != Side::host;
        if (from_device) return to_device ? ACL_MEMCPY_DEVICE_TO_DEVICE : ACL_MEMCPY_DEVICE_TO_HOST;
        return to_device ? ACL_MEMCPY_HOST_TO_DEVICE : ACL_MEMCPY_HOST_TO_HOST;
    }
    void run() const {
        note_host(from, Opcode::host_copy_, dst, src, dst_pitch, src_pitch, width, height,
                  kind == ACL_MEMCPY_DEFAULT && host_is_heard() ? kind_of_sides() : kind, stream);
        for (std::size_t row = 0; row < height; ++row) {
            char* to = static_cast<char*>(dst) + row * dst_pitch;
            const char* source = static_cast<const char*>(src) + row * src_pitch;
            touch_host(from, source, width, false);
            touch_host(from, to, width, true);
            std::memmove(to, source, width);
        }
    }
};

Copy flat(const char* call, void* dst, const void* src, std::size_t count, aclrtMemcpyKind kind, const void* from) {
    return {call, dst, src, count, count, count, 1, kind, from};
}

aclError check_room(const char* call, std::size_t room, std::size_t count) {
    if (count <= room) return ACL_SUCCESS;
    return fail_memory(ACL_ERROR_INVALID_PARAM, call, "no_room", {{"bytes", bytes(count)}, {"room", bytes(room)}});
}

aclError check_pitch(const Copy& copy) {
    if (copy.width <= copy.dst_pitch && copy.width <= copy.src_pitch) return ACL_SUCCESS;
    return fail_memory(ACL_ERROR_INVALID_PARAM, copy.call, "wide_row", {{"bytes", bytes(copy.width)}});
}

aclError copy_now(const Copy& copy) {
    if (const aclError wrong = refuse_in_capture(copy.call)) return wrong;
    if (const aclError wrong = copy.check()) return wrong;
    copy.run();
    return ACL_SUCCESS;
}

aclError in_stream(Copy copy, aclrtStream stream) {
    if (const aclError wrong = check_stream(copy.call, stream)) return wrong;
    if (const aclError wrong = copy.check()) return wrong;
    copy.stream = find_stream(stream)->number;
    goes_in_stream(copy.dst);
    goes_in_stream(copy.src);
    submit(stream, copy.call, [copy] { copy.run(); });
    return ACL_SUCCESS;
}

aclError check_fill(const char* call, void* place, std::size_t room, std::size_t count) {
    if (!place) return fail_memory(ACL_ERROR_INVALID_PARAM, call, "null", {{"which", "dst"}});
    if (const aclError wrong = check_room(call, room, count)) return wrong;
    return check_side(call, "the address", place, count, true, true);
}

void fill(const void* from, void* place, std::int32_t value, std::size_t count, std::int64_t stream) {
    note_host(from, Opcode::host_fill_, place, count, value, stream);
    touch_host(from, place, count, true);
    std::memset(place, value, count);
}

}  // namespace

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

aclError aclrtMalloc(void** place, std::size_t size, aclrtMemMallocPolicy) {
    return allocate(LANEWISE_FROM, "aclrtMalloc", place, size, unit);
}

aclError aclrtMallocCached(void** place, std::size_t size, aclrtMemMallocPolicy) {
    return allocate(LANEWISE_FROM, "aclrtMallocCached", place, size, unit);
}

aclError aclrtMallocAlign32(void** place, std::size_t size, aclrtMemMallocPolicy) {
    return allocate(LANEWISE_FROM, "aclrtMallocAlign32", place, size, 0);
}

extern "C" void* lw_shared_memory(std::size_t size) {
    void* place = nullptr;
    allocate(LANEWISE_FROM, "GmAlloc", &place, size, unit, Reach::both);
    return place;
}

namespace lanewise::runtime {

void* allocate_for(const void* from, const char* whom, std::size_t size) {
    void* place = nullptr;
    allocate(from, whom, &place, size, unit);
    return place;
}

}  // namespace lanewise::runtime

// Arrays of another program in device memory for the time of a launch, and what the launch has written. The listener to the
// host, or looks at buffers when no kernel runs, finds copies.
extern "C" aclError lw_put_array(void** place, const void* source, std::size_t size, bool may_lend) {
    const bool lend = may_lend && !host_is_heard() && !signing() && !debugged();
    bool lent = false;
    const aclError wrong = allocate(LANEWISE_FROM, "aclrtMalloc", place, size ? size : 1, unit, Reach::device, lend ? source : nullptr, &lent);
    if (wrong || lent || !size) return wrong;
    return copy_now(flat("aclrtMemcpy", *place, source, size, ACL_MEMCPY_HOST_TO_DEVICE, LANEWISE_FROM));
}

extern "C" aclError lw_take_array(void* to, void* place, std::size_t size) {
    if (!size || take_written(to, place)) return ACL_SUCCESS;
    return copy_now(flat("aclrtMemcpy", to, place, size, ACL_MEMCPY_DEVICE_TO_HOST, LANEWISE_FROM));
}

namespace {

aclError give_back(const void* from, void* place, bool once_unused) {
    Buffer buffer;
    const auto address = reinterpret_cast<std::uint64_t>(place);
    std::lock_guard guard(memory_lock);
    const bool ours = device_memory().find(address, buffer) && buffer.address == address;
    if (!place) return fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtFree", "null");
    if (!ours || !free_device(place))
        return fail_memory(ACL_ERROR_RT_PARAM_INVALID, "aclrtFree", "not_the_start", {{"instead", device_memory().instead(address)}});
    allocated -= buffer.size;
    note_host(from, Opcode::device_free_, place, buffer.size, once_unused);
    return ACL_SUCCESS;
}

}  // namespace

aclError aclrtFree(void* place) { return give_back(LANEWISE_FROM, place, false); }

// Memory that a library made for a launch of its own: a toolkit frees it when the stream has come that far.
extern "C" int lw_free_once_unused(void* place) { return give_back(LANEWISE_FROM, place, true); }

aclError aclrtMallocHost(void** place, std::size_t size) {
    if (!place) return fail(ACL_ERROR_INVALID_PARAM, "aclrtMallocHost", "no_result");
    *place = nullptr;
    if (size == 0) return fail(ACL_ERROR_INVALID_PARAM, "aclrtMallocHost", "no_size");
    *place = ::operator new(size, std::align_val_t{host_alignment}, std::nothrow);
    if (!*place) return fail(ACL_ERROR_BAD_ALLOC, "aclrtMallocHost", "no_memory", {{"bytes", bytes(size)}});
    std::memset(*place, 0, size);  // the same in every run
    std::lock_guard guard(memory_lock);
    add_pinned(*place, size);
    note_host(LANEWISE_FROM, Opcode::host_malloc_, *place, size);
    return ACL_SUCCESS;
}

aclError aclrtFreeHost(void* place) {
    std::lock_guard guard(memory_lock);
    if (!place) return fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtFreeHost", "null");
    const std::size_t size = pinned_size(place);
    if (!size)
        return fail_memory(ACL_ERROR_RT_PARAM_INVALID, "aclrtFreeHost", "not_of_the_host");
    note_host(LANEWISE_FROM, Opcode::host_free_, place, size);
    remove_pinned(place);
    const auto give_back = [](void* memory, std::size_t) { ::operator delete(memory, std::align_val_t{host_alignment}); };
    host_is_heard() ? set_aside(place, size, give_back) : give_back(place, size);
    return ACL_SUCCESS;
}

aclError aclrtMemcpy(void* dst, std::size_t room, const void* src, std::size_t count, aclrtMemcpyKind kind) {
    if (const aclError wrong = check_room("aclrtMemcpy", room, count)) return wrong;
    return copy_now(flat("aclrtMemcpy", dst, src, count, kind, LANEWISE_FROM));
}

aclError aclrtMemcpyAsync(void* dst, std::size_t room, const void* src, std::size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
    if (const aclError wrong = check_room("aclrtMemcpyAsync", room, count)) return wrong;
    return in_stream(flat("aclrtMemcpyAsync", dst, src, count, kind, LANEWISE_FROM), stream);
}

aclError aclrtMemcpy2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                       std::size_t height, aclrtMemcpyKind kind) {
    const Copy copy{"aclrtMemcpy2d", dst, src, dpitch, spitch, width, height, kind, LANEWISE_FROM};
    if (const aclError wrong = check_pitch(copy)) return wrong;
    return copy_now(copy);
}

aclError aclrtMemcpy2dAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                            std::size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
    const Copy copy{"aclrtMemcpy2dAsync", dst, src, dpitch, spitch, width, height, kind, LANEWISE_FROM};
    if (const aclError wrong = check_pitch(copy)) return wrong;
    return in_stream(copy, stream);
}

aclError aclrtMemset(void* place, std::size_t room, std::int32_t value, std::size_t count) {
    if (const aclError wrong = refuse_in_capture("aclrtMemset")) return wrong;
    if (const aclError wrong = check_fill("aclrtMemset", place, room, count)) return wrong;
    fill(LANEWISE_FROM, place, value, count, host_waits);
    return ACL_SUCCESS;
}

aclError aclrtMemsetAsync(void* place, std::size_t room, std::int32_t value, std::size_t count, aclrtStream stream) {
    if (const aclError wrong = check_stream("aclrtMemsetAsync", stream)) return wrong;
    if (const aclError wrong = check_fill("aclrtMemsetAsync", place, room, count)) return wrong;
    submit(stream, "aclrtMemsetAsync", [=, from = LANEWISE_FROM, number = find_stream(stream)->number] { fill(from, place, value, count, number); });
    return ACL_SUCCESS;
}

// Host and device share one memory here: there is nothing to flush.
aclError aclrtMemFlush(void* place, std::size_t size) { return check_fill("aclrtMemFlush", place, size, size); }
aclError aclrtMemInvalidate(void* place, std::size_t size) {
    return check_fill("aclrtMemInvalidate", place, size, size);
}

aclError aclrtGetMemInfo(aclrtMemAttr, std::size_t* left, std::size_t* total) {
    if (!left || !total) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetMemInfo", "null_pointer");
    std::lock_guard guard(memory_lock);
    *total = device().memory_bytes;
    *left = device().memory_bytes - allocated;
    return ACL_SUCCESS;
}
