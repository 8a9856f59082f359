"""Tensors and the ways to get one without a queue."""

from __future__ import annotations

import numpy as np

from lanewise import asc

VECIN, VECCALC = asc.TPosition.VECIN, asc.TPosition.VECCALC


def test_local_tensor_at_an_address(make_core, refuses):
    with make_core() as core:
        t = asc.LocalTensor(asc.float16, VECIN, 64, 32)
        assert (t.address, t.get_size(), t.get_length(), t.get_position()) == (64, 32, 64, 9)
        t.set_value(3, 1.5)
        assert core.mem[64:128].view(np.float16)[3] == 1.5
        assert t.get_value(3) == 1.5
        view = t[8:]
        assert (view.address, view.get_size()) == (80, 24)
        assert isinstance(view, asc.LocalTensor)
        again = t.reinterpret_cast(asc.int32)
        assert (again.dtype, again.get_size()) == (asc.int32, 16)
        rest = asc.LocalTensor(dtype=asc.int8, addr=196608 - 96)
        assert rest.get_size() == 96
        refuses("POS-001", asc.LocalTensor, asc.int8, asc.TPosition.A1)
        refuses("MEM-006", t.get_value, 32)


def test_misaligned_tensor_is_refused_when_used(make_core, refuses):
    with make_core():
        good = asc.LocalTensor(asc.int16, VECIN, 0, 64)
        bad = asc.LocalTensor(asc.int16, VECIN, 20, 64)
        error = refuses("ALIGN-001", asc.add, good, bad, good, 16)
        assert "byte 20" in error.message


def test_allocator_does_not_round(make_core, refuses):
    with make_core():
        allocator = asc.LocalMemAllocator(asc.Hardware.UB)
        first = allocator.alloc(VECIN, asc.float32, 5)
        second = allocator.alloc(pos=VECIN, data_type=asc.float32, tile_size=8)
        third = allocator.alloc(asc.int8, 3)
        assert [t.address for t in (first, second, third)] == [0, 20, 52]
        assert allocator.get_cur_addr() == 55
        assert [first.get_position(), third.get_position()] == [9, 11]
        assert isinstance(first, asc.LocalTensor)
        refuses("ALIGN-001", asc.adds, second, second, 1.0, 8)
        error = refuses("MEM-003", allocator.alloc, asc.int8, 196608)
        assert "5 x float" in error.message
        allocator.alloc(asc.int8, 196608 - 55)
        refuses("CALL-001", asc.LocalMemAllocator, asc.Hardware.L1)
        refuses("POS-001", allocator.alloc, asc.TPosition.A1, asc.int8, 1)


def test_auto_tensors_give_their_memory_back(make_core, refuses):
    with make_core() as core:
        for _ in range(10):
            big = asc.LocalTensorAuto(asc.float32, (4, 10000))
            assert big.get_size() == 40000
            del big
        kept = asc.LocalTensorAuto(asc.int8, 100000)[32:]
        refuses("MEM-003", asc.LocalTensorAuto, asc.int8, 100000)
        other = asc.LocalTensorAuto(asc.int8, 50000)
        assert other.address + 50000 <= kept.address - 32 or kept.address + 100000 <= other.address
        refuses("MEM-003", core.ub, 60000, np.int8)
        del kept
        asc.LocalTensorAuto(asc.int8, 100000)


def test_global_tensor_points_to_an_argument(make_core, refuses):
    with make_core() as core:
        held = core.gm(np.arange(8, dtype=np.int32))
        address = asc.GlobalAddress(held.address, asc.int32)
        g = asc.GlobalTensor()
        refuses("CALL-001", g.set_global_buffer, 4096)
        refuses("MEM-005", asc.data_copy, core.ub(32, np.uint8), g, 32)
        g.set_global_buffer(address + 2, 4)
        assert (g.dtype, g.get_size(), g[1:].get_size()) == (asc.int32, 4, 4)
        assert [g.get_value(0), g[1:].get_value(0)] == [2, 3]
        g.set_value(0, 50)
        assert held.numpy()[2] == 50
        g.set_global_buffer((1 + address) - 1)
        assert (g.get_size(), g.get_value(0)) == (0, 0)
        u = core.ub(8, np.int32)
        asc.data_copy(u, g, 8)
        assert u.numpy().tolist() == [0, 1, 50, 3, 4, 5, 6, 7]
