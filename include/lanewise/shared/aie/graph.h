// What graph programs and the runtime library say to each other (engine/graph): plain data and C functions. A program
// describes its graph while its objects are made; nothing is looked at before init().
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

enum lw_graph_kind : int {
    lw_graph_name,  // a port of a graph: it stands for whatever is connected behind it
    lw_graph_kernel_node,
    lw_graph_plio,
    lw_graph_gmio,
    lw_graph_shared,    // a buffer in a memory tile
    lw_graph_external,  // a buffer outside
    lw_graph_split,
    lw_graph_merge,
    lw_graph_ordered_merge,
    lw_graph_table,  // a parameter::array: the kernel's own file has it
};
enum lw_graph_direction : int { lw_graph_in, lw_graph_out, lw_graph_inout };
enum lw_graph_port_kind : int {
    lw_graph_stream,
    lw_graph_packets,
    lw_graph_cascade,
    lw_graph_buffer,
    lw_graph_window,
    lw_graph_value,  // a run-time parameter
    lw_graph_refused,
};
enum lw_graph_property : int {
    lw_graph_dimensions,
    lw_graph_async,
    lw_graph_sync,
    lw_graph_negate,
    lw_graph_single_buffer,
    lw_graph_num_buffers,
    lw_graph_repetitions,
    lw_graph_fifo_depth,
    lw_graph_tile,
    lw_graph_access,
    lw_graph_source,
    lw_graph_initialization,
};

// One end of a connection. Ports of a node are numbered by direction: direction << 16 | index.
struct lw_graph_end {
    std::int32_t node, port;
};
// A parameter of a kernel. Sizes are in elements of `bytes` bytes.
struct lw_graph_port {
    int kind, direction;
    const char* type;
    std::uint32_t bytes;
    std::uint64_t extent;  // of a buffer, 0: not said; of a run-time parameter, its elements
    std::uint64_t margin;
    bool async;
};
struct lw_graph_kernel {
    const void* function;  // null: an object
    const char *type, *member, *signature;
    const lw_graph_port* ports;
    int port_count;
    const void* const* arguments;  // of the constructor
    const char* const* argument_types;
    int argument_count;
};
struct lw_graph_connection {
    lw_graph_end from, to;
    std::uint64_t from_bytes, to_bytes, margin_bytes;  // of old windows
};

int lw_graph_begin(const void* graph);
void lw_graph_gone(const void* graph);
int lw_graph_node(int kind, const char* name);
int lw_graph_kernel_made(const lw_graph_kernel* kernel);
int lw_graph_plio_made(int reads, const char* name, int bits, const char* file, double mhz, int hexadecimal);
int lw_graph_memory_made(int kind, const char* type, std::uint32_t bytes, const std::uint64_t* dimensions, int count,
                         int inputs, int outputs);
int lw_graph_connect(const lw_graph_connection* connection);
void lw_graph_set(lw_graph_end end, int property, const std::int64_t* values, int count);
void lw_graph_say(int node, int property, const char* text);
void lw_graph_join(int node, int other);  // two kernels on one core

// What main() calls. Zero is success.
int lw_graph_init(const void* graph, const char* type);
int lw_graph_run(const void* graph, std::int64_t iterations);  // -1: for ever, -2: as last time
int lw_graph_wait(const void* graph, std::uint64_t cycles);    // 0: until it is done
int lw_graph_finish(const void* graph, std::uint64_t cycles);
int lw_graph_update(const void* graph, lw_graph_end end, const char* type, const void* values, std::uint64_t count);
int lw_graph_read(const void* graph, lw_graph_end end, const char* type, void* values, std::uint64_t count);
int lw_graph_transfer(int node, void* memory, std::uint64_t bytes, int to_graph, int waits);
int lw_graph_transfer_wait(int node);
void* lw_graph_allocate(std::uint64_t bytes);
void lw_graph_free(void* memory);
void lw_graph_address(int node, void* memory);
std::int64_t lw_graph_profile(lw_graph_end end, int what, std::uint64_t bytes);  // a handle
std::int64_t lw_graph_profiled(std::int64_t handle);
void lw_graph_let_run(std::uint64_t ticks);
int lw_graph_main(int count, char** words, char** environment, int (*main)(int, char**, char**));
[[noreturn]] void lw_graph_missing(const char* symbol);

// What kernels ask of a stream of their call, by argument. Outside of graphs: no.
int lw_graph_stream_has(int argument, std::uint64_t bytes);   // they are there
int lw_graph_stream_last(int argument, std::uint64_t bytes);  // the last of the next bytes ends a packet; waits for it
int lw_graph_packet_id(int argument, int index);              // that packets of a port have; -1: nobody says
// An asynchronous buffer is taken, or given back: where it lies.
void* lw_graph_buffer_acquire(int argument);
void lw_graph_buffer_release(int argument);
}
