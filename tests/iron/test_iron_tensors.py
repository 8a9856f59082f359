"""Tensors of the host, devices, and how designs compare results."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from lanewise import iron


def test_tensors_are_their_arrays() -> None:
    t = iron.arange(6, dtype=np.int16)
    t.numpy()[2] = 9
    t[3] = -1
    assert np.asarray(t).tolist() == [0, 1, 9, -1, 4, 5]
    assert (t.shape, t.numel(), len(t), t.nbytes, t.dtype) == ((6,), 6, 6, 12, np.int16)
    assert t.to("cpu").fill_(3).numpy().tolist() == [3] * 6


def test_tensors_have_the_types_that_designs_expect() -> None:
    assert iron.tensor((2, 3)).dtype == np.uint32
    assert iron.tensor(np.array([1.5, 2.5], np.float32)).numpy().tolist() == [1, 2]  # uint32, whatever the values are
    assert iron.zeros(2, 3).dtype == np.float32
    assert iron.zeros((2, 3), dtype=np.int8).shape == (2, 3)
    assert iron.full((2,), 7, dtype=np.int32).numpy().tolist() == [7, 7]
    assert (iron.arange(3).dtype, iron.arange(0.0, 1.0, 0.5).dtype) == (np.int64, np.float32)
    assert iron.arange(6, shape=(2, 3), dtype=ml_dtypes.bfloat16).shape == (2, 3)
    assert iron.zeros_like(iron.ones(4, dtype=np.int8)).dtype == np.int8
    with pytest.raises(TypeError, match=r"dtype=np\.float32"):
        iron.tensor(np.zeros(2, np.float32), dtype=np.int32)


def test_random_tensors_come_from_the_generator_that_is_given() -> None:
    a, b = (iron.randint(0, 50, (9,), dtype=np.int32, generator=np.random.default_rng(4)).numpy() for _ in range(2))
    assert a.tolist() == b.tolist()
    assert 0 <= a.min() <= a.max() < 50
    assert (iron.rand(100).numpy() < 1).all()


@pytest.mark.parametrize(
    ("name", "cols", "want"),
    [("npu", 1, ("npu1_1col", 1, 4)), ("npu2", None, ("npu2", 8, 32)), ("npu1", 4, ("npu1", 4, 16)),
     ("npu2", 3, ("npu2_3col", 3, 12))],
)  # fmt: skip
def test_devices_by_name(name: str, cols: int | None, want: tuple[str, int, int]) -> None:
    device = iron.from_name(name, n_cols=cols)
    assert (device.name, device.cols, len(device.get_compute_tiles())) == want
    assert isinstance(iron.NPU2Col3(), iron.NPU2Col3)


def test_devices_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 4 columns"):
        iron.from_name("npu1", n_cols=5)
    with pytest.raises(ValueError, match="is no device"):
        iron.from_name("npu9")


def test_results_are_compared_exactly_or_nearly(capsys: pytest.CaptureFixture[str]) -> None:
    a = np.array([1.0, 2.0, 4.0], np.float32)
    iron.assert_pass(a, a.copy())
    iron.assert_pass(iron.tensor(a, dtype=np.float32), a * 1.2, rtol=0.1)
    assert capsys.readouterr().out == "PASS!\nPASS!\n"
    with pytest.raises(SystemExit, match=r"FAIL! 3 of 3 values differ, first at 0: 1\.0 for 1\.2"):
        iron.assert_pass(a, a * np.float32(1.2), rtol=0.05)
    with pytest.raises(SystemExit, match="FAIL! 1 of 3"):
        iron.assert_pass(a, np.array([1, 2, 5], np.float32))
    special = np.array([1, np.inf, 5], np.float32)
    other = np.array([1, 2, 9], np.float32)
    assert iron.count_mismatches(special, other, rtol=0.1) == (0, 1)  # ends at the infinity
    assert iron.count_mismatches(special, other, rtol=0.1, stop_at_nonfinite=False) == (2, 3)
    assert iron.count_mismatches([1, 100], [1.2, 200]) == (1, 2)
    assert iron.count_mismatches([1, 100], [1.2, 200], atol=200) == (0, 2)
    with pytest.raises(ValueError, match="are compared"):
        iron.count_mismatches(np.zeros(3), np.zeros(4))


def test_weights_are_reordered_by_the_names_of_dimensions() -> None:
    image = np.arange(4 * 3 * 16).reshape(4, 3, 16)  # Y X C
    turned = iron.DataShaper().reorder_mat(image, "YCXC8", "YXC").reshape(4, 2, 3, 8)
    assert all(turned[y, c, x, k] == image[y, x, 8 * c + k] for y in range(4) for c in (0, 1) for x in range(3)
               for k in range(8))  # fmt: skip


def test_references_of_kernels_are_what_they_say() -> None:
    x = np.linspace(-3, 3, 64).astype(np.float32)
    assert np.allclose(iron.kernels.softmax_ref(x, 32).reshape(2, 32).sum(axis=1), 1, atol=1e-6)
    assert np.allclose(iron.kernels.silu_ref(x), [v / (1 + np.exp(-v)) for v in x.tolist()], atol=1e-6)
    assert iron.kernels.relu_ref(x).min() == 0
