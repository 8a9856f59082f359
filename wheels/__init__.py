"""Wheels that pip installs on any Linux with a C library of the last ten years: `make wheel`, `make test-wheel`."""
