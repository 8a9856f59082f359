"""Five ways to sum a row of floats: the same numbers, other instructions, other roundings.

    python examples/reduction_strategies.py
"""

from collections import Counter

import numpy as np

from lanewise.isa.catalogue import by_opcode
from lanewise.recipes.reduce import STRATEGIES, sum_row


def vector_instructions(run) -> Counter:
    """How often each instruction of the vector unit was issued."""
    names = [by_opcode()[int(r["opcode"])] for r in run.traces[0].records]
    return Counter(ins.vendor[0] for ins in names if ins.form.executor in ("elementwise", "reduce"))


if __name__ == "__main__":
    rng = np.random.default_rng(2)
    for n in (256, 30000):
        x = rng.uniform(-1, 1, n).astype(np.float32)
        print(f"{n} floats; their exact sum is {x.astype(np.float64).sum():.9f}")
        for strategy in STRATEGIES:
            if not strategy.takes(n, x.itemsize):
                print(f"  {strategy.name:32} takes up to {strategy.longest(8, 64)}")
                continue
            z = np.zeros(1, np.float32)
            counts = vector_instructions(sum_row[1](x, z, n, strategy, trace=True))
            detail = ", ".join(f"{count} {name}" for name, count in counts.items())
            print(f"  {strategy.name:32} {z[0]:.9f}   {counts.total():3} vector instructions: {detail}")
