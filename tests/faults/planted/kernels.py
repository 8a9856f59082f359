"""The same faults in kernels of the Python front: `lanewise run kernels.py -- CASE fault`."""

import sys

import numpy as np

from lanewise import asc

N = 256
EVENT, PIPE, IN, OUT = asc.HardEvent, asc.PipeID, asc.TPosition.VECIN, asc.TPosition.VECOUT
KERNELS = {}


def planted(blocks=1):
    """A kernel of one case; the twin without its fault has fault=False."""

    def keep(function):
        KERNELS[function.__name__] = asc.jit(function), blocks
        return function

    return keep


class Tiles:
    """What most kernels here begin with: x and z in GM, three tiles in UB."""

    def __init__(self, x, z):
        self.x, self.z = asc.GlobalTensor(), asc.GlobalTensor()
        self.x.set_global_buffer(x, 4 * N)
        self.z.set_global_buffer(z, 4 * N)
        self.pipe = asc.TPipe()
        self.a, self.b, self.c = (self.tile() for _ in range(3))

    def tile(self):
        buffer = asc.TBuf(asc.TPosition.VECCALC)
        self.pipe.init_buffer(buf=buffer, len=4 * N)
        return buffer.get(asc.float32)

    def load(self):
        asc.data_copy(self.a, self.x, N)
        pass_flag(EVENT.MTE2_V)

    def store(self):
        pass_flag(EVENT.V_MTE3)
        asc.data_copy(self.z, self.b, N)


def pass_flag(event, number=0):
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


def strides(dst=8, src=8):
    return asc.UnaryRepeatParams(1, 1, dst, src)


# --- what one instruction is given ---


@planted()
def empty_mask(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.b, t.a, 1.0, 0 if fault else 8, 1, strides())  #! empty_mask 1 MASK-007 warning check=hints
    t.store()


@planted()
def mask_above_lanes(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, 1.0, 128 if fault else 64, 4, strides())  #! mask_above_lanes 2 MASK-001
    t.store()


@planted()
def mask_bits_above_lanes(x, z, fault):
    t = Tiles(x, z)
    t.load()
    ones = 2**64 - 1
    asc.adds(t.b, t.a, 1.0, [ones, ones if fault else 0], 4, strides())  #! mask_bits_above_lanes 3 MASK-003 warning
    t.store()


@planted()
def repeats_narrowed(x, z, fault):
    t = Tiles(x, z)
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    t.pipe.init_buffer(buf=buffer, len=4 * 300 * 64)
    whole = buffer.get(asc.float32)
    asc.duplicate(t.b, 0.0, N)
    asc.duplicate(whole, 0.0, 300 * 64)
    asc.adds(whole, whole, 1.0, 64, 300 if fault else 255, strides())  #! repeats_narrowed 4 REPEAT-001
    t.store()


@planted()
def no_repeats(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.b, t.a, 1.0, 64, 0 if fault else 4, strides())  #! no_repeats 5 REPEAT-003 warning check chip=ascend950
    t.store()


@planted()
def unaligned_view(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.b, t.a[5 if fault else 8 :], 1.0, 64)  #! unaligned_view 6 ALIGN-001
    t.store()


@planted()
def stride_leaves_ub(x, z, fault):
    rows = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 48 * 1024)
    asc.duplicate(rows, 0.0, 64, 26 if fault else 25, 1, 255)  #! stride_leaves_ub 8 MEM-001


@planted()
def stride_narrowed(x, z, fault):
    rows = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 48 * 1024)
    asc.duplicate(rows, 0.0, 48 * 1024)
    pitch = 264 if fault else 248
    asc.adds(rows, rows, 1.0, 64, 4, strides(pitch, pitch))  #! stride_narrowed 9 STRIDE-001


@planted()
def all_repeats_to_one(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.b, t.a, 1.0, 64, 4, strides(0 if fault else 8))  #! all_repeats_to_one 10 STRIDE-003 warning check=hints
    t.store()


