"""Launching kernels: settings, the launcher and `jit`."""
