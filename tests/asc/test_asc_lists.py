"""Lists of tensors in GM, and the workspace of the system."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import LanewiseError, asc


@asc.jit
def write_and_read_list(a, b, table, shapes, out, counted):
    """Writes a list of a (3 x 16) and b (32), reads it again, and adds what it names."""
    words = asc.GlobalTensor()
    words.set_global_buffer(table, 8)
    sizes = [2 | (2 if counted else 0) << 32, 3, 16, 1 | 1 << 32, 32]
    for i, word in enumerate([8 * (1 + len(sizes)), *sizes, int(a), int(b)]):
        words.set_value(i, word)
    found = asc.ListTensorDesc(table)
    desc = asc.TensorDesc(asc.float32)
    said = asc.GlobalTensor()
    said.set_global_buffer(shapes, 8)
    at = 0
    for i in range(found.get_size()):
        found.get_desc(desc, i)
        for value in (desc.get_index(), desc.get_dim(), *(desc.get_shape(d) for d in range(desc.get_dim()))):
            said.set_value(at, value)
            at += 1
    x, y = (asc.LocalTensor(asc.float32, asc.TPosition.VECIN, place, 32) for place in (0, 128))
    z = asc.GlobalTensor()
    z.set_global_buffer(out, 32)
    asc.data_copy(x, desc.get_data_obj(), count=32)
    first = asc.GlobalTensor()
    first.set_global_buffer(found.get_data_ptr(0, asc.float32) + 16)
    asc.data_copy(y, first, count=32)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.add(x, x, y, count=32)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(z, x, count=32)


@pytest.mark.parametrize("counted", [True, False])  # the number of tensors may be left out
def test_lists_of_tensors(counted):
    a, b = np.arange(48, dtype=np.float32).reshape(3, 16), np.arange(32, dtype=np.float32) * 100
    shapes, out = np.zeros(8, np.int32), np.zeros(32, np.float32)
    write_and_read_list[1](a, b, np.zeros(8, np.uint64), shapes, out, counted)
    assert shapes.tolist() == [0, 2, 3, 16, 1, 1, 32, 0]
    np.testing.assert_array_equal(out, b + a.ravel()[16:48])


@asc.jit
def list_in_workspace(workspace, out):
    asc.set_sys_workspace(workspace + 8)
    w, o = asc.GlobalTensor(), asc.GlobalTensor()
    w.set_global_buffer(asc.get_sys_workspace(), 8)
    o.set_global_buffer(out, 1)
    o.set_value(0, w.get_value(2))


@asc.jit
def unplaced(workspace):
    asc.get_sys_workspace()


def test_workspace_of_the_system():
    out = np.zeros(1, np.float32)
    list_in_workspace[1](np.arange(16, dtype=np.float32), out)
    assert out[0] == 10
    with pytest.raises(LanewiseError, match="call set_sys_workspace"):
        unplaced[1](out)


@asc.jit
def read_past_the_end(table):
    asc.ListTensorDesc(table).get_data_ptr(1, asc.float32)


def test_lists_of_tensors_end():
    with pytest.raises(LanewiseError, match="MEM-006"):
        read_past_the_end[1](np.array([24, 1 | 1 << 32, 5, 4096], np.uint64))
