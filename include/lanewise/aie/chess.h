// Words of the vendor's compilers that say how fast, not what: they vanish here.
#pragma once

#define restrict __restrict
#define __AIEARCH__ __AIE_ARCH__
#define chess_prepare_for_pipelining
#define chess_loop_range(...)
#define chess_loop_count(...)
#define chess_unroll_loop(...)
#define chess_unroll_loop_preamble
#define chess_flatten_loop
#define chess_hw_loop(...)
#define chess_no_hw_loop
#define chess_peel_pipelined_loop(...)
#define chess_modulo_scheduling_budget_ratio(...)
#define chess_allocate(...)
#define chess_storage(...)
#define chess_protect_access
#define chess_manifest(x) (__builtin_constant_p(x))
#define chess_const(x) (__builtin_constant_p(x))
#define chess_separator_scheduler(...) ((void)0)
#define chess_separator(...) ((void)0)
#define chess_memory_fence() ((void)0)
#define chess_report(...) ((void)0)
#define chess_dont_care(type) (type{})
#define chess_copy(x) (x)
#define chess_cycle_count() (0)
#define chess_error(...)
#define chess_assume(...)
#define chess_pack
#define chess_output
#define chess_clobber(...)
#define chess_property(...)
#define chess_keep_sw_pipeline_kernel_order
#define chess_pipeline_non_leaf_loop_solution(...)

#define AIE_PREPARE_FOR_PIPELINING
#define AIE_PREPARE_FOR_POSTPIPELINING
#define AIE_LOOP_RANGE(...)
#define AIE_LOOP_MIN_ITERATION_COUNT(...)
#define AIE_LOOP_MAX_ITERATION_COUNT(...)
#define AIE_LOOP_UNROLL(...)
#define AIE_LOOP_UNROLL_FULL
#define AIE_LOOP_NO_UNROLL
#define AIE_LOOP_FLATTEN
#define AIE_MODULO_SCHEDULING_BUDGET_RATIO(...)
#define AIE_KEEP_SW_PIPELINE_KERNEL_ORDER
#define AIE_PEEL_PIPELINED_LOOP(...)
#define AIE_KEEP_FREE_FOR_PIPELINING(...)
#define AIE_TRY_INITIATION_INTERVAL(...)

// Stands in front of functions and behind the parameters of lambdas, where no `inline` may.
#define __aie_inline __attribute__((unused))
#define INLINE_DECL inline
#define INTRINSIC(...) inline __VA_ARGS__
#define __aie_dm_resource_a
#define __aie_dm_resource_b
#define __aie_dm_resource_c
#define __aie_dm_resource_d
#define __aie_dm_resource_stack

// What the interface's own functions check, in kernels too.
#define RUNTIME_ASSERT(condition, ...) assert((condition) __VA_OPT__(&&) __VA_ARGS__)
#define RUNTIME_ASSERT_NO_ASSUME(condition, ...) RUNTIME_ASSERT(condition __VA_OPT__(,) __VA_ARGS__)
#define REQUIRES(...) assert((__VA_ARGS__))
#define REQUIRES_MSG(condition, ...) RUNTIME_ASSERT(condition, __VA_ARGS__)

// How a class or function is made known to a graph.
#define REGISTER_FUNCTION(...)
#define REGISTER_PARAMETER(...)
#define REGISTER_PROFILE(...)

// Marks in the trace, and text from a core.
#define klog_printf std::printf
inline void event0() {}
inline void event1() {}
inline void __builtin_aiev2_sched_barrier() {}

// Which core this is: its column in bits 16 to 22, its row in bits 0 to 4 (policy core_id).
inline unsigned get_coreid() {
    if (const unsigned id = lanewise::aie::core().id) return id;
    throw lanewise::aie::fault("not_placed");
}

// Registers of the tile, which lie outside of what a kernel computes.
template <class Address>
unsigned read_tm(Address, unsigned = 0) {
    throw lanewise::aie::fault("tile_registers", {{"op", "read_tm"}});
}
template <class Value, class Address>
void write_tm(Value, Address, unsigned = 0) {
    throw lanewise::aie::fault("tile_registers", {{"op", "write_tm"}});
}
