"""C = A B on rows x columns of cores: rows of A and columns of B are broadcast, C is joined, tiles are laid out for the
matrix unit by the DMAs of memory tiles."""

import numpy as np

import aie.iron as iron
from aie.helpers.taplib import TensorAccessPattern, TensorTiler2D
from aie.iron import CompileTime, ExternalFunction, In, Kernel, ObjectFifo, Out, Program, Runtime, Worker
from aie.iron.controlflow import range_
from aie.utils.verify import assert_pass

R, S, T = 4, 4, 4  # of the matrix unit

SOURCE = """
#include <aie_api/aie.hpp>
// A, B and C lie in tiles of 4 x 4, rows of tiles first.
extern "C" {
void matmul(int16 *restrict a, int16 *restrict b, int32 *restrict c) {
  using unit = aie::mmul<4, 4, 4, int16, int16>;
  for (int i = 0; i < DIM_M / 4; i++)
    for (int j = 0; j < DIM_N / 4; j++) {
      int32 *at = c + (i * (DIM_N / 4) + j) * 16;
      unit sum(aie::load_v<16>(at));
      for (int l = 0; l < DIM_K / 4; l++)
        sum.mac(aie::load_v<16>(a + (i * (DIM_K / 4) + l) * 16), aie::load_v<16>(b + (l * (DIM_N / 4) + j) * 16));
      aie::store_v(at, sum.to_vector<int32>());
    }
}
void zero(int32 *restrict c) {
  for (int i = 0; i < DIM_M * DIM_N; i += 16)
    aie::store_v(c + i, aie::zeros<int32, 16>());
}
}
"""


@iron.jit
def product(A: In, B: In, C: Out, *, M: CompileTime[int], K: CompileTime[int], N: CompileTime[int],
            m: CompileTime[int], k: CompileTime[int], n: CompileTime[int],
            rows: CompileTime[int], cols: CompileTime[int]):
    def ty(dtype, *shape):
        return np.ndarray[shape, np.dtype[dtype]]

    a_ty, b_ty, c_ty = ty(np.int16, m, k), ty(np.int16, k, n), ty(np.int32, m, n)
    flags = [f"-DDIM_M={m}", f"-DDIM_K={k}", f"-DDIM_N={n}"]
    matmul = ExternalFunction("matmul", source_string=SOURCE, arg_types=[a_ty, b_ty, c_ty], compile_flags=flags)
    zero = Kernel("zero", matmul.object_file_name, [c_ty])

    # One memory tile gets the A of all rows, cuts it and turns each piece into tiles of R x S.
    A_in = ObjectFifo(ty(np.int16, rows * m, k), name="A_L3L2")
    A_out = A_in.cons().split(
        [m * k * r for r in range(rows)], obj_types=[a_ty] * rows, names=[f"A_L2L1_{r}" for r in range(rows)],
        dims_to_stream=[[(m // R, R * k), (k // S, S), (R, k), (S, 1)]] * rows,
    )
    B_in = [ObjectFifo(b_ty, name=f"B_L3L2_{c}") for c in range(cols)]
    B_out = [
        B_in[c].cons().forward(
            obj_type=b_ty, name=f"B_L2L1_{c}", dims_to_stream=[(k // S, S * n), (n // T, T), (S, n), (T, 1)]
        )
        for c in range(cols)
    ]
    C_out = [
        ObjectFifo(ty(np.int32, rows * m, n), name=f"C_L2L3_{c}",
                   dims_to_stream=[(m // R, R * n), (R, T), (n // T, R * T), (T, 1)])
        for c in range(cols)
    ]
    C_in = [
        C_out[c].prod().join([m * n * r for r in range(rows)], obj_types=[c_ty] * rows,
                             names=[f"C_L1L2_{r}_{c}" for r in range(rows)])
        for c in range(cols)
    ]

    def core(of_a, of_b, of_c, zero, matmul):
        for _ in range_((M // m // rows) * (N // n // cols)):
            c = of_c.acquire(1)
            zero(c)
            for _ in range_(K // k):
                a = of_a.acquire(1)
                b = of_b.acquire(1)
                matmul(a, b, c)
                of_a.release(1)
                of_b.release(1)
            of_c.release(1)

    workers = Worker.grid(rows, cols, lambda r, c: Worker(
        core, [A_out[r].cons(), B_out[c].cons(), C_in[c][r].prod(), zero, matmul], stack_size=0xD00
    ))

    A_taps = TensorTiler2D.group_tiler((M, K), (m * rows, k), (1, K // k), pattern_repeat=N // n // cols)
    B_taps = [TensorAccessPattern((K, N), c * n, [N // n // cols, K // k, k, n], [n * cols, k * N, N, 1])
              for c in range(cols)]
    rt = Runtime()
    with rt.sequence(ty(np.int16, M, K), ty(np.int16, K, N), ty(np.int32, M, N)) as (a, b, c):
        rt.start(*[w for row in workers for w in row])
        for step in range(M // m // rows):
            group = rt.task_group()
            for col in range(cols):
                place = TensorAccessPattern((M, N), step * m * rows * N + col * n,
                                            [1, N // n // cols, m * rows, n], [0, n * cols, N, 1])
                rt.drain(C_out[col].cons(), c, tap=place, wait=True, task_group=group)
                rt.fill(B_in[col].prod(), b, tap=B_taps[col], task_group=group)
            rt.fill(A_in.prod(), a, tap=A_taps[step], task_group=group)
            rt.finish_task_group(group)
    return Program(iron.get_current_device(), rt).resolve_program()


def main():
    sizes = dict(M=64, K=48, N=96, m=16, k=8, n=12, rows=2, cols=4)
    rng = np.random.default_rng(2)
    a = rng.integers(-1000, 1000, (sizes["M"], sizes["K"])).astype(np.int16)
    b = rng.integers(-1000, 1000, (sizes["K"], sizes["N"])).astype(np.int16)
    c = iron.zeros(sizes["M"], sizes["N"], dtype=np.int32)
    product(iron.tensor(a, dtype=np.int16), iron.tensor(b, dtype=np.int16), c, **sizes)
    assert_pass(c, a.astype(np.int32) @ b.astype(np.int32))


if __name__ == "__main__":
    main()
