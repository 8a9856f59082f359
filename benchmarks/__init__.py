"""What Lanewise costs beside plain C++ and numpy. `python -m benchmarks` prints a table and writes results.json."""
