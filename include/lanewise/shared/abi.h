// What programs and the runtime library say to each other: plain data and C functions, so that any compiler may build the
// program. Everything else in these headers is a thin layer over this file.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanewise/generated/layouts.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "lanewise/shared/shape.h"

// Calls of one function stay apart: reports and timing tables show where each stands. g++ leaves them so by itself.
#ifdef __clang__
#define LANEWISE_APART [[clang::nomerge]]
#pragma clang attribute push(__attribute__((nomerge)), apply_to = function)
#else
#define LANEWISE_APART
#endif

extern "C" {

// A chip, as its file says it: src/lanewise/chips/header.py has the order of the numbers.
struct lw_chip {
    const char *name, *instructions, *timing, *product;
    const std::uint64_t* numbers;
    std::size_t count;
};

// The block that runs on this thread. The runtime owns it.
struct lw_block {
    std::uint8_t* ub;  // start of UB; its low 32 address bits are zero, so a pointer cut to 32 bits is the UB address
    std::uint32_t ub_bytes;
    std::uint32_t index, count;  // of its kind of core, and the number of blocks of the launch
    std::uint32_t subs;          // cores of its kind in a block
    std::uint32_t ub_static;     // bytes taken by __ubuf__ arrays: allocators start after them
    std::uint32_t ub_dynamic;    // the second launch argument
    lanewise::State* state;      // mask, CTRL and the other special registers
    void* pipe;                  // the TPipe that is alive
    void* spare_pipe;            // what is in for one in a kernel that makes none
    std::uint32_t events;        // event ids of one event pair
    std::uint32_t buffer_limit, queue_limit;  // buffers of a TPipe, and those of its queues
    std::uint32_t live_limit;                 // tensors allocated at once in one position
    std::uint32_t event_taken[lanewise::event_numbers];  // bits of the ids in use, by HardEvent
    std::uint32_t mutex_taken;      // bits of the mutex ids in use
    std::uint32_t tensors_taken[17];  // tensors allocated from queues, by TPosition
    std::uint32_t owners;             // of UB so far: queues, buffers, pools and allocators
    std::uint32_t core;               // that runs the block, among those of the chip
    std::uint32_t functions;          // vector functions that are running: one, and those that it calls
    bool recording;                   // somebody wants to know what runs
};

// A pointer to a byte of UB, from a tensor with that many bytes after it; and the bytes that are left of it behind a pointer, UINT32_MAX where
// nobody knows. Of observed programs.
std::uint64_t lw_pointer(std::uint32_t address, std::uint32_t bytes);
std::uint32_t lw_left_behind(const void* pointer);
// Bytes of a tensor in UB, of which `tensor` is the address and its length behind it; null: they are outside. Of observed programs.
void* lw_element(const std::uint32_t* tensor, std::uint64_t offset, std::uint32_t bytes);
void lw_gm_pointer(const void* first, const void* end);  // is taken from a tensor with that end
lw_block* lw_current(void);  // faults when this thread runs no kernel
extern bool lw_listened;     // whether a block of this process was ever `recording`: where none was, calls need not look for theirs
bool lw_hears(void);         // the same of the block that runs now, without an access that an observed program would tell
bool lw_in_kernel(void);

// One instruction, as lanewise::Record says. The payload holds record->payload_count parameters.
void lw_issue(lanewise::Record* record, const std::int64_t* payload);

// The commonest ones, whose types and flags are one number. Between registers of 256 bytes under a mask register, target first:
void lw_lanes(lanewise::Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a = nullptr,
              const void* b = nullptr, const void* c = nullptr);
// Between a register of 256 bytes and UB, at an address there; and the lowest lanes of a mask register, that many bytes each. What is
// behind these is the payload of the instruction.
void lw_load(lanewise::Shape shape, const void* to, std::uint64_t pointer, std::int64_t dist);
void lw_store(lanewise::Shape shape, std::uint64_t pointer, const void* from, const void* mask, std::int64_t dist, std::int64_t second);
void lw_lowest(lanewise::Shape shape, const void* mask, std::int64_t count, std::int64_t pitch);
// On tensors in UB by a count; an operand is its address and, above that, its bytes (32 bits each):
void lw_counted(lanewise::Shape shape, std::uint64_t scalar, std::int64_t count, std::uint64_t to, std::uint64_t a = 0,
                std::uint64_t b = 0, std::uint64_t c = 0);
// The same, with a rounding mode as the payload of the instruction:
void lw_rounded(lanewise::Shape shape, std::int64_t mode, std::int64_t count, std::uint64_t to, std::uint64_t a = 0, std::uint64_t b = 0,
                std::uint64_t c = 0);
// On tensors in UB under a mask, which is a number or where its words are. Repeats follow each other without a gap, or do not:
void lw_repeated(lanewise::Shape shape, std::uint64_t scalar, std::uint64_t mask, lanewise::Repeats repeats, std::uint64_t to,
                 std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0);
void lw_masked(lanewise::Shape shape, const lanewise::Repeated* call);

// A step that is no instruction, for the listener: see lanewise/ascend/tell.h.
void lw_tell(lanewise::Opcode op, const std::int64_t* params, std::uint32_t count);

// --- complaints: an id of the catalogue and the values its text needs ---
struct lw_field {
    const char* name;
    const char* value;
};
[[noreturn]] void lw_fault(const char* id, const lw_field* fields, int count);
void lw_warn(const char* id, const lw_field* fields, int count);  // once per place; a fault in strict mode

// For a host that wants faults as data: with a handler a fault stops its launch and lw_launch hands it over, else it ends the
// process with one line on stderr and status 3.
struct lw_report {
    const char* id;
    const char* message;
    const char* file;  // the user's line; "" when unknown
    std::int32_t line;
    const char* kernel;
    std::uint32_t block, blocks;
    const lw_field* fields;
    int field_count;
};
void lw_on_fault(void (*handler)(const lw_report* report));
// The same for warnings, from any thread; without a handler they go to stderr.
void lw_on_warning(void (*handler)(const lw_report* report));
// How many seconds a launch may take where there is a handler for faults; 0: as long as it likes.
void lw_time_limit(double seconds);
bool lw_interrupted(void);  // whether Ctrl-C ended the last one

// --- launches ---
struct lw_launch_config {
    const char* kernel;
    const lw_chip* chip;
    std::uint64_t blocks;
    std::uint64_t dynamic_ub;
    void* stream;
    const char* names;  // of the arguments, as the program writes them, each with a line break behind it; null: not known
    const void* const* pointers;  // those among the arguments, null for others
    std::uint32_t count;
    bool apart;        // on this chip cube and vector are cores of their own
    const char* side;  // the name of `body`'s twin for cube cores: see launch.h
    bool threads = false;   // a kernel of threads
    bool in_turn = false;   // its blocks change what others look at: they take turns, so that results are the same everywhere
    bool independent = false;  // none of its blocks waits for another
};
// Which cores a block of each kernel has: lines of its name, its cube cores and its vector cores. Those that nobody names have one vector core.
bool lw_kernel_groups(const char* text);
// `body(closure)` runs once per core; `release(closure)` when the launch can not be replayed any more.
void lw_launch(const lw_launch_config* config, void (*body)(void*), void* closure, void (*release)(void*));

// How many vector (or cube) cores there are on a chip with these, or the user says there are.
std::uint32_t lw_cores(std::uint32_t cubes, std::uint32_t vectors, bool cube);

// The state that InitSocState and a new TPipe set.
void lw_reset_state(void);

// --- memory ---
void lw_call_buffer(const void* address, const char* role);  // what kernels know a device buffer as, for messages
void lw_holds_doubles(const void* address);  // an array of float64 was put there
// A step in the life of what lies in a memory of the core, and a tensor where the program says. A place is an address, and above its 32 bits the memory.
void lw_hold(lanewise::Opcode op, std::uint64_t place, std::uint64_t bytes);
void lw_place(std::uint64_t place, std::uint64_t bytes);
void* lw_ub_array(const void* place, std::size_t bytes, std::size_t align);  // a __ubuf__ array, the same at every visit of its place
void lw_check_gm(const char* what, const void* address, std::size_t bytes);  // faults when no buffer holds the range
void lw_store_gm(void* address, const void* value, int dtype);               // a scalar store under SetStoreAtomicConfig
// Old value; operation 0 add, 1 max, 2 min, 3 exchange, 4 compare and swap.
std::uint64_t lw_atomic_gm(int operation, void* address, std::uint64_t value, std::uint64_t expected, int dtype);

// Device memory that the host reaches, too; null: there is none.
void* lw_shared_memory(std::size_t bytes);

// A call of the host that headers of ours answer has failed, that case of HOST-001: remembered and told as those of the runtime are. Gives the code.
int lw_host_error(int code, const char* call, const char* which, const lw_field* fields, int count);
int lw_free_once_unused(void* place);  // aclrtFree for when the last launch that uses it has ended

// The program's own code reads or writes memory: called in observed programs only, whatever memory it is.
void lw_scalar(const void* address, std::size_t bytes, bool write, bool atomic, const void* from);
void lw_volatile(const void* address, std::size_t bytes, bool write, const void* from);  // the same, of a volatile object
void lw_tells_accesses(void (*ahead)(void*));  // it is such a program, and wants to know the loop ahead of each thread (runtime/scalar_log.hpp)
void lw_around_cache(bool around);  // whether the scalar accesses of this thread go around the data cache from now on

// --- queues ---
struct lw_buffer {
    std::uint32_t address = 0, length = 0;
    enum State : std::int32_t { free, allocated, queued, dequeued } state = free;  // TBufState
    std::int32_t tag = -1;
    std::int32_t event = -1;  // of the way back, kept from FreeTensor to the next AllocTensor
    lw_buffer* next = nullptr;  // queued behind it
    std::uint32_t queue = 0, index = 0, position = 0;  // where AllocTensor took it from
    std::uint32_t turn = 0;                            // how often it did
};
struct lw_queue {
    const char* place;  // name of the position
    std::uint32_t position;
    std::int32_t depth;
    int forward, reverse;  // HardEvents from EnQue to DeQue, and from FreeTensor to the next AllocTensor
    std::uint32_t number = 0;
    lw_buffer* buffers = nullptr;
    std::uint32_t count = 0, cursor = 0;
    lw_buffer *first = nullptr, *last = nullptr;
    std::int32_t queued = 0;
};
lw_buffer* lw_queue_alloc(lw_queue* queue);
void lw_queue_enque(lw_queue* queue, void* buffer, std::int32_t tag);
lw_buffer* lw_queue_deque(lw_queue* queue, void* buffer);  // a queue of depth 0 is told which one
void lw_queue_free(lw_queue* queue, void* buffer);
lw_buffer* lw_queue_find(const lw_queue* queue, void* buffer);  // faults when it is no queue's
void lw_queue_forget_events(lw_queue* queue);

// --- order inside a core ---
void lw_set_flag(int event, int id);
void lw_wait_flag(int event, int id);
[[noreturn]] void lw_no_event_left(int event);  // all ids of the event are taken

// --- order between cores ---
std::uint8_t* lw_mailbox(void);  // 3 KB where the scalar units of a group leave each other words
void lw_sync_all(bool vector_cores_only);
void lw_sync_all_slots(void* gm, std::int32_t used);
void lw_ib(bool set, void* gm, std::int32_t slot, std::int32_t block, std::int32_t event);
void lw_turns(int step, void* gm);  // 0 InitDetermineComputeWorkspace, 1 WaitPreBlock, 2 NotifyNextBlock
void lw_cross_set(int flag, int mode, int pipe);
void lw_cross_wait(int flag, int mode, int pipe);
void lw_group(bool arrive, void* gm, std::uint32_t arrivers, std::uint32_t waiters, std::uint32_t index);

// --- threads (SIMT): see lanewise/ascend/simt/ ---
struct lw_index {
    std::uint32_t x, y, z;
};
struct lw_site {  // of a call in the source
    const char* file;
    std::uint32_t line, column;
};
struct lw_met {  // lanes of a warp that have met, which of them this one is, and what each brought
    std::uint32_t active, lane;
    const std::uint64_t* values;
};
// A function of threads starts and ends; `self` is where the program keeps which of them runs: one of them has this x. The order of warps, or null: as
// they are numbered.
enum : std::uint32_t { lw_any_thread = 0xffffffff };
const std::uint16_t* lw_simt_begin(lw_index* self, const lw_index* threads);
void lw_simt_end(void);
void lw_simt_run(void (*body)(void*), void* closure);  // all of them, where they may meet
void lw_simt_thread(void);                              // another one runs: of observed programs
bool lw_simt_active(void);
void lw_simt_barrier(const lw_site* site);
void lw_simt_phase(void);                      // all threads are at a barrier, and what follows is the next loop over them
lw_met lw_simt_meet(const lw_site* site, std::uint64_t value);
void lw_simt_turn(void);                       // others may go on: this thread looks at something again and again
void lw_simt_enter(std::uint32_t line);        // a function in which threads may meet is called, and has returned
void lw_simt_leave(void);
void lw_simt_inactive(std::uint32_t source);   // a shuffle asks for what a lane has that takes no part
void* lw_ub_dynamic(void);                     // the dynamic part of UB in a kernel of threads

// --- requests of vector cores to the cube core of their group ---
bool lw_makes_requests(void);  // at start: the program may
void lw_ask(const void* request, std::size_t bytes);
void lw_await_answers(void);                                // to all that this core has asked
bool lw_next_request(void* request, std::size_t capacity);  // of any vector core of the group; false: all of them have ended
void lw_answer(void);                                       // to that one
void lw_answer_vector(std::uint32_t index);                 // to a vector core of the group whose request was kept
void lw_leaves_product(void);                               // to the cube core of its group; faults where there is none
void* lw_request_memory(void);                              // GM of this core for what goes both ways
inline constexpr std::size_t lw_request_bytes = std::size_t{1} << 20;
// What this core issues from now on is reported at that place, null: at its own; both return the place so far. The first: at the call, unless
// there is one already.
const void* lw_stand_here(void);
const void* lw_stand_for(const void* place);

// --- time ---
std::int64_t lw_cycles(void);                 // GetSystemCycle
bool lw_reads_cycles(void);                   // at start: the program has one
// For a host, between launches: write there what is issued, and which bytes it touches; null: no more.
void lw_record(const char* path, bool accesses);
// The same with what everything held: see lanewise.why.
void lw_keep_history(const char* path);
// For a host, between launches: look for what is wrong, and write there what is found; null: no more.
void lw_check(const char* path, const char* what);
// The same: when what kernels issue happens (schedule/plan.hpp); null: at once.
void lw_schedule(const char* text);

// --- debug output ---
struct lw_value {
    enum Kind : std::int32_t { integer, natural, real, text, pointer } kind;
    union {
        std::int64_t i;
        std::uint64_t u;
        double f;
        const char* s;
        const void* p;
    };
};
void lw_print(bool prefix, const char* format, const lw_value* values, int count);
void lw_assert(const char* file, int line, const char* function, const char* expression, const char* format,
               const lw_value* values, int count);
// `address` is what the line shows; `shape` may be null.
void lw_dump(const void* data, std::uint64_t address, int dtype, const char* position, std::uint32_t desc, std::uint32_t count,
             const std::uint32_t* shape, std::uint32_t dims);

// --- numbers ---
// mode: RoundMode of lanewise/ascend/types.h. Source and target hold one element each (a byte holds two of four bits).
void lw_convert(int from, int to, int mode, bool saturate, const void* source, void* target);

}  // extern "C"

#ifdef __clang__
#pragma clang attribute pop
#endif
