// The file is a sequence of entries, each a header and two pieces of data; src/lanewise/cpp/recorded.py reads it.
#include "runtime/recorder.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>

#include "lanewise/abi.h"
#include "runtime/clock.hpp"
#include "runtime/distinct.hpp"
#include "runtime/launch.hpp"
#include "runtime/place.hpp"
#include "runtime/signature.hpp"
#include "tables.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::size_t chunk = 4096;          // records of a block that are kept in memory
constexpr std::int64_t most_records = 2'000'000;  // of a program; more than that nobody reads, and disks are not endless

struct Header {
    char kind[4];
    std::uint32_t process, launch, number;  // `number`: of the block, or of blocks
    std::uint64_t first, second;            // bytes that follow
};

class File {
  public:
    explicit File(const char* path) : fd_(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}
    ~File() {
        if (fd_ >= 0) close(fd_);
    }
    File(const File&) = delete;

    void entry(const char* kind, std::uint32_t launch, std::uint32_t number, const void* a, std::size_t first, const void* b,
               std::size_t second) {
        Header header{{}, static_cast<std::uint32_t>(getpid()), launch, number, first, second};
        std::memcpy(header.kind, kind, sizeof header.kind);
        iovec parts[] = {{&header, sizeof header}, {const_cast<void*>(a), first}, {const_cast<void*>(b), second}};
        put(parts, sizeof header + first + second);
    }
    // The modules of the addresses that records come from, each address once.
    void places(const std::vector<Record>& records) {
        if (owner_ != getpid()) known_.clear();  // addresses are those of a process
        owner_ = getpid();
        for (const Record& record : records) {
            const std::uint64_t address = std::uint64_t{record.file} << 32 | record.line;
            if (!known_.insert(address).second) continue;
            Dl_info info;
            if (!dladdr(reinterpret_cast<void*>(address), &info) || !info.dli_fname) continue;
            const std::uint64_t pair[] = {address, address - reinterpret_cast<std::uint64_t>(info.dli_fbase)};
            const std::string module = module_file(info.dli_fname);
            entry("ADDR", 0, 0, pair, sizeof pair, module.data(), module.size());
        }
    }

    std::mutex lock;
    std::atomic<std::int64_t> room = most_records;

  private:
    // In one go, as other processes of the program may write there too. A full disk cuts the file off here.
    template <std::size_t n>
    void put(iovec (&parts)[n], std::size_t bytes) {
        if (fd_ < 0) return;
        ssize_t written = 0;
        do written = writev(fd_, parts, n);
        while (written < 0 && errno == EINTR);
        if (written == static_cast<ssize_t>(bytes)) return;
        std::fprintf(stderr, "lanewise: the records of the program can not be written: %s\n",
                     written < 0 ? std::strerror(errno) : "the disk is full");
        close(fd_);
        fd_ = -1;
    }

    int fd_;
    pid_t owner_ = -1;
    std::set<std::uint64_t> known_;
};

// Where records go: what LANEWISE_RECORDS names, until a host says otherwise.
std::unique_ptr<File>& file() {
    static auto& opened = *new std::unique_ptr<File>([] {
        const char* path = std::getenv("LANEWISE_RECORDS");
        return path && *path ? new File(path) : nullptr;
    }());
    return opened;
}

// Until the lines are looked up, a record keeps the address of the call in their place.
void at(Core& core, const void* from) { core.place = reinterpret_cast<std::uint64_t>(from); }

// To the file and to the model, and out of memory.
void pass_on(Block& block) {
    Recorder& kept = block.recorder;
    const Trace& trace = kept.trace;
    if (kept.counted) tell_clock(block);
    if (File* to = file().get(); to && !trace.records.empty()) {
        const auto count = static_cast<std::int64_t>(trace.records.size());
        const std::int64_t before = to->room.fetch_sub(count);
        const std::int64_t taken = before <= 0 ? 0 : std::min(before, count);
        block.launch->unrecorded += static_cast<std::uint64_t>(count - taken);
        if (taken) {
            const Distinct kinds(trace, static_cast<std::size_t>(taken));
            std::lock_guard guard(to->lock);
            to->places(kinds.records);
            to->entry("RECS", block.launch->number, block.face.index, kinds.records.data(), kinds.records.size() * sizeof(Record),
                      kinds.payload.data(), kinds.payload.size() * sizeof(std::int64_t));
            to->entry("ROWS", block.launch->number, block.face.index, kinds.rows.data(), kinds.rows.size() * sizeof(std::uint32_t),
                      nullptr, 0);
        }
    }
    kept.trace.clear();
    kept.told = 0;
}

}  // namespace

