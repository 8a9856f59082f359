"""Kernels worth having, written with lanewise.asc: to run, to read and to compare."""