@planted()
def reads_neighbour(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.c, t.a[N // 2 if fault else 0 :], 1.0, N)  #! reads_neighbour 11 MEM-002
    t.store()


@planted()
def writes_neighbour(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.duplicate(t.a, 2.0, N + 64 if fault else N)  #! writes_neighbour 12 MEM-002
    t.store()


@planted()
def scalar_past_tensor(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    t.a.set_value(N if fault else N - 1, 1.0)  #! scalar_past_tensor 12 MEM-006
    t.store()


@planted()
def shifted_onto_itself(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.a[8 if fault else 64 :], t.a, 1.0, 64)  #! shifted_onto_itself 13 OVERLAP-001 check
    t.store()


@planted()
def feeds_next_repeat(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.a[64 if fault else 0 :], t.a, 1.0, 64, 3, strides())  #! feeds_next_repeat 14 OVERLAP-002
    t.store()


@planted()
def wrong_type(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    kind = asc.int8 if fault else asc.int16
    asc.adds(t.b.reinterpret_cast(kind), t.a.reinterpret_cast(kind), 1, 64)  #! wrong_type 43 OP-002
    t.store()


@planted()
def shift_out_of_range(x, z, fault):
    t = Tiles(x, z)
    t.load()
    a, b = t.a.reinterpret_cast(asc.int32), t.b.reinterpret_cast(asc.int32)
    asc.shift_right(b, a, 33 if fault else 32, N)  #! shift_out_of_range 44 SCALAR-001
    t.store()


@planted()
def negative_shift(x, z, fault):
    t = Tiles(x, z)
    t.load()
    a, b = t.a.reinterpret_cast(asc.int32), t.b.reinterpret_cast(asc.int32)
    asc.shift_left(b, a, -1 if fault else 0, N)  #! negative_shift 45 SCALAR-001
    t.store()


@planted()
def rounding_without_effect(x, z, fault):
    t = Tiles(x, z)
    t.load()
    kind = asc.uint32 if fault else asc.int32
    a, b = t.a.reinterpret_cast(kind), t.b.reinterpret_cast(kind)
    asc.shift_right(b, a, 3, 64, 4, strides(), True, True)  #! rounding_without_effect 45 SCALAR-004 warning check=hints
    t.store()


# --- what is read and written ---


@planted()
def unwritten_reaches_output(x, z, fault):
    t = Tiles(x, z)
    t.load()
    if not fault:
        asc.duplicate(t.c, 0.5, N)
    asc.add(t.b, t.a, t.c, N)
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(t.z, t.b, N)  #! unwritten_reaches_output 15 INIT-001 check


@planted()
def padding_carried_along(x, z, fault):
    t = Tiles(x, z)
    t.load()
    if not fault:
        asc.duplicate(t.b, 0.0, N)
    asc.reduce_sum(t.b, t.a, t.c, N)
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(t.z, t.b, 8)  #! padding_carried_along 16 silent check


@planted()
def read_after_free(x, z, fault):
    t = Tiles(x, z)
    queue = asc.TQue(IN, 1)
    t.pipe.init_buffer(que=queue, num=1, len=4 * N)
    tile = queue.alloc_tensor(asc.float32)
    asc.data_copy(tile, t.x, N)
    queue.enque(tile)
    tile = queue.deque(asc.float32)
    if fault:
        queue.free_tensor(tile)
    asc.adds(t.b, tile, 1.0, N)  #! read_after_free 17 MEM-007 check
    if not fault:
        queue.free_tensor(tile)
    t.store()


@planted()
def beyond_global_memory(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, 1.0, N)
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(t.z[(4 if fault else 3) * N :], t.b, N)  #! beyond_global_memory 37 MEM-004


@planted(blocks=4)
def rounded_up_tail(x, z, fault):
    own = 250
    t = Tiles(x, z)
    t.z.set_global_buffer(z + asc.get_block_idx() * own, own)
    t.load()
    asc.adds(t.b, t.a, 1.0, own)
    pass_flag(EVENT.V_MTE3)
    if fault:
        asc.data_copy(t.z, t.b, (own + 7) // 8 * 8)  #! rounded_up_tail 38 MEM-008 check
    else:
        asc.data_copy_pad(t.z, t.b, asc.DataCopyExtParams(1, own * 4, 0, 0, 0))


@planted()
def no_global_buffer(x, z, fault):
    t = Tiles(x, z)
    weights = asc.GlobalTensor()
    if not fault:
        weights.set_global_buffer(x, 4 * N)
    asc.data_copy(t.a, weights, N)  #! no_global_buffer 39 TYPE-001
    pass_flag(EVENT.MTE2_V)
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


@planted()
def copy_of_odd_length(x, z, fault):
    t = Tiles(x, z)
    asc.duplicate(t.a, 0.0, N)
    pass_flag(EVENT.V_MTE2)
    asc.data_copy(t.a, t.x, 97 if fault else 96)  #! copy_of_odd_length 40 COPY-001 check
    pass_flag(EVENT.MTE2_V)
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


@planted()
def bytes_for_blocks(x, z, fault):
    t = Tiles(x, z)
    blocks = 4 * N if fault else 4 * N // 32
    asc.data_copy(t.a, t.x, asc.DataCopyParams(1, blocks, 0, 0))  #! bytes_for_blocks 42 MEM-002
    pass_flag(EVENT.MTE2_V)
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


# --- what comes after what ---


@planted()
def no_flag_in(x, z, fault):
    t = Tiles(x, z)
    asc.data_copy(t.a, t.x, N)
    if not fault:
        pass_flag(EVENT.MTE2_V)
    asc.adds(t.b, t.a, 1.0, N)  #! no_flag_in 18 RACE-001 check
    t.store()


@planted()
def no_flag_out(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, 1.0, N)
    if not fault:
        pass_flag(EVENT.V_MTE3)
    asc.data_copy(t.z, t.b, N)  #! no_flag_out 19 RACE-001 check


@planted()
def buffer_filled_again(x, z, fault):
    t = Tiles(x, z)
    for i in range(4):
        asc.data_copy(t.a, t.x[i * N :], N)  #! buffer_filled_again 20 RACE-001 check
        pass_flag(EVENT.MTE2_MTE3)
        asc.data_copy(t.z[i * N :], t.a, N)
        if not fault:
            pass_flag(EVENT.MTE3_MTE2)


@planted()
def no_vector_barrier(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.c, t.a, 1.0, N)
    if not fault:
        asc.pipe_barrier(PIPE.PIPE_V)
    asc.adds(t.b, t.c, 1.0, N)  #! no_vector_barrier 21 RACE-001 check=race:strict
    t.store()


@planted()
def scalar_reads_too_soon(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, 1.0, N)
    if not fault:
        pass_flag(EVENT.V_S)
    first = t.b.get_value(0)  #! scalar_reads_too_soon 22 RACE-001 check=race:strict
    pass_flag(EVENT.S_V)
    asc.pipe_barrier(PIPE.PIPE_V)
    asc.adds(t.b, t.a, first, N)
    t.store()


@planted()
def flag_in_one_branch(x, z, fault):
    t = Tiles(x, z)
    for i in range(2):
        asc.data_copy(t.a, t.x[i * N :], N)
        if i == 0 or not fault:
            pass_flag(EVENT.MTE2_V)
        asc.adds(t.b, t.a, 1.0, N)  #! flag_in_one_branch 23 RACE-001 check
        asc.pipe_barrier(PIPE.PIPE_ALL)


@planted(blocks=2)
def blocks_write_the_same(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, float(asc.get_block_idx()), N)
    pass_flag(EVENT.V_MTE3)
    mine = 0 if fault else asc.get_block_idx() * N
    asc.data_copy(t.z[mine:], t.b, N)  #! blocks_write_the_same 34 RACE-002 check


@planted(blocks=2)
def reads_what_others_write(x, z, fault):
    t = Tiles(x, z)
    mine = asc.get_block_idx()
    t.load()
    asc.adds(t.b, t.a, 1.0, N)
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(t.z[mine * N :], t.b, N)  #! reads_what_others_write 35 RACE-002 check
    if not fault:
        asc.sync_all()
    asc.data_copy(t.c, t.z[(1 - mine) * N :], N)  #! reads_what_others_write 35 RACE-002 check


@planted(blocks=2)
def cache_not_cleaned(x, z, fault):
    t = Tiles(x, z)
    if asc.get_block_idx() == 0:
        t.z.set_value(0, 7.0)
        if not fault:
            asc.data_cache_clean_and_invalid(t.z, asc.CacheLine.SINGLE_CACHE_LINE, asc.DcciDst.CACHELINE_OUT)
    asc.sync_all()
    if asc.get_block_idx() == 1:
        asc.data_copy(t.a, t.z, N)  #! cache_not_cleaned 36 RACE-004 check
        pass_flag(EVENT.MTE2_MTE3)
        asc.data_copy(t.z[N:], t.a, N)


# --- flags ---


@planted()
def wait_without_set(x, z, fault):
    t = Tiles(x, z)
    asc.data_copy(t.a, t.x, N)
    if not fault:
        asc.set_flag(EVENT.MTE2_V, 0)
    asc.wait_flag(EVENT.MTE2_V, 0)  #! wait_without_set 24 SYNC-003
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


@planted()
def set_never_waited(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, 1.0, N)
    asc.set_flag(EVENT.V_MTE2, 3)  #! set_never_waited 25 SYNC-102 check
    t.store()
    if not fault:
        asc.wait_flag(EVENT.V_MTE2, 3)


@planted()
def set_twice(x, z, fault):
    t = Tiles(x, z)
    asc.data_copy(t.a, t.x, N // 2)
    asc.set_flag(EVENT.MTE2_V, 0)
    if not fault:
        asc.wait_flag(EVENT.MTE2_V, 0)
    asc.data_copy(t.a[N // 2 :], t.x[N // 2 :], N // 2)
    asc.set_flag(EVENT.MTE2_V, 0)  #! set_twice 26 SYNC-101 check
    asc.wait_flag(EVENT.MTE2_V, 0)
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


@planted()
def other_id(x, z, fault):
    t = Tiles(x, z)
    asc.data_copy(t.a, t.x, N)
    asc.set_flag(EVENT.MTE2_V, 0)
    asc.wait_flag(EVENT.MTE2_V, 1 if fault else 0)  #! other_id 27 SYNC-003 says=MTE2_V
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


@planted()
def id_out_of_range(x, z, fault):
    t = Tiles(x, z)
    number = 8 if fault else 7
    asc.data_copy(t.a, t.x, N)
    asc.set_flag(EVENT.MTE2_V, number)  #! id_out_of_range 28 SYNC-001
    asc.wait_flag(EVENT.MTE2_V, number)
    asc.adds(t.b, t.a, 1.0, N)
    t.store()


@planted()
def id_still_pending(x, z, fault):
    t = Tiles(x, z)
    for i in range(4):
        asc.data_copy(t.c if i % 2 else t.a, t.x[i * N :], N)
        asc.set_flag(EVENT.MTE2_V, 0 if fault else i % 2)  #! id_still_pending 29 SYNC-101 check
        if i % 2 == 0:
            continue
        asc.wait_flag(EVENT.MTE2_V, 0)
        asc.wait_flag(EVENT.MTE2_V, 0 if fault else 1)
        asc.add(t.b, t.a, t.c, N)
        t.store()
        asc.pipe_barrier(PIPE.PIPE_ALL)


@planted(blocks=2)
def cross_core_id_out_of_range(x, z, fault):
    number = 16 if fault else 5
    asc.cross_core_set_flag(number)  #! cross_core_id_out_of_range 31 SYNC-001
    asc.cross_core_wait_flag(number)


@planted(blocks=2)
def cross_core_counts_differ(x, z, fault):
    asc.cross_core_set_flag(3)
    asc.cross_core_wait_flag(3)
    if fault:
        asc.cross_core_wait_flag(3)  #! cross_core_counts_differ 32 SYNC-003


@planted(blocks=4)
def sync_all_in_some(x, z, fault):
    if fault and asc.get_block_idx() == 3:
        return
    asc.sync_all()  #! sync_all_in_some 33 SYNC-003


# --- queues, buffers and modes ---


@planted()
def too_many_tensors(x, z, fault):
    pipe = asc.TPipe()
    queue = asc.TQue(IN, 1)
    pipe.init_buffer(que=queue, num=10, len=1024)
    tensors = []
    for _ in range(9 if fault else 8):
        tensors.append(queue.alloc_tensor(asc.float32))  #! too_many_tensors 46 QUE-006
    for tensor in tensors:
        queue.free_tensor(tensor)


@planted()
def deque_before_enque(x, z, fault):
    t = Tiles(x, z)
    queue = asc.TQue(IN, 1)
    t.pipe.init_buffer(que=queue, num=1, len=4 * N)
    tile = queue.alloc_tensor(asc.float32)
    asc.data_copy(tile, t.x, N)
    if not fault:
        queue.enque(tile)
    tile = queue.deque(asc.float32)  #! deque_before_enque 47 QUE-002
    asc.adds(t.b, tile, 1.0, N)
    queue.free_tensor(tile)
    t.store()


@planted()
def enque_elsewhere(x, z, fault):
    t = Tiles(x, z)
    one, other = asc.TQue(IN, 1), asc.TQue(IN, 1)
    t.pipe.init_buffer(que=one, num=1, len=4 * N)
    t.pipe.init_buffer(que=other, num=1, len=4 * N)
    tile = one.alloc_tensor(asc.float32)
    asc.data_copy(tile, t.x, N)
    (other if fault else one).enque(tile)  #! enque_elsewhere 47 QUE-003
    tile = one.deque(asc.float32)
    asc.adds(t.b, tile, 1.0, N)
    one.free_tensor(tile)
    t.store()


@planted()
def freed_twice(x, z, fault):
    pipe = asc.TPipe()
    queue = asc.TQue(IN, 1)
    pipe.init_buffer(que=queue, num=2, len=1024)
    tile = queue.alloc_tensor(asc.float32)
    queue.free_tensor(tile)
    if fault:
        queue.free_tensor(tile)  #! freed_twice 48 QUE-004


@planted()
def leaked_at_the_end(x, z, fault):
    t = Tiles(x, z)
    queue = asc.TQue(IN, 1)
    t.pipe.init_buffer(que=queue, num=2, len=4 * N)
    tile = queue.alloc_tensor(asc.float32)  #! leaked_at_the_end 48 QUE-010 warning check=hints
    asc.data_copy(tile, t.x, N)
    queue.enque(tile)
    tile = queue.deque(asc.float32)
    asc.adds(t.b, tile, 1.0, N)
    if not fault:
        queue.free_tensor(tile)
    t.store()


@planted()
def more_than_ub(x, z, fault):
    pipe = asc.TPipe()
    taken, given = asc.TQue(IN, 1), asc.TQue(OUT, 1)
    pipe.init_buffer(que=taken, num=2, len=64 * 1024)
    pipe.init_buffer(que=given, num=2 if fault else 1, len=64 * 1024)  #! more_than_ub 49 MEM-003


@planted()
def counter_mode_left(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.set_mask_count()  #! counter_mode_left 50 STATE-101 check
    asc.set_vector_mask(N, asc.float32, asc.MaskMode.COUNTER)
    asc.adds(t.b, t.a, 1.0, asc.MASK_PLACEHOLDER, 1, strides(), is_set_mask=False)
    if not fault:
        asc.set_mask_norm()
    asc.reset_mask()
    t.store()


@planted()
def mask_left(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.set_vector_mask(0, 0xFFFF, asc.float32)  #! mask_left 50 STATE-104 warning check
    asc.adds(t.b, t.a, 1.0, asc.MASK_PLACEHOLDER, 4, strides(), is_set_mask=False)
    if not fault:
        asc.reset_mask()
    t.store()


@planted()
def stale_mask(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.duplicate(t.b, 0.0, N)
    asc.adds(t.b, t.a, 1.0, 8, 1, strides())
    if not fault:
        asc.set_vector_mask(0, 2**64 - 1, asc.float32)
    asc.adds(t.b, t.a, 1.0, asc.MASK_PLACEHOLDER, 4, strides(), is_set_mask=False)  #! stale_mask 51 STATE-105 check
    asc.reset_mask()
    t.store()


@planted()
def atomic_left(x, z, fault):
    t = Tiles(x, z)
    t.load()
    asc.adds(t.b, t.a, 1.0, N)
    asc.set_atomic_add(asc.float32)  #! atomic_left 52 STATE-102 check
    t.store()
    if not fault:
        asc.set_atomic_none()


# --- numbers ---


@planted()
def infinity_from_numbers(x, z, fault):
    t = Tiles(x, z)
    t.load()
    if not fault:
        asc.adds(t.a, t.a, 1.0, N)
    asc.duplicate(t.c, 1.0, N)
    asc.div(t.b, t.c, t.a, N)  #! infinity_from_numbers 61 NUM-001 warning check=numbers
    t.store()


if __name__ == "__main__":
    kernel, blocks = KERNELS[sys.argv[1]]
    kernel[blocks](np.arange(4 * N, dtype=np.float32), np.zeros(4 * N, np.float32), sys.argv[2] == "fault")
