"""Lanewise runs NPU vector kernels on any computer, bit for bit."""