void Recorder::begin() {
    const Hold hold(busy);
    trace.clear();
    counted = fresh = false;
    told = 0;
    reads = 0;
    cycles = each = rate = 0;
    outside.clear();
    library = nullptr;
}

bool recording() { return file() != nullptr || reads_cycles() || signing(); }

void issue_recorded(Block& block, Record& record, const std::int64_t* payload, const void* from) {
    const Hold hold(block.recorder.busy);
    at(block.core, from);
    issue(block.core, record, payload);
    if (signing()) sign_registers(block, record);
    if (block.recorder.trace.records.size() >= chunk) pass_on(block);
}

void record_step(Block& block, Opcode op, const std::int64_t* params, std::uint32_t count, const void* from) {
    Record record{};
    record.opcode = static_cast<std::uint16_t>(op);
    record.overload = static_cast<std::uint8_t>(Overload::PLAIN);
    record.repeat = 1;
    record.mask_mode = static_cast<std::uint8_t>(MaskMode::none);
    record.pipe = static_cast<std::uint8_t>(instructions[record.opcode].pipe == PipeOf::ALL ? Pipe::ALL : Pipe::S);
    record.payload_count = count;
    const Hold hold(block.recorder.busy);
    at(block.core, from);
    announce(block.core, record, params);
    if (block.recorder.trace.records.size() >= chunk) pass_on(block);
}

void note_launch(Launch& launch) {
    static std::atomic<std::uint32_t> launches = 0;
    launch.number = ++launches;
    File* to = file().get();
    if (!to) return;
    std::lock_guard guard(to->lock);
    const std::string chip = launch.rules->name;
    to->entry("LNCH", launch.number, launch.blocks, launch.kernel.data(), launch.kernel.size(), chip.data(), chip.size());
}

void save_records(Block& block) {
    if (!block.core.listener) return;
    constexpr int patience = 50;  // milliseconds
    Recorder& kept = block.recorder;
    const Hold hold(kept.busy, patience);
    if (!hold.held) return;
    pass_on(block);
    File* to = file().get();
    if (!to) return;
    std::lock_guard guard(to->lock);
    for (const auto& [name, calls] : kept.outside)
        to->entry("LIBR", block.launch->number, block.face.index, &calls, sizeof calls, name.data(), name.size());
    kept.outside.clear();
}

void note_end(const Launch& launch) {
    File* to = file().get();
    if (!to) return;
    const std::uint64_t missing = launch.unrecorded;
    std::lock_guard guard(to->lock);
    to->entry("DONE", launch.number, launch.blocks, &missing, sizeof missing, nullptr, 0);
}

void save_all_records() {
    Launch* launch = running_launch();
    if (!launch || !file()) return;
    for (Block* block : launch->active)
        if (block) save_records(*block);
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_record(const char* path) { file().reset(path ? new File(path) : nullptr); }

// A call touches each of its operands once, so an operand that comes again belongs to the next call.
extern "C" void lw_library(const char* name, const char* operand) {
    Block* block = running();
    if (!block || !block->core.listener) return;
    Recorder& kept = block->recorder;
    const Hold hold(kept.busy);
    bool again = kept.library != name || kept.library_at != block->ticks;
    for (const char* seen : kept.operands) again |= seen == operand;
    if (again) {
        kept.operands.clear();
        kept.library = name;
        kept.library_at = block->ticks;
        ++kept.outside[name];
    }
    kept.operands.push_back(operand);
}
