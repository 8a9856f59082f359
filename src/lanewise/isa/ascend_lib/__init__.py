"""The high-level vector library: each function one macro, with the parts of its operands that it reads and writes."""
