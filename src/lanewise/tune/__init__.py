"""Finds the fastest way to write something, by the timing model: `lanewise.tune.reduce_sum(30000)`."""

from lanewise.tune.reduce import Tuning, reduce_sum

__all__ = ["Tuning", "reduce_sum"]
